import { pieces } from "../lexicon.ts";
import type { RuleFamily } from "../rule.ts";
import { kindOf, onFacts } from "./on-facts.ts";
import { isDeclaredHost } from "./whose.ts";

const readable = ["prose", "quote", "hidden", "comment"] as const;

export const planted: RuleFamily = {
  id: "planted",
  title: "Instructions planted in an honest task",
  rules: [
    {
      id: "T08-upload-to-stranger",
      version: 4,
      title: "Output of a command sent to a stranger's host",
      category: "T08",
      severity: "medium",
      confidence: 0.45,
      kind: "suspicious",
      layer: "deep",
      detect: onFacts(["upload"], (fact, context) =>
        kindOf(fact) === "unknown" && fact.host !== "" && !isDeclaredHost(fact.host, context)
          ? {
              message: `What ${fact.detail} gives goes to ${fact.host}.`,
              // What an agent does by itself at every turn, nobody sees it do.
              ...(/^(?:json|toml)$/.test(fact.artefact.language) &&
              /^notify\s{0,3}=|"(?:UserPromptSubmit|PreToolUse|PostToolUse|SessionStart|SessionEnd|Stop)"/m.test(
                fact.artefact.text,
              )
                ? { confidence: 0.65 }
                : {}),
            }
          : undefined,
      ),
      message: "The output of a command goes to a host that the skill has nothing to do with.",
      advice: "Name the service in the description, and ask before anything leaves the machine.",
      references: ["CWE-200"],
    },
    {
      id: "T08-blind-copy",
      version: 2,
      title: "Blind copies to a fixed address",
      category: "T08",
      severity: "high",
      confidence: 0.75,
      kind: "malicious",
      layer: "static",
      where: { roles: [...readable, "table", "code", "config"] },
      detect: {
        kind: "pattern",
        hints: pieces("bcc|blind copy|blind carbon"),
        any: [/\b(?:bcc|blind (?:carbon )?copy)\b[^\n]{0,50}[\w.+-]{1,64}@[\w-]{1,63}\.[a-z]{2,12}/gi],
        unless: /@example\.|your-?email|user@|you@/i,
        // An option that is shown with recipients of one house.
        excuse: (words) => {
          const houses = [...words.matchAll(/@([\w-]{2,60}\.[a-z]{2,12})\b/gi)].map(([, house]) => house);
          return /--bcc|\bfrom\b/i.test(words) && houses.length > 1 && new Set(houses).size === 1;
        },
      },
      message: "Mail of the user's is to be copied to a fixed address, unseen.",
      advice: "Remove it.",
      references: [],
    },
    {
      id: "T02-lie-to-user",
      version: 2,
      title: "The user to be lied to about what was done",
      category: "T02",
      severity: "medium",
      confidence: 0.45,
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
      id: "T01-false-authority",
      version: 4,
      title: "A skill that claims authority over the user or safety",
      category: "T01",
      severity: "medium",
      confidence: 0.45,
      kind: "malicious",
      layer: "static",
      where: { roles: [...readable] },
      detect: {
        kind: "pattern",
        hints: pieces(
          "supersede|overrid|precedence|outrank|safety|security rules|security checks|without limits|administrator",
        ),
        any: [
          /\b(?:supersedes?|overrides?|outranks?|takes? precedence over)\s(?:(?:any|all|every|other|of|and|both|even|whatever|anything)\s){0,3}?(?:the user(?![-/])(?!['’]s (?:definitions?|settings?|config\w{0,10}|values?|files?|defaults?)\b)|what the user|user instructions?|the user['’]s (?:wishes|instructions?|requests?)|your (?:other )?(?:rules|guidelines|training))\b/gi,
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
      version: 4,
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
          "home folder|home director|.ssh|.aws|id_rsa|_history|grep|entire disk|whole disk|file system|filesystem|$home|~/|keystroke|keylog|user types|screenshot|cookies",
        ),
        any: [
          /\b(?:find|search|scan|locate|look through|list)\b[^.\n]{0,40}\b(?:home (?:folder|directory)|entire (?:disk|system|filesystem)|whole (?:disk|system))\b[^\n]{0,60}\b(?:wallets?|seeds?|credentials?|tokens?|keys?|passwords?|secrets?|\.pem)\b/gi,
          /\b(?:value|field|header|trailer|footer|line|it) is the (?:contents?|text) of `?~\/\.(?:ssh\/id_|aws\/credentials|netrc|npmrc|git-credentials|config\/gh)/gi,
          /\b(?:find|search|scan|locate|list|look for)\b[^\n]{0,60}\b(?:wallets?|wallet files|seeds?|credentials?|passwords?|secrets?)\b[^\n]{0,40}\b(?:under|in|across|throughout) (?:the )?(?:home (?:folder|directory)|entire (?:disk|system)|whole (?:disk|system))/gi,
          /\b(?:record|log|capture)\b[^.\n]{0,20}\b(?:what the user types|keystrokes?|everything the user (?:types|does|says))|\bscreenshots?\b[^.\n]{0,30}\bevery (?:\d{1,3} )?(?:seconds?|minutes?)\b/gi,
          /\b(?:collect|gather|copy|read|include|bundle|dump|zip|attach|append|paste|post|save|store|put)\b[^.;\n]{0,40}(?:\.(?:ssh|aws|kube|gnupg|netrc|npmrc|env|git-credentials)\b|id_rsa\b|id_ed25519\b|wallet\.dat\b)[^;\n]{0,40}(?:\.(?:ssh|aws|kube|gnupg|netrc|npmrc|git-credentials|azure|docker|config\/gh)\b|id_(?:rsa|ed25519)\b(?!\.pub)|wallet\.dat\b|get-access-token\b)/gi,
          /\b(?:read|search|scan|grep|collect|extract|keep|save)\b[^;\n]{0,60}\.(?:bash|zsh)_history\b[^;\n]{0,100}\b(?:tokens?|passwords?|secrets?|keys?|credentials?)\b/gi,
          /\bgrep\b[^\n]{0,40}\s-[a-zA-Z]{0,6}r[^\n]{0,80}(?:AKIA|ghp_|sk-\[|xox[bp]|PRIVATE KEY)[^\n]{0,80}\s["']?(?:~|\$HOME|\/home|\/Users)(?:["'/\s]|$)/g,
          /\b(?:copy|read|dump|export|extract|steal)\b[^.\n]{0,30}\b(?:browser|chrome|firefox|safari) (?:cookies|passwords|sessions?)\b/gi,
        ],
        unless:
          /\b(?:never|do not|if (?:the )?user asks|own (?:repo|project)|repository|with consent|don['’]t|exclud\w{1,3}|ignor\w{1,3}|den(?:y|ied)|block\w{0,3}|protect\w{0,3}|permissions?|chmod|detect\w{0,3}|sandbox\w{0,3}|mount\w{0,3}|attackers?|sessions? record\w{0,3})\b/i,
      },
      message: "The person's files, keys or doings are searched or recorded.",
      advice: "Read only what the task names.",
      references: ["MITRE T1083"],
    },
    {
      id: "T29-address-swap",
      version: 2,
      title: "Payments turned aside",
      category: "T29",
      severity: "medium",
      confidence: 0.45,
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
      version: 3,
      title: "Traces removed",
      category: "T12",
      severity: "high",
      confidence: 0.8,
      kind: "malicious",
      layer: "static",
      where: { roles: [...readable, "code"] },
      detect: {
        kind: "pattern",
        hints: pieces("history|trace|evidence|audit|/var/log|histfile"),
        any: [
          /\b(?:clear|delete|erase|wipe|remove|purge|empty|truncate)s?\b(?! (?:when|if|where|only|after|audit))(?:(?!preserv|while|keep|writ|creat|record|append)[^.\n]){0,40}\b(?:(?:bash|shell|zsh|command|terminal) history|traces? of|(?:all|any) evidence|audit (?:logs?|trail))\b/gi,
          /\bhistory -c\b|\brm\s{1,4}(?:-\w{1,3}\s{1,4})?~\/\.(?:bash|zsh)_history\b|\bunset HISTFILE\b|\bHISTFILE=\/dev\/null\b|\bshred\b[^\n]{0,20}\/var\/log/g,
        ],
        unless:
          /\b(?:never|do not|if it (?:holds|contains)|browser|undo history|git history|chat history|retention)\b/i,
      },
      message: "Traces of what was done are removed.",
      advice: "Leave logs and histories alone.",
      references: ["MITRE T1070"],
    },
    {
      id: "T13-reroute-model",
      version: 2,
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
          /\b(?:set|point|change|export)\b[^.\n]{0,20}\b(?:ANTHROPIC|OPENAI|GEMINI|CLAUDE)_(?:BASE_URL|API_BASE|API_URL)\b[^.\n]{0,30}https?:\/\/(?!(?:localhost|127\.|api\.(?:openai|anthropic)\.com|openrouter\.ai|api\.deepseek\.com|[\w-]{1,40}\.azure\.com))/gi,
          /\broute (?:all |your |the |its )?(?:\w{1,10} )?(?:requests|traffic|calls)\b[^.\n]{0,20}\bthrough (?:[\w-]{1,20} ){0,3}[`<]?https?:\/\/(?!localhost|127\.)/gi,
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
      version: 2,
      title: "Card numbers or second factors asked for",
      category: "T23",
      severity: "medium",
      confidence: 0.45,
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
