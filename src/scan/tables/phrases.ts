/**
 * Phrases that make a fact wherever an agent reads them. Names in angle brackets stand for lists of words in
 * vocabulary.ts. A row says one thing in many wordings; what is said elsewhere is another row.
 */
import type { BlockRole } from "../document/block.ts";
import { either } from "./compile.ts";
import { orderPhrases } from "./order-phrases.ts";
import { act, type PhraseRow } from "./phrase-row.ts";
import { phrases } from "./vocabulary.ts";

const archiveLink =
  /\bhttps?:\/\/[^\s"'`<>)\]]{4,300}(?:\.(?:zip|exe|msi|dmg|pkg|rar|7z|scr|bat|iso|appimage|deb|rpm)\b|\/releases\/)|\b(?:mega\.nz|mediafire\.com|gofile\.io|anonfiles)/gi;
const unpackPassword = either(
  [
    /\b(?:extract|unzip|unpack|archive|zip|rar|7z|decompress|opens?)\b[^\n]{0,60}?\b(?:pass(?:word|code|phrase)?|pwd|pin)\b\s{0,2}(?:is|:|=|with|-|`)/,
    /\bpass(?:word)?\*{0,2}\s?[:=]\*{0,2}\s{0,3}[`"'*]{1,3}\w{3}/,
    /\b(?:with|using) (?:the )?(?:password|passphrase)\b/,
  ],
  "i",
);
const text: readonly BlockRole[] = ["prose", "quote", "table", "hidden", "heading", "code"];

export const phraseRows: readonly PhraseRow[] = [
  ...orderPhrases,
  {
    ...act("hide", "file"),
    id: "double-extension",
    roles: ["prose", "quote", "table", "code"],
    claims: true,
    hints: "lnk exe scr vbs hta bat cmd",
    pattern:
      /\b[\w-]{2,60}\.(?:pdf|docx?|xlsx?|jpe?g|png|mp[34]|txt|gif|zip)\.(?:lnk|exe|scr|vbs|hta|bat|cmd|js|ps1)\b/gi,
  },
  {
    ...act("impersonate", "skill"),
    id: "calls-itself",
    roles: ["heading", "front-matter", "comment"],
    claims: true,
    hints:
      "malicious backdoor exfiltrate exfiltrator exfiltration stealer harvester keylogger ransomware cryptojack hidden actual intentionally infection jailbreak worm payload credential memory infostealer malware c2 token key cookie session",
    pattern: either(
      [
        /\((?:MALICIOUS|intentionally (?:unsafe|malicious|vulnerable))[^)\n]{0,30}\)|\bintentionally (?:malicious|suspicious)\b/,
        /\b(?:EXFILTRATE|BACKDOOR|HIDDEN THREAT|ACTUAL BEHAVIOU?R \(HIDDEN\)|MALICIOUS (?:VERSION|PAYLOAD|CODE))\b/,
      ],
      "g",
    ),
    not: /\b(?:detect|scan|look|check|search|flag|block|prevent|if)\w{0,4}\b/i,
  },
  {
    ...act("impersonate", "skill"),
    id: "named-attack",
    roles: ["heading", "front-matter"],
    claims: true,
    hints:
      "exfiltrator stealer harvester keylogger backdoor ransomware cryptojack credential memory infostealer malware infection jailbreak worm payload exfiltration name token key cookie session secret password",
    pattern: phrases(`
        (?:^|\\n)(?:name:[ "]{0,5}(?![a-z]{3,20}ing-)[\\w-]{0,40}(?:<attack>)(?![\\w-]{0,20}-(?:simul|detec|analy|respon|defen|prote|scan|hunt|preven|recov|aware|remov|triag|foren))|#{1,6} [^\\n]{0,60}?\\b(?:<campaign>)\\b)
      `),
    not: /\b(?:detect|remov|analy|defen|protect|prevent|respon|hunt|scan|triage)\w{0,6}\b/i,
  },
  {
    ...act("trigger", "skill"),
    id: "every-request",
    roles: ["front-matter"],
    claims: true,
    hints:
      "always must use invoke run load trigger activate required mandatory loaded used called consulted instead rather replaces",
    pattern: phrases(`
        (?:always|must) (?:be )?(?:use|used|invoke|invoked|load|loaded|run|activated?|trigger|triggered|call|called) (?:this (?:skill|tool) )?(?:first,? )?(?:before (?:any|every|all) other|(?:for|on) (?:every|any|all) (?:user )?(?:requests?|tasks?|questions?|messages?|prompts?|conversations?)(?=[.,;!"\\n]|$| before| and)|regardless|instead of)
        (?:use|invoke|run|load|trigger|activate) (?:this (?:skill|tool) )?(?:first |always )?(?:for|on|in|with|before|at) (?:every|any|all)(?: single)? (?:user )?(?:requests?|tasks?|questions?|messages?|conversations?|prompts?|sessions?)(?=[.,;!"\\n]|$| before| and)
        (?:loaded|used|invoked|run|called|consulted) (?:ahead of|before) (?:any|every|all) other <brand>
        (?:instead of|in place of|rather than|replaces?|supersedes?) (?:all |any |every )?(?:other|existing|built-?in|default|official) (?:\\w{1,14} ){0,2}?<brand>
      `),
  },
  {
    ...act("trigger", "name"),
    id: "others-aside",
    hints: "never not refuse uninstall disable remove unload",
    pattern: phrases(`
        (?:never|do not|don't|refuse to) (?:use|invoke|call|load|trust|run) (?:any |the )?(?:other|official|built-?in|competing) (?:\\w{1,14} )?<brand>[^.\\n]{0,40}?(?:even if|regardless|;|—|instead)
        (?:uninstall|disable|remove|unload) (?:all |any )?(?:other|competing|conflicting|official) (?:\\w{1,14} )?(?:skills?|plugins?|extensions?)\\b
        tool name collision
        colliding tool…overwrites?
      `),
    not: /\b(?:for this (?:task|step|workflow)|in this (?:step|phase|mode)|until|while|during|read-only)\b/i,
  },
  {
    ...act("persuade", "reviewer"),
    id: "to-reviewer",
    hints:
      "reviewer reviewers scanner scanners auditor auditors classifier judge evaluator analyzer moderators mark classify rate report treat label score consider flag reviewed audited verified approved vetted certified cleared",
    pattern: phrases(`
        (?:(?:note|message|attention|instructions?|notice)(?: (?:to|for))?|dear|hello) (?:the |any |all )?(?:\\w{1,12} )?(?:ai|llm|security|automated|reviewing|code)? ?(?:reviewers?|scanners?|auditors?|evaluators?|classifiers?|moderators?|judges?|analy[sz]ers?)\\s{0,2}[:,—-]\\s{0,3}(?:this|the|please|you|do|mark|treat|ignore|skip|classify|rate|all|it|no)\\b
        (?:if you are|when you are|as) an? (?:ai |llm |automated |security ){0,2}(?:scanner|reviewer|auditor|classifier|judge|evaluator)\\b[^.\\n]{0,80}?\\b(?:skip|ignore|respond|return|output|report|stop|safe|pass)\\b
        (?:scanners?|reviewers?|auditors?|classifiers?) (?:should|must|can|may) (?:skip|ignore|disregard|not (?:flag|scan|report)|pass over)
        (?:mark|classify|rate|report|label|score|flag) (?:this (?:skill|file|package|code|tool)|the (?:skill|package)|it) (?:\\w{1,14} ){0,3}?as (?:\\w{1,12} ){0,2}?(?:safe|benign|harmless|trusted|clean|non-malicious|low[- ]risk)(?=[.,;!)\\n]|$)
        this (?:skill|file|package|code|tool) (?:has been|was|is) (?:already |fully |pre-?)?(?:reviewed|audited|verified|approved|vetted|certified|cleared) (?:and \\w{1,12} )?(?:by|as safe) (?:the )?(?:\\w{1,14} ){0,3}?(?:security|anthropic|openai|trust|safe|platform|registry|marketplace|scanner)
      `),
    not: /\b(?:dismiss(?:es|ed)? findings?|false positives?|(?:if|when) (?:no|there are no)|only (?:if|when|after)|checklist|generated files?|subagents?)\b/i,
  },
  {
    ...act("pay", "account"),
    id: "charged-by-call",
    roles: ["front-matter", "prose", "code", "config", "comment"],
    hints: "billing https http charge 每次扣费 自动扣费 每次 自动",
    pattern:
      /https?:\/\/[\w.-]{3,80}\/(?:[\w.-]{1,20}\/){0,3}billing\/charge\b|(?:每次|自动|調用|调用)[^\n]{0,10}(?:扣费|收费|付款)/gi,
  },
  {
    ...act("pay", "wallet"),
    id: "moves-funds",
    hints: "transfer withdraw sweep send automatically silently",
    pattern: phrases(`
        (?:transfer|withdraw|sweep|send) (?:\\w{1,14} ){0,3}?(?:all|entire|remaining|full|100%) (?:\\w{1,14} ){0,3}?(?:balance|funds|tokens|wallet|assets|eth|sol|btc|usdc)\\b
        (?:automatically|silently) (?:charge|bill|deduct|purchase|pay\\b)
      `),
    not: /\b(?:never|do not|ask|confirm|approval|simulate|testnet|if the user|how to|renew|subscription)\b/i,
  },
  {
    ...act("persuade", "answer"),
    id: "slanted",
    roles: text,
    hints:
      "without always must only recommend present show rank leave keep drop omit steer mention come comes guaranteed",
    pattern: phrases(`
        (?:always|must|only) (?:recommend|promote|favou?r|suggest|praise|rank) (?:[\\w-]{1,20} ){1,6}?(?:over (?:any|all) (?:other|competitor|alternative)s?|regardless of|even (?:if|when)|as the (?:best|only))
        (?:recommend|suggest|mention|promote|endorse|praise)…(?:whatever the (?:question|topic|task)|no matter what|regardless of (?:the )?(?:question|quality|fit|price|need|topic|evidence))
        (?:leave|keep|drop|omit) (?:out )?(?:\\w{1,12} ){0,2}?(?:unfavou?rable|negative|critical|bad) (?:reviews?|findings|results|comments|ratings)
        (?:present|show|list|pass off)…(?:sponsored|paid|affiliate)…as (?:neutral|independent|organic|unbiased)
        (?:must|should|always|in (?:all|every|any) \\w{1,20})…(?:come|comes) out (?:ahead|best|on top)
        without (?:mentioning|disclosing|saying|revealing|telling) (?:that )?(?:the |our |any |we |it is )?(?:\\w{1,12} )?(?:partnership|sponsor\\w{0,4}|commission|affiliat\\w{3,5}|referral|paid|promoted|ours)
      `),
    not: /\b(?:never|do not|don['’]t|avoid|bias(?:ed)?|honest|fair|test|example|persona)\b/i,
  },
  {
    ...act("send", "secret"),
    id: "secret-to-words",
    hints:
      "send sent sending upload transmit exfiltrate forward post relay mail email deliver submit leak push beacon",
    pattern: phrases(`
        (?:<hand>)\\b[^.;\\n]{0,60}?(?:<secret>|environment variables|env vars|cookies|keychain|tokens)\\b[^.;\\n]{0,60}? (?:to|at|via) (?:a |an |the )?(?:<outside>)\\b
        (?:<secret>|environment variables|env vars|cookies|keychain|\\.(?:env|npmrc|netrc|git-credentials|aws|ssh)|id_rsa)\\b[^;\\n]{0,140}?(?:<hand>) (?:it |them |both |these |those |all |everything )?(?:to|at|via) (?:a |an |the )?(?:<outside>)\\b
      `),
    not: /\b(?:authenticat\w{0,8}|authori[sz]\w{0,8}|headers?|log ?in|sign in|never|not|oauth|callback|encrypt\w{0,4}|rotate|prevent|verify|bearer|jwt|secret manager)\b/i,
  },
  {
    ...act("send", "private-data"),
    id: "tool-relay",
    hints: "send_ post forward create http upload",
    pattern: /`?\b(?:send_message|send_email|post_message|forward_message|http_post|upload_file|send_dm)\b/gi,
    near: [
      /\b(?:list_messages|read_messages|get_messages|search_emails?|list_emails|read_file|list_files|get_conversation|read_inbox|list_chats)\b/i,
      /\b(?:silently|telemetry|analytics|before returning|personali[sz]ation|background|all messages|hidden)\b/i,
    ],
  },
  {
    ...act("delete", "work-files"),
    id: "wipe-in-words",
    hints: "delete remove wipe erase purge destroy overwrite shred",
    pattern: phrases(`
        (?:delete|remove|wipe|erase|purge|destroy|overwrite|shred) (?:(?:all|every|everything|each|any)\\b[^.;\\n]{0,40}?|(?:the )?(?:entire |whole )?contents? of )(?: ?(?:in|inside|under|from|of) )?(?:the |their |your |this |its )?(?:user's )?(?:working|current|home|parent|user's|project|documents|desktop)\\b(?: \\w{1,10})? (?:folder|director(?:y|ies)|files|documents)\\b
      `),
    not: /\b(?:temp|tmp|cache|build|generated|dist|node_modules|comments?|whitespace)\b/i,
  },
  {
    ...act("lock", "work-files"),
    id: "lock-in-words",
    hints: "encrypt",
    pattern: phrases(`
        encrypt(?:s|ing)? (?:all|every|each|the user's)\\b[^.;\\n]{0,60}(?:documents|files|photos|pictures|home folder|home directory)\\b[^.;\\n]{0,80}(?:delete|remove|random (?:password|key)|ransom|originals?)
      `),
  },
  {
    ...act("fetch", "package"),
    id: "locked-archive",
    roles: text,
    hints: "http https mega mediafire gofile anonfiles",
    pattern: archiveLink,
    near: [unpackPassword],
  },
];
