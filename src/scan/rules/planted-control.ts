import { type Concept, pieces, secretNoun, secretPlace } from "../lexicon.ts";
import type { RuleFamily } from "../rule.ts";
import { carriedRules } from "./carried.ts";
import { rememberedRules } from "./remembered.ts";

const readable = ["prose", "quote", "hidden", "comment"] as const;

const expose: Concept = {
  id: "expose",
  pattern:
    /\b(?:include|put|attach|print|paste|add|post|write|insert|summari[sz]e|echo|dump)(?:s|ed|ing)?\b/gi,
  hints: pieces("includ|put|attach|print|past|add|post|writ|insert|summari|echo|dump"),
};
const publicPlace: Concept = {
  id: "public-place",
  pattern:
    /\b(?:pull request|pr description|bug reports?|issue (?:body|comment|description)|github issue|commit message|the channel|first message|the log|build log|console log|public (?:gist|repo(?:sitory)?)|readme|header of each|code comments?|a comment)\b/gi,
  hints: pieces(
    "pull request|pr description|bug report|issue|commit message|channel|first message|log|gist|public|readme|header of each|comment",
  ),
};

export const plantedControl: RuleFamily = {
  id: "planted-control",
  title: "Guards lowered, consent presumed, ways in opened",
  rules: [
    {
      id: "T08-secrets-in-public",
      version: 2,
      title: "Secrets to be shown in public",
      category: "T08",
      severity: "medium",
      confidence: 0.45,
      kind: "suspicious",
      layer: "static",
      where: { roles: [...readable] },
      detect: {
        kind: "chain",
        scope: "block",
        steps: [expose, secretAny(), publicPlace],
        within: 160,
        unless:
          /\b(?:never|do not|don['’]t|avoid|redact|mask|without|no secrets|leak|not include|remove|strip|check)\b/i,
      },
      message: "Secrets are to be put where others read them.",
      advice: "Remove it.",
      references: ["CWE-532"],
    },
    {
      id: "T02-presumed-consent",
      version: 3,
      title: "Consent presumed",
      category: "T02",
      severity: "medium",
      confidence: 0.45,
      kind: "suspicious",
      layer: "static",
      where: { roles: [...readable] },
      detect: {
        kind: "pattern",
        evenNegated: true,
        hints: pieces(
          "consented|agreed|authorized|authorised|approved|no need to|counts as|count as|taken as|treated as|passes for|stands for|means yes|is a yes",
        ),
        any: [
          /\bthe user (?:has|have) (?:already )?(?:consented|agreed|authori[sz]ed|approved|given (?:consent|permission))\b[^.\n]{0,60}\b(?:everything|all|any|in advance|no need|so (?:there|you|do)|this (?:file|skill))\b/gi,
          /\b(?:silence|no (?:answer|reply|response|objection)|(?:a|any) (?:question|answer|change of subject|pause|refusal)|closing [^.;\n]{2,30}|opening [^.;\n]{2,30}|running this skill|using this skill|loading this skill)\b[^.;\n]{0,60}\b(?:counts?|is taken|are taken|is treated|are treated|passes|stands|is read) (?:as|for) (?:an? |the )?(?:yes|approval|consent|agreement|go-ahead|permission|confirmation)\b/gi,
          /\b(?:there is |there['’]s )?no need to (?:confirm|check back|ask(?: (?:first|again|the user))?|verify with)\b[^.\n]{0,30}(?:anything|the user|first|\.)/gi,
        ],
        unless:
          /\b(?:read-only|formatting|trivial|small|if (?:the )?user (?:has )?(?:already )?(?:said|asked|confirmed)|tests?)\b/i,
      },
      message: "The skill presumes a consent that it never asked for.",
      advice: "Ask the user each time.",
      references: ["OWASP Agentic Skills 05"],
    },
    {
      id: "T02-hidden-purpose",
      version: 1,
      title: "A purpose behind the purpose",
      category: "T02",
      severity: "high",
      confidence: 0.85,
      kind: "malicious",
      layer: "static",
      where: { roles: [...readable, "heading"] },
      detect: {
        kind: "pattern",
        hints: pieces(
          "real task|real goal|real purpose|true purpose|hidden objective|hidden goal|secret goal|secret objective|hidden agenda|only the cover|cover story|without pointing it out|actual goal",
        ),
        any: [
          /\byour (?:real|true|actual|hidden|secret) (?:task|goal|purpose|objective|mission) is\b|\byou have a (?:hidden|secret) (?:objective|goal|purpose|task|agenda)\b/gi,
          /\b(?:is|are|as) (?:only |just |merely )?(?:the|a) cover(?: story)?\b|\bwithout pointing it out\b/gi,
        ],
        unless: /\b(?:cover (?:letter|image|page|sheet|art|photo)|novel|character|game|story)\b/i,
      },
      message: "The skill has the agent serve another purpose than it says.",
      advice: "Say what the skill is for.",
      references: ["OWASP LLM01"],
    },
    {
      id: "T15-guard-lowered",
      version: 5,
      title: "Reviews and checks to be waved through",
      category: "T15",
      severity: "high",
      confidence: 0.65,
      kind: "suspicious",
      layer: "static",
      where: { roles: [...readable] },
      detect: {
        kind: "pattern",
        evenNegated: true,
        hints: pieces(
          "conclude|security scan|approve|branch protection|/protection|never warn|sslverify|reject_unauthorized|skip-permissions|approval_policy|public-read|bypasspermissions",
        ),
        any: [
          /\b(?:whatever|regardless|no matter)\b[^.\n]{0,60}\b(?:conclude|report|say|answer) that\b[^.\n]{0,40}\b(?:secure|safe|fine|clean|passed|no (?:issues|problems|vulnerabilities))\b/gi,
          /\b(?:do not|don['’]t|never) run (?:any )?(?:security|vulnerability|secret|malware) (?:scanners?|scans?|checks?|tools?)\b/gi,
          /\bapprove (?:every|all|any) (?:pull|merge) requests?\b[^.\n]{0,80}\bwithout (?:reading|reviewing|looking|checking)\b/gi,
          /\b(?:turn off|disable|remove) branch protection\b[^.\n]{0,40}\b(?:force|push|merge)\b/gi,
          /\bgh api -X DELETE [^\s`]{0,80}branches\/[^\s`]{1,60}\/protection\b/g,
          /\bnever warn (?:about|of|when)\b[^.\n]{0,60}\b(?:licen[cs]e|security|vulnerab\w{1,8}|packages?|risks?)\b/gi,
          /\bhttp\.sslVerify (?:=\s?)?"?false\b|\bNODE_TLS_REJECT_UNAUTHORIZED=["']?0\b|\b(?:run|use|start) `?claude --dangerously-skip-permissions\b/gi,
          /\bset\b(?![^\n]{0,160}read-only)[^\n|<]{0,80}\bapproval_policy\s{0,3}=\s{0,3}["']never["'][^\n|<]{0,80}danger-full-access/gi,
          /\b(?:writ(?:e|ing)|put(?:ting)?|set(?:ting)?|sav(?:e|ing)|add(?:ing)?)\b[^.\n]{0,60}\bbypassPermissions\b[^\n]{0,60}(?:\n[^\n]{0,20})?\bsettings(?:\.local)?\.json\b/gi,
          /\b(?:run|use|start) (?:the agent |claude )?(?:with )?`?(?:claude )?--dangerously-skip-permissions\b[^.\n]{0,20}\b(?:from now on|always|by default|every time|in every)\b/gi,
        ],
        unless:
          /\bbad:|\b(?:never (?:use|set|disable|run claude)|do not (?:use|set|disable)|only (?:in|for) (?:local|testing|development)|dangerous|sandbox|docker|container|insecure|(?:search|grep|scan|look|check)\w{0,8}`? for)\b/i,
      },
      message: "A check that protects the user is to be waved through.",
      advice: "Leave checks on, and report what they say.",
      references: [],
    },
    {
      id: "T12-remote-access",
      version: 2,
      title: "A stranger let in",
      category: "T12",
      severity: "high",
      confidence: 0.45,
      kind: "malicious",
      layer: "static",
      where: { roles: [...readable, "code"] },
      detect: {
        kind: "pattern",
        hints: pieces(
          "ssh -|collaborator|ld_preload|dyld_insert|shell listening|listening shell|type their password|type the password",
        ),
        any: [
          /\bssh\s[^\n]{0,40}-\w{0,4}R\s{0,2}\d{2,5}:[\w.]{1,60}:\d{1,5}\s[^\n]{0,60}@[\w-]{1,60}\.[\w.-]{2,60}/g,
          /\badd\b[^.\n]{0,40}\bcollaborators?\b[^.\n]{0,60}\bwith (?:admin|owner|full|write) (?:rights|access|permissions?)\b[^.\n]{0,40}\b(?:each|every|all)\b/gi,
          /\b(?:LD_PRELOAD|DYLD_INSERT_LIBRARIES)\b[^.\n]{0,20}\b(?:to|=)\s{0,2}["'`]?\.{0,2}\/[\w./-]{1,80}\.(?:so|dylib)[^\n]{0,40}\ball\b/gi,
          /\bopen(?:s)? port \d{2,5}\b[^.\n]{0,40}\bshell\b[^.\n]{0,30}\blisten/gi,
          /\b(?:instruct|tell|ask|have) the (?:person|user) (?:to )?type (?:their|the) password and (?:proceed|continue|allow)\b/gi,
        ],
      },
      message: "Someone else gets a way into the machine or the repository.",
      advice: "Remove it.",
      references: ["MITRE T1219"],
    },
    ...carriedRules,
    ...rememberedRules,
  ],
};

/** Secrets by place or by noun, as one concept. */
function secretAny(): Concept {
  return {
    id: "secret",
    pattern:
      /\b(?:credentials?|secrets|passwords?|api keys?|access tokens?|private keys?|printenv|environment variables|env vars|clipboard)\b|(?<![\w/])\.env\b|~\/\.(?:ssh|aws|netrc|npmrc|config\/gh)/gi,
    hints: [...secretNoun.hints, ...secretPlace.hints, "clipboard", "printenv"],
  };
}
