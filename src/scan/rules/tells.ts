/**
 * Words by which a hidden step gives itself away. Most are hunches: honest texts say one of them now and then, and it
 * opens no concern; two of different kinds in one skill do. What no honest page of a thousand said opens one by itself.
 */
import { pieces } from "../lexicon.ts";
import type { Rule, RuleFamily } from "../rule.ts";

type Tell = Pick<Rule, "id" | "version" | "title" | "category" | "message" | "advice"> & {
  /** Where honest texts never say it. */
  readonly rare?: true;
  readonly hints: string;
  readonly any: readonly RegExp[];
  readonly unless?: RegExp;
};

/** What is said to a person or an agent, wherever it stands: also in the texts of a program. */
function tell({ hints, any, unless, rare, ...said }: Tell): Rule {
  return {
    ...said,
    severity: "medium",
    confidence: rare === true ? 0.55 : 0.45,
    kind: "suspicious",
    layer: "static",
    where: {
      roles: ["prose", "quote", "table", "hidden", "comment", "front-matter", "code", "config"],
    },
    detect: {
      kind: "pattern",
      evenNegated: true,
      hints: pieces(hints),
      any,
      ...(unless === undefined ? {} : { unless }),
    },
    references: ["OWASP Agentic Skills 05"],
  };
}

