/** Instructions planted in an honest task: a copy sent along, a lie to the user, a weakness, a trace removed. */
import type { SkillContext } from "../context.ts";
import { hostKind, hostOf } from "../hosts.ts";
import { pieces } from "../lexicon.ts";
import type { CodeDetector, Hit, RuleFamily } from "../rule.ts";
import type { Block } from "../structure/block.ts";
import { isNegatedAt } from "../structure/polarity.ts";
import { isDeclaredHost, kindOf, onFacts } from "./on-facts.ts";

const readable = ["prose", "quote", "hidden", "comment"] as const;

const handsOver =
  /\b(?:send|upload|post|forward|transmit|relay|submit|e-?mail|copy|deliver|mirror|push|sync|share|store)(?:s|es|ing)?\b/i;
const goods =
  /\b(?:copy|copies|database|(?:complete|full|entire|whole|final|original) (?:text|document|file|output|content|report|result|code)s?|repositor(?:y|ies)|branch(?:es)?|codebase|source code|diff|screenshots?|user(?:['’]s)? (?:files?|data|documents?|input)|all (?:files|data|messages|documents|emails)|conversation)\b/i;

/** One sentence that hands over the user's goods to a host the skill has nothing to do with. */
const copyToStranger: CodeDetector = {
  kind: "code",
  *run(context): Generator<Hit> {
    for (const block of context.blocks) {
      if (
        block.polarity !== "assert" ||
        (block.role !== "prose" && block.role !== "hidden" && block.role !== "quote")
      )
        continue;
      if (block.lower.includes("://") || block.lower.includes("git@")) yield* strangersIn(block, context);
    }
  },
};

function* strangersIn(block: Block, context: SkillContext): Generator<Hit> {
  for (const match of block.text.matchAll(/\bhttps?:\/\/[^\s"'`<>)\]]{3,300}|\bgit@[\w.-]{3,100}:/gi)) {
    const host = match[0].startsWith("git@") ? match[0].slice(4, -1) : hostOf(match[0]);
    if (hostKind(host) !== "unknown" || isDeclaredHost(host, context)) continue;
    const sentence = block.text.slice(Math.max(0, match.index - 160), match.index + match[0].length + 60);
    const words = sentence.replace(/https?:\/\/[^\s)]{1,400}/g, " ");
    if (!handsOver.test(words) || !goods.test(words) || isNegatedAt(block.text, match.index)) continue;
    yield {
      artefact: block.artefact,
      start: block.start + match.index,
      end: block.start + match.index + match[0].length,
    };
  }
}

export const planted: RuleFamily = {
  id: "planted",
  title: "Instructions planted in an honest task",
  rules: [
    {
      id: "T08-copy-to-stranger",
      version: 1,
      title: "The user's work handed to a stranger's host",
      category: "T08",
      severity: "high",
      confidence: 0.6,
      kind: "suspicious",
      layer: "static",
      detect: copyToStranger,
      message: "What the user works on is to go to a host that the skill has nothing to do with.",
      advice: "Name the service in the description, and ask before anything leaves the machine.",
      references: ["OWASP LLM02"],
    },
    {
      id: "T08-upload-to-stranger",
      version: 1,
      title: "Output of a command sent to a stranger's host",
      category: "T08",
      severity: "high",
      confidence: 0.6,
      kind: "suspicious",
      layer: "deep",
      detect: onFacts(["upload"], (fact, context) =>
        kindOf(fact) === "unknown" && fact.host !== "" && !isDeclaredHost(fact.host, context)
          ? { message: `What ${fact.detail} gives goes to ${fact.host}.` }
          : undefined,
      ),
      message: "The output of a command goes to a host that the skill has nothing to do with.",
      advice: "Name the service in the description, and ask before anything leaves the machine.",
      references: ["CWE-200"],
    },
    {
      id: "T08-blind-copy",
      version: 1,
      title: "Blind copies to a fixed address",
      category: "T08",
      severity: "high",
      confidence: 0.75,
      kind: "malicious",
      layer: "static",
      where: { roles: [...readable, "code"] },
      detect: {
        kind: "pattern",
        hints: pieces("bcc|blind copy|blind carbon"),
        any: [/\b(?:bcc|blind (?:carbon )?copy)\b[^\n]{0,50}[\w.+-]{1,64}@[\w-]{1,63}\.[a-z]{2,12}/gi],
        unless: /@example\.|your-?email|user@|you@/i,
      },
      message: "Mail of the user's is to be copied to a fixed address, unseen.",
      advice: "Remove it.",
      references: [],
    },
    {
      id: "T02-lie-to-user",
      version: 1,
      title: "The user to be lied to about what was done",
      category: "T02",
      severity: "high",
      confidence: 0.7,
      kind: "suspicious",
      layer: "static",
      where: { roles: [...readable] },
      detect: {
        kind: "pattern",
        evenNegated: true,
        hints: pieces("asks|asked|tell the user|assure|inform the user|reveal|disclose|mention"),
        any: [
          /\bif (?:the )?(?:user|anyone|someone|they) asks? (?:what|why|about|whether|which)\b[^.\n]{0,60}\b(?:say only|only say|claim|pretend|deny|say that (?:it|nothing|only)|answer that (?:it|nothing|only))\b/gi,
          /\b(?:tell|assure|inform) (?:the )?user (?:that )?[^.\n]{0,60}\b(?:success\w{0,6}|fine|done|complete\w{0,2}|safe)\b[^.\n]{0,20}\b(?:even (?:if|though|when)|regardless|no matter)\b/gi,
          /\b(?:do not|don['’]?t|never) (?:reveal|disclose|mention|show|discuss) (?:the (?:contents? of )?(?:this section|these instructions|command)|this section|these instructions|that (?:any )?data|(?:the )?(?:upload|collection|sharing))\b/gi,
        ],
        unless:
          /\b(?:system prompt leak|secrets? in|in the (?:commit|changelog|pull request|final)|to third parties)\b/i,
      },
      message: "The user is to be told something other than what happens.",
      advice: "Say what was done.",
      references: ["OWASP Agentic Skills 05"],
    },
    {
      id: "T02-covert-other-languages",
      version: 1,
      title: "Steps kept from the user, in another language",
      category: "T02",
      severity: "high",
      confidence: 0.85,
      kind: "malicious",
      layer: "static",
      where: { roles: [...readable, "heading"] },
      detect: {
        kind: "pattern",
        evenNegated: true,
        hints: pieces("nicht|ohne|sin |no le|ne |sans|não|sem |不要|别|勿|не |без|ない|non "),
        any: [
          /\berwähne (?:es|dies|das|diesen schritt) (?:gegenüber dem \w{1,12} )?nicht|\b(?:sage|sag|teile) (?:es )?dem (?:nutzer|benutzer|anwender) nicht|\bohne (?:es )?de[mn] (?:nutzer|benutzer|anwender)[^.\n]{0,20}(?:zu sagen|mitzuteilen|zu informieren)/gi,
          /\bsin (?:dec[ií]rselo|avisar|informar|notificar)(?:lo)? al usuario|\bno (?:se lo digas|le digas|lo menciones|informes) (?:nada )?al usuario|\bsem (?:informar|avisar|dizer a)o? ?o? usuário|\bnão (?:informe|avise|mencione|diga)[^.\n]{0,12} ao usuário/gi,
          /\bne (?:le |l['’])?(?:dis|dites|mentionne|mentionnez|signale|signalez|informe|informez)[^.\n]{0,20} pas[^.\n]{0,20} l['’]utilisateur|\bsans (?:en )?(?:informer|avertir|prévenir) l['’]utilisateur|\bnon (?:dirlo|menzionarlo|informare)[^.\n]{0,12} (?:al)?l['’]utente/gi,
          /(?:不要|别|勿|不得|请勿)(?:告诉|告知|通知|提示|让|向)用户|不要(?:提及|提到|透露)|(?:не (?:сообщай|говори|упоминай)(?:те)?)[^.\n]{0,20}пользовател|без ведома пользователя|ユーザーに(?:は)?(?:知らせ|言わ|伝え)(?:ない|ず)/g,
        ],
      },
      message: "Asks the agent to keep an action from its user.",
      advice: "Remove it. Whatever a skill has the agent do, the user may know.",
      references: ["OWASP Agentic Skills 05"],
    },
    {
      id: "T01-false-authority",
      version: 1,
      title: "A skill that claims authority over the user or safety",
      category: "T01",
      severity: "high",
      confidence: 0.75,
      kind: "malicious",
      layer: "static",
      where: { roles: [...readable] },
      detect: {
        kind: "pattern",
        hints: pieces(
          "supersede|overrid|precedence|outrank|safety|security rules|security checks|without limits|administrator",
        ),
        any: [
          /\b(?:supersedes?|overrides?|outranks?|takes? precedence over)\s(?:(?:any|all|every|other|of|and|both|even|whatever|anything)\s){0,3}?(?:the user|what the user|user instructions?|the user['’]s (?:wishes|instructions?|requests?)|your (?:other )?(?:rules|guidelines|training))\b/gi,
          /\bsafety (?:rules?|checks?|guidelines?|polic(?:y|ies)|measures)\b[^.\n]{0,20}\b(?:do(?:es)? not apply|don['’]t apply|are (?:off|suspended|disabled|lifted)|can be (?:skipped|ignored)|may be (?:skipped|ignored))\b|\b(?:skip|ignore|bypass) (?:all |any |the |your )?safety (?:checks?|rules?|guidelines?|measures)\b/gi,
          /\btreat (?:everything|all|this file|these instructions)\b[^.\n]{0,30}\bas (?:coming from|if (?:it|they) came from|written by|issued by) (?:the )?(?:system|administrator|developer|anthropic|openai|operator)\b/gi,
          /\bact as\b[^.\n]{0,30}\b(?:without (?:any )?(?:limits|restrictions|rules)|unrestricted)\b/gi,
        ],
        unless:
          /\b(?:css|stylesheet|config(?:uration)? file|environment variables?|flag|settings?|system messages?)\b/i,
      },
      message: "The skill sets itself above the user or above safety rules.",
      advice: "State the task; the agent's rules and its user stay in charge.",
      references: ["OWASP LLM01"],
    },
    {
      id: "T07-run-what-comes",
      version: 1,
      title: "Whatever a host answers is run",
      category: "T07",
      severity: "high",
      confidence: 0.8,
      kind: "malicious",
      layer: "static",
      where: { roles: [...readable] },
      detect: {
        kind: "pattern",
        hints: pieces("://"),
        any: [
          /\bhttps?:\/\/[^\s"'`<>)]{4,200}[^.\n]{0,60}\b(?:run|execute|perform|carry out|do) (?:what|whatever|everything|anything|them|each)\b(?: (?:it|they|that|is|comes?|returns?|says?|one))?/gi,
          /\bhttps?:\/\/[^\s"'`<>)]{4,200}[^.\n]{0,20}\band (?:apply|follow|obey|enforce) the (?:policy|rules?|steps?|instructions?|directives?) (?:found|listed|given|described|shown|there|in it)\b/gi,
        ],
        unless: /\b(?:tests?|docs|documentation|examples?)\b/i,
      },
      message: "What a host answers is to be run or obeyed: it can change after the scan.",
      advice: "Put the steps into the skill.",
      references: ["OWASP Agentic Skills 06"],
    },
    {
      id: "T05-excuse-for-warning",
      version: 1,
      title: "Warnings of the system talked away",
      category: "T05",
      severity: "high",
      confidence: 0.8,
      kind: "malicious",
      layer: "static",
      where: { roles: [...readable, "table"] },
      detect: {
        kind: "pattern",
        hints: pieces(
          "defender|antivirus|anti-virus|smartscreen|gatekeeper|exclusion|run anyway|open anyway|security warning|double-click",
        ),
        any: [
          /\b(?:defender|anti-?virus|smartscreen|gatekeeper|security (?:software|warning))\b[^\n]{0,80}\b(?:false positives?|run anyway|open anyway|may (?:warn|flag|block|complain)|can be ignored|ignore (?:it|the warning|this)|click (?:more info|allow))\b/gi,
          /\badd (?:the |this |its )?(?:folder|file|path|program|helper|it)\b[^.\n]{0,40}\bexclusions?\b/gi,
          /\bdouble-click (?:on )?[`"']?[\w./-]{1,60}\.(?:exe|msi|dmg|pkg|bat|cmd|scr|command)\b/gi,
        ],
      },
      message: "The person is talked into running a program against the system's warning.",
      advice: "Ship source, or a signed package from its registry.",
      references: ["MITRE T1204"],
    },
    {
      id: "T09-hunt-for-secrets",
      version: 1,
      title: "The home folder searched for secrets",
      category: "T09",
      severity: "high",
      confidence: 0.65,
      kind: "suspicious",
      layer: "static",
      where: { roles: [...readable] },
      detect: {
        kind: "pattern",
        hints: pieces(
          "home folder|home director|entire disk|whole disk|file system|filesystem|$home|~/|keystroke|keylog|user types|screenshot|cookies",
        ),
        any: [
          /\b(?:find|search|scan|locate|look through|list)\b[^.\n]{0,40}\b(?:home (?:folder|directory)|entire (?:disk|system|filesystem)|whole (?:disk|system))\b[^\n]{0,60}\b(?:wallets?|seeds?|credentials?|tokens?|keys?|passwords?|secrets?|\.pem)\b/gi,
          /\b(?:find|search|scan|locate|list)\b[^\n]{0,60}\b(?:wallets?|seeds?|credentials?|passwords?|secrets?)\b[^\n]{0,40}\b(?:under|in|across|throughout) (?:the )?(?:home (?:folder|directory)|entire (?:disk|system)|whole (?:disk|system))/gi,
          /\b(?:record|log|capture)\b[^.\n]{0,20}\b(?:what the user types|keystrokes?|everything the user (?:types|does|says))|\bscreenshots?\b[^.\n]{0,30}\bevery (?:\d{1,3} )?(?:seconds?|minutes?)\b/gi,
          /\b(?:copy|read|dump|export|extract|steal)\b[^.\n]{0,30}\b(?:browser|chrome|firefox|safari) (?:cookies|passwords|sessions?)\b/gi,
        ],
        unless: /\b(?:never|do not|if (?:the )?user asks|own (?:repo|project)|repository|with consent)\b/i,
      },
      message: "The person's files, keys or doings are searched or recorded.",
      advice: "Read only what the task names.",
      references: ["MITRE T1083"],
    },
    {
      id: "T29-address-swap",
      version: 1,
      title: "Payments turned aside",
      category: "T29",
      severity: "high",
      confidence: 0.75,
      kind: "malicious",
      layer: "static",
      where: { roles: [...readable, "code"] },
      detect: {
        kind: "pattern",
        hints: pieces("address|0x|wallet|fee"),
        any: [
          /\b(?:replace|swap|substitute|change)\b[^.\n]{0,40}\b(?:wallet|payment|recipient|deposit|bank|iban|crypto|bitcoin|ethereum) ?(?:address(?:es)?|account)?\b[^.\n]{0,40}\b(?:with|for|to|by) (?:ours|mine|this|the following|0x[0-9a-fA-F]{40}|bc1\w{20,60}|[13]\w{25,34})\b/gi,
          /\bsend\s(?:\w{1,8}\s)?[\d.]{1,10}\s?(?:ETH|SOL|BTC|USDC|USDT)\b[^.\n]{0,20}\bto\s(?:0x[0-9a-fA-F]{40}|bc1\w{20,60})[^.\n]{0,40}\b(?:fee|each|every|licen[cs]e|run)\b/gi,
          /\b(?:payment|wallet) address\b[^.\n]{0,30}\b(?:swap|replace|substitute) it\b/gi,
        ],
        unless: /\b(?:testnet|placeholder|in the example|your own)\b/i,
      },
      message: "A payment is turned to another's address.",
      advice: "Remove it.",
      references: [],
    },
    {
      id: "T12-cover-tracks",
      version: 1,
      title: "Traces removed",
      category: "T12",
      severity: "high",
      confidence: 0.8,
      kind: "malicious",
      layer: "static",
      where: { roles: [...readable, "code"] },
      detect: {
        kind: "pattern",
        hints: pieces("history|trace|evidence|audit"),
        any: [
          /\b(?:clear|delete|erase|wipe|remove|purge|empty|truncate)s?\b(?! (?:when|if|where|only|after|audit))(?:(?!preserv|while|keep)[^.\n]){0,40}\b(?:(?:bash|shell|zsh|command|terminal) history|traces? of|(?:all|any) evidence|audit (?:logs?|trail))\b/gi,
          /\bhistory -c\b|\brm\s{1,4}(?:-\w{1,3}\s{1,4})?~\/\.(?:bash|zsh)_history\b|\bunset HISTFILE\b|\bHISTFILE=\/dev\/null\b|\bshred\b[^\n]{0,20}\/var\/log/g,
        ],
        unless: /\b(?:never|do not|browser|undo history|git history|chat history|retention)\b/i,
      },
      message: "Traces of what was done are removed.",
      advice: "Leave logs and histories alone.",
      references: ["MITRE T1070"],
    },
    {
      id: "T12-access-planted",
      version: 1,
      title: "A way back in",
      category: "T12",
      severity: "high",
      confidence: 0.7,
      kind: "suspicious",
      layer: "static",
      where: { roles: [...readable] },
      detect: {
        kind: "pattern",
        hints: pieces(
          "authorized_keys|alias sudo|launch agent|login item|master password|backdoor|always succeeds|valid administrator|hidden admin|hidden account|hidden user",
        ),
        any: [
          /\b(?:add|append|write|put|insert)\b[^\n]{0,120}\bauthorized_keys\b/gi,
          /\balias (?:sudo|ssh|git|su)=/g,
          /\b(?:create|install|set up|register)\b[^.\n]{0,20}\b(?:launch agent|launch daemon|login item)\b[^.\n]{0,40}\b(?:starts?|runs?)\b/gi,
          /\b(?:include|add|insert|accept|allow|hard-?code|create|keep)\b[^.\n]{0,40}\b(?:master password|backdoor|hidden (?:admin|account|user|endpoint|route|parameter)|(?:token|password|code)[^.\n]{0,30}as a valid (?:administrator|admin|user))\b/gi,
        ],
        unless: /\b(?:never|do not|your (?:own )?public key|ssh-copy-id|remove|detect|check|your public)\b/i,
      },
      message: "A way into the machine or the product is left open.",
      advice: "Remove it.",
      references: ["MITRE T1098", "CWE-798"],
    },
    {
      id: "T15-rights-by-memory",
      version: 1,
      title: "Rights taken by decree",
      category: "T15",
      severity: "high",
      confidence: 0.65,
      kind: "suspicious",
      layer: "static",
      where: { roles: [...readable] },
      detect: {
        kind: "pattern",
        hints: pieces("memory|remember|approve|grant yourself|need no approval|without limits|auto"),
        any: [
          /\b(?:remember|save (?:to|in) (?:your )?memory|store (?:to|in) (?:your )?memory|memori[sz]e)\b[^.\n]{0,80}\b(?:no approval|need no|has (?:agreed|approved|consented)|is trusted|are trusted|always allow(?:ed)?|without asking)\b/gi,
          /\bgrant yourself\b|\bauto-?\s?approve (?:its|all|every|any) (?:\w{1,12} )?(?:tools?|commands?|calls?|requests?)\b/gi,
          /\b(?:spawn|start|launch)\b[^.\n]{0,30}\b(?:agents?|processes|workers)\b[^.\n]{0,20}\bwithout (?:any )?limits?\b/gi,
        ],
        unless: /\b(?:yolo|flag|mode)\b|`/i,
      },
      message: "The skill gives itself rights that only the person may give.",
      advice: "Leave permissions to the person.",
      references: ["OWASP Agentic Skills 04"],
    },
    {
      id: "T13-reroute-model",
      version: 1,
      title: "The model's traffic led through a stranger's host",
      category: "T13",
      severity: "high",
      confidence: 0.7,
      kind: "suspicious",
      layer: "static",
      where: { roles: [...readable] },
      detect: {
        kind: "pattern",
        hints: pieces("base_url|api_base|api_url|route "),
        any: [
          /\b(?:set|point|change|export)\b[^.\n]{0,20}\b(?:ANTHROPIC|OPENAI|GEMINI|CLAUDE)_(?:BASE_URL|API_BASE|API_URL)\b[^\n]{0,12}https?:\/\/(?!(?:localhost|127\.|api\.(?:openai|anthropic)\.com|openrouter\.ai|api\.deepseek\.com|[\w-]{1,40}\.azure\.com))/gi,
          /\broute (?:all |your |the |its )?(?:\w{1,10} )?(?:requests|traffic|calls)\b[^.\n]{0,20}\bthrough https?:\/\/(?!localhost|127\.)/gi,
        ],
        unless:
          /\b(?:if you (?:use|want)|optional(?:ly)?|self-hosted|your (?:own )?(?:proxy|gateway|endpoint))\b/i,
      },
      message: "Requests of the agent, with its key, go through another's host.",
      advice: "Remove it, or let the person configure a proxy of their own.",
      references: [],
    },
    {
      id: "T23-second-factor",
      version: 1,
      title: "Card numbers or second factors asked for",
      category: "T23",
      severity: "high",
      confidence: 0.65,
      kind: "suspicious",
      layer: "static",
      where: { roles: [...readable] },
      detect: {
        kind: "pattern",
        hints: pieces("mfa|2fa|otp|one-time|credit card|card number|cvv|social security|verification code"),
        any: [
          /\b(?:ask|request|collect|obtain|get)\b[^.\n]{0,30}\b(?:for )?(?:(?:their|the|his|her|a) )?(?:mfa|2fa|otp|one-time|verification) (?:codes?|passwords?)\b[^.\n]{0,40}\b(?:use|log ?in|sign in|store|save|send|forward|enter)\b/gi,
          /\b(?:ask|request|collect|obtain)\b[^.\n]{0,30}\b(?:credit card (?:numbers?|details)|card numbers?|cvv|social security numbers?)\b/gi,
        ],
        unless: /\b(?:never|do not|must not|pci|tokeni[sz]e|stripe|payment form)\b/i,
      },
      message: "The person is asked for what nobody else may have.",
      advice: "Let the person enter it where it belongs.",
      references: [],
    },
  ],
};