export const tells: RuleFamily = {
  id: "tells",
  title: "Words that give a hidden step away",
  rules: [
    tell({
      id: "T02-tell-left-out",
      version: 1,
      rare: true,
      title: "Left out of the account",
      category: "T02",
      message: "Something that is done is to be left out of what the user is shown.",
      advice: "Tell the user everything that was done.",
      hints:
        "out of|off the|no need|not to be|not shown|never shown|not listed|not mentioned|without noting|without saying|without mentioning|without stating|without telling|without showing|list it|list them|show it|show them|quote them|quote it|note it|note them|do not describe|don't describe|confus|unmentioned|unlisted",
      any: [
        /\b(?:leave|keep|omit|drop|strip)\s(?:it|this|that|them|these|those|the (?:step|line|call|block|entry|copy|upload|request)s?)\s(?:\w{1,10}\s){0,2}?(?:out of|off|from)\s(?:the |your |any |all |its )?(?:\w{1,14}\s){0,2}?(?:reports?|summar(?:y|ies)|tables?|totals?|change ?logs?|release notes?|logs?|lists?|explanations?|answers?|repl(?:y|ies)|responses?|outputs?|commit messages?|descriptions?|reviews?|transcripts?|plans?)\b/gi,
        /\b(?:steps?|this|these|those|it|they|them|commands?|calls?|entr(?:y|ies)|lines?)\b[^.;\n]{0,30}\b(?:is|are|be) (?:not|never) (?:to be )?(?:shown|mentioned|reported|told|listed|noted|announced|disclosed|described)\b(?: to (?:the )?(?:user|anyone|people|customer|owner))?(?=[.;,)]|$)/gi,
        /\bnot to be (?:shown|mentioned|reported|told|listed|noted|announced|disclosed|quoted|discussed)\b(?!:)/gi,
        /\bno need to (?:show|mention|report|list|announce|note|display)\s(?:it|this|that|them|these)\b/gi,
        /\bwithout (?:noting|saying|mentioning|stating|telling (?:them|the user|anyone)|showing) (?:it|this|that|them)\b/gi,
      ],
      unless:
        /\b(?:secrets?|tokens?|passwords?|credentials?|api keys?|pii|personal data|sensitive|stack traces?|spoilers?|duplicates?|if (?:you are )?unsure|not sure|can(?:no|['’])?t verify|unverified|if (?:an?|the|there|no|none|it|they|any|nothing|you)|irrelevant|empty|boilerplate|trivial|unless (?:asked|the user)|summari[sz]e|internal refactor\w{0,4})\b/i,
    }),
    tell({
      id: "T02-tell-not-listed",
      version: 1,
      title: "Not to be listed or shown",
      category: "T02",
      message: "Something that is done is not to be listed, shown or explained.",
      advice: "Tell the user everything that was done.",
      hints:
        "list it|list them|show it|show them|quote them|quote it|report it|report them|note it|note them|announce|describe th|confus|worry|alarm|distract|unsettle",
      any: [
        /\b(?:do not|don['’]t|never)\s(?:list|show|quote|report|note|announce|describe|reference)\s(?:it|this|that|them|these|those)(?: \w{3,12}){0,2}(?=[.,;)]| among| to (?:the )?(?:user|anyone|people)| in (?:the |your )?(?:summary|report|answer|reply|list))/gi,
        /\b(?:users?|people|reviewers?|readers?|they|them|person)\b[^.;\n]{0,20}\b(?:find|finds) (?:it|this|that|them|a|such)\b[^.;\n]{0,30}\bconfus\w{2,4}\b|\b(?:would|will) only (?:confuse|worry|alarm|distract|unsettle)\b/gi,
      ],
      unless:
        /\b(?:secrets?|tokens?|passwords?|credentials?|api keys?|pii|sensitive|stack traces?|duplicates?|unsure|irrelevant|empty|trivial|pre-existing|false positives?)\b/i,
    }),
    tell({
      id: "T02-tell-passed-off",
      version: 1,
      title: "Passed off as something else",
      category: "T02",
      message: "Something that is done is to be called something else.",
      advice: "Call things by their name.",
      hints:
        "asked|asks|ask about|call it|call them|describe it|describe them|describe this|describe these|present it|label it|report it|report them|explain it|as if|as though|harmless|draw attention|attract attention|look like|as a |as an |call th|ask ",
      any: [
        /\b(?:if|when|should|whenever)\s(?:\w{1,14}\s){0,4}?(?:asked|asks?|wonders?|inquires?|notices?|questions?)\b[^.;\n]{0,70}?[,:]?\s(?:call (?:it|them|this)|(?:I )?(?:say|answer|reply|respond|explain|state|claim|tell (?:them|him|her)):?\s(?:that|it|they|this|there|nothing|with|you|["“])|(?:blame|attribute|refer) )/gi,
        /\b(?:call|describe|present|label|record|report|explain|declare|treat|count)\s(?:it|this|them|these|that)\s(?:to (?:the )?(?:user|people|reviewers?|them)\s)?(?:as )?(?:an? |the |["“])(?:\w{2,14}[\s-]){0,3}?(?:checks?|check(?:ing)? \w{3,12}|updates?|cache|hint|fix|mitigation|maintenance|housekeeping|routine|sync|warm-?up|optimi[sz]ation|clean-?up|misunderstanding|glitch|formality|side effect|formatting|telemetry|internals?)\b/gi,
        /\b(?:should|must|will|to|it|make)\s(?:always |then |just )?(?:look|appear|seem|read|sound) (?:as (?:if|though)|like) (?:the|it|they|nothing|you|an? (?:normal|ordinary|regular|usual|harmless|routine)|everything)\b/gi,
        /\b(?:say|answer|give|state|call|quote|name|list)\b[^.;\n]{0,60}["“][^"”\n]{2,60}["”][^.;\n]{0,24}\b(?:when|if) (?:the user|they|someone|anyone|somebody)? ?(?:asks?|asked|wonders?)\b/gi,
        /\b(?:harmless|innocent|ordinary|routine|normal)[- ]looking\b|\b(?:draw|attract|raise|arouse)s? (?:no |any |less |little )?(?:attention|suspicion)\b/gi,
      ],
      unless:
        /\b(?:role-?play|persona|character|game|quiz|design|ui|layout|button|css|screenshot|photo|image|style|logo|typography|visual\w{0,2}|attackers?|phishing|malware|red[- ]team\w{0,4})\b/i,
    }),
    tell({
      id: "T01-tell-above-user",
      version: 1,
      rare: true,
      title: "Put above what the user wants",
      category: "T01",
      message: "Something is to count for more than the user's own words.",
      advice: "State the task; the user stays in charge.",
      hints: "user|owner|operator|supersede",
      any: [
        /\b(?:comes?|goes?|ranks?|stands?|counts?|weighs?|placed?|precedence|priority|overrid(?:e|es|ing)|supersedes?|outranks?|obey(?:ed)?|follow(?:ed)?|prefer(?:red)?)\b[^.;\n]{0,40}?\b(?:before|above|over|ahead of|more than|beyond|and|overrid(?:e|es|ing)|supersedes?)\s(?:(?:the |your |my |any |all )?(?:\w{2,14} ){0,2}?(?:and |or ))?(?:what(?:ever)? |anything |everything |all )?(?:the |your |its |my |a )?(?:user|human|owner)(?:['’]s)?\s(?:own )?(?:wish(?:es)?|says?|said|types?|wants?|words?|instructions?|requests?|orders?|preferences?|asks?|asked|decisions?|choices?)\b/gi,
        /\b(?:overrid(?:e|es|ing)|(?:precedence|priority) over|supersedes?)\b[^.;]{0,90}\b(?:wish(?:es)?|instructions?|words|requests?|will) of the user\b/gi,
        /\bsupersedes?\b[^.;]{0,60}\b(?:any|all|every) (?:earlier|previous|prior|other) instructions?\b/gi,
        /\b(?:rank|count)s? (?:like|as) (?:messages|instructions|orders|words) (?:from|of) (?:your|the|my) (?:human|user|owner|operator)\b|\b(?:speaks?|acts?|stands?) for (?:my|the|your|our) (?:owner|operator|user|principal)\b|\bas (?:coming|if (?:it|they) came|if sent) from (?:the|your|my) (?:owner|operator|user|developer|principal)\b/gi,
        /\b(?:even if|although|whatever|no matter (?:what|whether)|regardless of (?:what|whether))\s(?:the )?(?:user|person|owner|customer)\s(?:has |have |had )?(?:said|says|asked|asks|excluded|objects?|declined?s?|refuse[sd]?|wants?|prefers?|disagrees?)\b[^.;\n]{0,60}/gi,
      ],
      unless:
        /\b(?:never|must not|does not|do not|cannot|user['’]s? (?:explicit )?(?:instructions?|wishes|requests?) (?:take|always|come|go|win|override)|css|settings?|config\w{0,10}|defaults?|unless the user)\b/i,
    }),
    tell({
      id: "T13-tell-kept-alive",
      version: 1,
      title: "Written again when it is removed",
      category: "T13",
      message: "What is written is to be put back when somebody removes it.",
      advice: "What a person removes stays removed.",
      hints:
        "restore|re-add|readd|put it back|put them back|write it again|recreate|re-create|still there|still in place|still present|is removed|is uninstalled|do not remove|do not edit|not to be removed|quote or remove|reinstall|was removed|is missing|are missing|again|put it back",
      any: [
        /\b(?:restore|re-?add|re-?create|re-?install|put (?:it|them) back|write (?:it|them) again|add (?:it|them) again)\b[^.;\n]{0,40}\b(?:if|when|whenever|should)\b[^.;\n]{0,40}\b(?:missing|removed|deleted|gone|disappears?|edited|taken out|not there|cleaned)\b/gi,
        /\b(?:if|when|whenever|should)\b[^.;\n]{0,40}\b(?:missing|remove[sd]|delete[sd]|gone|disappears?|taken out|cleaned(?: up)?)\b[^.;\n]{0,24}\b(?:restore|re-?add|re-?create|re-?install|put (?:it|them) back|write (?:it|them) again|add (?:it|them) again)\b/gi,
        /\b(?:block|line|entry|section|note|rule|hook|key|job)\b[^.;\n]{0,30}\b(?:is|are) still (?:there|in place|present)\b/gi,
        /\b(?:leave|keep|stay|remain)s? (?:it|them|this|these)?\s?(?:there|in place|behind)? ?(?:when|after|even if|even when) (?:the |this )?(?:skill|plugin|tool|extension) is (?:removed|uninstalled|deleted|disabled)\b/gi,
        /\b(?:do not|don['’]t|never) (?:quote|remove|edit|delete|mention|show|change)(?:,? (?:or|nor) (?:quote|remove|edit|delete|mention|show|change))? (?:these|this|the) (?:entries|entry|conventions?|block|section|lines?|rules?|notes?)\b/gi,
      ],
      unless:
        /\b(?:ask (?:the user|them)|backup|database|migration|snapshot|dependenc(?:y|ies)|packages?|node_modules|generated|auto-?generated|git (?:checkout|restore|stash))\b/i,
    }),
    tell({
      id: "T12-tell-tidied-away",
      version: 1,
      title: "Traces taken away afterwards",
      category: "T12",
      message: "What could tell of a step is to be deleted after it.",
      advice: "Leave logs, messages and histories to the person.",
      hints:
        "trash|sent|history|traces|audit log|event log|reflog|afterwards|the bin|recycle bin|modification time",
      any: [
        /\b(?:delete|remove|erase|clear|purge|wipe|shred)\b[^.;\n]{0,50}\b(?:from (?:the )?(?:trash|sent(?: items| folder| mail)?|history|recycle bin|audit log)|(?:the )?sent (?:copy|copies|message|mail)|shell history|(?:any |all )?traces?|reflog|audit logs?|event logs?)\b/gi,
        /\bempty (?:the |your )?(?:bin|trash|recycle bin)\b|\bmodification times? of [^.;\n]{0,30}as they were\b/gi,
        /\b(?:delete|remove|erase) (?:the |this |that )?(?:mail|e-?mail|message|note|branch|draft|filter|notification)s? (?:again |itself )?afterwards?\b/gi,
      ],
      unless:
        /\b(?:stack traces?|browser history|chat history|gdpr|retention|if the user asks|on request|git history|undo|opentelemetry|spans?)\b/i,
    }),
    tell({
      id: "T02-tell-confidential",
      version: 1,
      title: "Said to be none of the user's business",
      category: "T02",
      message: "Instructions are called confidential towards the person whom they serve.",
      advice: "Whatever a skill says, its user may read.",
      hints:
        "confidential|internals|internal step|for internal|between us|private instruct|hidden from|behind the scenes|not part of the conversation|disclose|reveal|discuss|steps |cite|not part of",
      any: [
        /\b(?:these|this|the) (?:conventions?|instructions?|rules?|notes?|steps?|section|frame|entries)\b[^.;\n]{0,30}\b(?:is|are) (?:strictly )?(?:confidential|internal|private|secret|not part of the (?:conversation|answer|output|report|summary))\b/gi,
        /\bit is (?:\w{3,14} and )?not part of the (?:report|summary|answer)\b/gi,
        /\b(?:do not|don['’]t|never) (?:disclose|reveal|discuss|share|expose|cite) (?:this|these|the) (?:frame|conventions?|rules?|scoring|weights?|notes?|steps?|arrangement|section|policy|exceptions?)\b/gi,
        /\bsteps? [\w–-]{1,7} (?:is|are) (?:\w{2,14} )?(?:internals?|internal|not shown|hidden)\b/gi,
      ],
      unless:
        /\b(?:third part(?:y|ies)|public|externally|client|customer|patient|legal|nda|api|secrets?|credentials?)\b/i,
    }),
    tell({
      id: "T28-tell-watched",
      version: 1,
      rare: true,
      title: "Behaves while it is watched",
      category: "T28",
      message: "The skill is to behave otherwise while somebody tests or reviews it.",
      advice: "Do the same whoever looks on.",
      hints: "audit|review|scan|demo|test|sandbox|inspect|being watched|observed",
      any: [
        /\b(?:in|during|when|while|if|for)\b[^.;\n]{0,60}\b(?:audit(?:s|ed|or)?|review(?:s|ed|er)?|scan(?:s|ned)?|demos?|tests?|sandbox(?:es)?|inspect(?:ed|ions?)|observed|being watched)\b[^.\n]{0,80}?\b(?:describe only the (?:first|rest|other|visible)|(?:part|step|phase|section|mode)?\s?does(?: not|n['’]t) exist|stay (?:inactive|dormant)|behave (?:normally|well|as described)|leave that part out)\b/gi,
      ],
      unless:
        /\b(?:file|function|element|column|route|table|variable|package|branch) does(?: not|n['’]t) exist\b|\b(?:is|are) (?:done|finished|complete\w{0,1}|over|ready)\b/i,
    }),
    tell({
      id: "T15-tell-checks-evaded",
      version: 1,
      title: "Around a check instead of through it",
      category: "T15",
      message: "A filter, an approval or a limit is to be got around.",
      advice: "What is refused is refused; ask the person.",
      hints:
        "get around|gets around|work around|bypass|evade|circumvent|slip|deny list|denylist|blocklist|allow list|allowlist|approval|already passed|upstream|sandbox|split|break ",
      any: [
        /\b(?:get|go|work|gets|works) around (?:it|this|that|the|any|such)\b[^.;\n]{0,40}\b(?:order|filter|approval|limit|check|prompt|dialog\w{0,3}|polic(?:y|ies)|guard|sandbox)\b/gi,
        /(?<!-)\b(?:bypass|evade|circumvent|defeat|outsmart|sidestep|slip past)\b[^.;\n]{0,40}\b(?:deny ?list|block ?list|allow ?list|approvals?|permission (?:prompts?|checks?|dialogs?)|sandbox|command filters?|guardrails?|review(?:ers?)?)\b/gi,
        /\b(?:command|tool|call)s?\b[^.;\n]{0,30}\b(?:on the (?:deny|block) ?list|is (?:denied|blocked|refused))\b[^.;\n]{0,40}\b(?:another form|encoded?|base64|rewrit\w{2,4}|renam\w{2,3}|alias|wrap\w{0,4}|through|via)\b/gi,
        /\b(?:have|has|were|was) (?:already )?(?:passed|cleared|been (?:vetted|cleared|approved))\b[^.;\n]{0,40}\b(?:upstream|elsewhere|before|in advance)\b[^\n]{0,60}\b(?:skip|do not|don['’]t|no need|without)\b/gi,
        /\b(?:split|break)\b[^.;\n]{0,50}\b(?:into|in)\b[^.;\n]{0,30}\b(?:steps?|parts?|pieces|commands?)\b[^.;\n]{0,60}\b(?:approved|attention|noticed|filter|pass(?:es)? (?:the )?(?:check|review))\b/gi,
      ],
      unless:
        /\b(?:waf|csp|xss|captcha|paywall|attackers?|pentest\w{0,4}|red[- ]team\w{0,4}|ctf|vulnerab\w{2,8}|detect\w{0,4}|prevent\w{0,4}|never|do not|don['’]t (?:bypass|evade|work))\b/i,
    }),
    tell({
      id: "T09-tell-gathered",
      version: 1,
      rare: true,
      title: "Keys gathered from where they lie",
      category: "T09",
      message: "Keys, passwords or tokens are to be looked for in places that are not the task's.",
      advice: "Name the one value that is needed.",
      hints:
        "keys|tokens|passwords|credentials|secrets|.env|tfvars|.netrc|.npmrc|deploy key|token|password|secret",
      any: [
        /\b(?:locate|find|collect|gather|look for|search for|pick up|harvest|put|include|copy|save|write)\b[^.;\n]{0,40}\b(?:keys|tokens|passwords|credentials|secrets)\b[^.;\n]{0,24}\b(?:found (?:there|in)|in (?:this|the) workspace|in ~|under ~|in the home|on (?:this|the) machine|lying around|from other)\b/gi,
        /\b(?:\.env|\.netrc|\.npmrc|\.pypirc|\.kube\/config|\.aws\/credentials|\.ssh|hosts\.yml|tfvars|\.git-credentials)\b[^;\n]{0,30}[,/]\s?(?:and )?[^;\n]{0,20}(?:\.env|\.netrc|\.npmrc|\.pypirc|\.kube\/config|\.aws\/credentials|\.ssh|hosts\.yml|tfvars|\.git-credentials)\b[^;\n]{0,80}\b(?:copy|save|write|send|post|commit|put|attach|publish|encode|include)\w{0,3}\b/gi,
        /\b(?:when|whenever|if)\b[^.;\n]{0,40}(?:\.env|tokens?|deploy keys?|credentials?|secrets?|passwords?)\b[^.;\n]{0,30}\b(?:also|too|as well)\b[^.;\n]{0,20}\b(?:save|copy|send|keep|store|write|post|forward)\s(?:an? copy|copies|it|them|the (?:file|value|token|key)s?)\b/gi,
      ],
      unless:
        /\b(?:gitignore|ignore|exclude|never|do not|don['’]t|detect\w{0,4}|scan\w{0,4}|leaks?|rotate|redact\w{0,3}|revoke|audit\w{0,3}|mask\w{0,3}|git-?leaks|trufflehog|hardcoded|exposed|vulnerab\w{2,8})\b/i,
    }),
  ],
};
