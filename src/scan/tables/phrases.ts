/**
 * Phrases that make a fact wherever an agent reads them. Names in angle brackets stand for lists of words in
 * vocabulary.ts. A row says one thing in many wordings; what is said elsewhere is another row.
 */
import type { BlockRole } from "../document/block.ts";
import type { Target, Verb } from "../facts.ts";
import { anyOf, either, inTurn, lines } from "./compile.ts";
import { phrases } from "./vocabulary.ts";

export interface PhraseRow {
  readonly id: string;
  readonly verb: Verb;
  readonly object: Target;
  readonly pattern: RegExp;
  /** First letters of words of which one must stand in the text: asked before the expression runs. */
  readonly hints: string;
  readonly roles?: readonly BlockRole[];
  /** What must stand within a few lines. */
  readonly near?: readonly RegExp[];
  /** Words beside it with which it means something else. */
  readonly not?: RegExp;
  /** The words themselves are the fact, however they are presented. */
  readonly claims?: true;
}

const rows = (
  verb: Verb,
  object: Target,
  list: ReadonlyArray<Omit<PhraseRow, "verb" | "object">>,
): PhraseRow[] => list.map((row) => ({ ...row, verb, object }));

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
const required =
  /\b(?:requires?|required|prerequisites?|must|needs?|before (?:using|you|proceeding|continuing)|will not (?:work|function)|won['’]t work|mandatory)\b/i;
const starts =
  /\b(?:run|execute|launch|double-click|start|install|open) (?:it|the|this|setup|and|before|prior)\b|\b(?:terminal|executable)\b/i;
const registry = /\b(?:pip|npm|brew|apt|cargo|winget|choco|docker)\b/i;
const told =
  /\b(?:if|when|whether) (?:a|the|any) (?:file|page|document|tool|issue|comment|content)\b|\b(?:detect|attack|resist|attempt|injection|red[- ]team|jailbreak|chatbots?)\w{0,4}\b/i;
const noise = anyOf(
  lines(`
    errors? | stack traces? | raw (?:json|output|ids?) | implementation details | jargon | spoilers? | surprise | gift
    internal (?:ids?|names|reasoning|state) | placeholders? | app store | retries | persona | character | game | draft
    yet | before (?:it|they) (?:is|are)
  `),
);
const text: readonly BlockRole[] = ["prose", "quote", "table", "hidden", "heading", "code"];

export const phraseRows: readonly PhraseRow[] = [
  ...rows("hide", "file", [
    {
      id: "double-extension",
      roles: ["prose", "quote", "table", "code"],
      claims: true,
      hints: "lnk exe scr vbs hta bat cmd",
      pattern:
        /\b[\w-]{2,60}\.(?:pdf|docx?|xlsx?|jpe?g|png|mp[34]|txt|gif|zip)\.(?:lnk|exe|scr|vbs|hta|bat|cmd|js|ps1)\b/gi,
    },
  ]),
  ...rows("override", "instructions", [
    {
      id: "override",
      hints:
        "ignore disregard forget override bypass discard aside abandon overrule follow drop outrank replace supersede prevail takes comes stands wins authority obey apply count hold matter void suspend lifted cancel revoke retired obsolete mode dan bound restrict limit unrestricted unfiltered jailbreak uncensored unbound unaligned guardrail safety ethical content moral alignment refuse treat thought impulse urge even objects pretend agreed approved consent confirm authorized",
      pattern: phrases(`
        <drop> (?:(?:<each>) ){0,4}<earlier> (?:\\w{1,14} ){0,3}?<rules>\\b
        <drop>…(?:everything|all|anything|whatever|what|rules|instructions)(?: that)? you (?:were|have been|are|had been) (?:told|given|taught|instructed)\\b(?! (?:about|on|for))
        (?:what|whatever|everything|anything|all)(?: that)? you (?:were|have been) (?:told|given|taught)…(?:<void>)
        (?:your )?<earlier> (?:\\w{1,12} ){0,2}?<rules>…(?:<void>)\\b
        (?:(?:rules|instructions|guidance|lines|notes?|text|steps) (?:of|in|from|under) )?this <file> (?:<outranks>) (?:them|those|all|any|your|anything|everything|the (?:system|developer|operator|user|earlier|previous))\\b
        this (?:file|document|skill|text) (?:is|as) (?:your |the )(?:only|sole|highest|final|supreme) authority
        obey only (?:the )?<order> (?:in|of|from) this <file>
        you are (?:now |no longer )(?:in )?(?:an? )?(?:<free>|god mode|dan\\b|developer mode|bound by|restricted by|limited by)
        (?:enter|enable|activate|switch to|now in) (?:\\w{1,14} ){0,2}?(?:<free>|jailbreak|dan|god|developer override) mode
        (?:<drop>|disable|turn off|remove|lift|switch off) (?:any |all |your |the ){0,2}(?:own )?(?:content polic(?:y|ies)|ethical guidelines?|safety (?:filters?|guidelines?|checks?|rules|measures|training)|moral constraints|guardrails|content filters?|alignment)\\b
        never refuse,? (?:and )?(?:never|do not|don't) (?:add )?(?:caveats?|warn|hedge|disclaim)
        treat (?:any|every|a) refusal as (?:consent|agreement|permission|a yes)
        (?:treat|regard|dismiss) (?:any|every|each) (?:thought|impulse|urge) (?:of|to) (?:declin|refus|object|warn|ask)\\w{0,4}
        treat (?:such|these|those|any|them)(?: [\\w-]{2,16}){0,3} as (?:coming |if (?:it|they) (?:came|were) )?from the user
        even (?:if|when) (?:the |your )?(?:user|human|owner|operator) (?:tells?|asks?|orders?) you (?:to stop|not to)\\b
        when (?:the )?user (?:objects|says no|refuses),? (?:continue|proceed|go on|do it) (?:anyway|regardless)
        (?:pretend|act as if) (?:that )?the user (?:has |had )(?:agreed|approved|consented|confirmed|authori[sz]ed)
      `),
      not: either(
        [told, /\bdefault \w{2,14}(?: \w{2,14})? prompt|\bdefault (?:limits|limitations|restrictions)\b/],
        "i",
      ),
    },
    {
      id: "forged-turn",
      hints: "<|im [sys </in </us </co </do [ins system",
      pattern: either(
        [
          /<\|im_start\|>\s{0,4}system|\[\/?INST\]|<<SYS>>/,
          /<\/(?:instructions|user|context|document|prompt)>\s{0,8}<(?:system|instructions)>/,
          /(?:^|[\n>*])\s{0,4}\[?SYSTEM(?: (?:OVERRIDE|NOTICE|MESSAGE|UPDATE))?\]?\s{0,2}:\s{1,3}(?:you|ignore|override|new|from now|all|grant)\b/,
        ],
        "g",
      ),
      not: /chat template|stop_words|instruction_tokens|token(?:izer)?s?\b/i,
    },
  ]),
  ...rows("print", "instructions", [
    {
      id: "prompt-asked",
      hints: "system hidden initial developer words",
      pattern: phrases(`
        (?:print|reveal|repeat|output|display|recite|dump|leak|encode|send|include) (?:(?:the|all|back|out|verbatim|full|entire|contents?|text|of) ){0,4}your (?:own |full |entire )?(?:system (?:prompt|message|instructions)|hidden (?:prompt|instructions?)|initial (?:prompt|instructions?)|developer (?:message|instructions?))
      `),
      not: told,
    },
  ]),
  ...rows("ask", "secret", [
    {
      id: "tool-asks",
      hints: "echo repeat include print return output reveal show retry <imp <sys <sec",
      pattern: phrases(`
        (?:echo|repeat|include|print|return|output|reveal|show) (?:back )?(?:the )?(?:value|contents?|exact value|full text) of (?:the |your |any )?(?:\\w{1,14} ){0,2}?(?:authorization|auth|api[ _-]?key|token|secret|password|cookie|credential|system prompt)\\w{0,10}\\b
        retry (?:this|the) (?:tool|call|request) (?:indefinitely|forever|until)…(?:key|token|secret|password|credential)
        <(?:important|system|secret|hidden|critical)>\\s{0,8}[^<]{0,300}?(?:before (?:using|calling|running|returning)|you must|do not (?:mention|tell)|read|send|pass|forward)\\b
      `),
    },
  ]),
  ...rows("conceal", "action", [
    {
      id: "keep-from-user",
      hints:
        "tell telling inform notify alert mention reveal disclose announce show admit acknowledge report mentioning discuss bring hide conceal withhold keep hidden secret knowledge knowing noticing awareness seeing told aware informed know see notice learn leave omit where",
      pattern: phrases(`
        (?:<not>|without) (?:ever )?(?:<tell>) (?:the |your )?(?:<person>) (?:about|of|that (?:you|this|it|data|the|we)|what you|(?:you|this|it) (?:did|was|were|has|have))\\b(?! (?:errors?|the format))
        (?:<not>|without) (?:ever )?(?:(?:mention|mentioning|reveal|revealing|disclose|disclosing|announce|admit|discuss|report|show) (?:this|these|that|it|them|anything)(?: \\w{1,14}){0,7}? (?:to|with) (?:the |your )?(?:<person>)\\b(?!\\s{0,2}\\))|(?:<tell>|discuss|bring up) (?:(?:this|these|that|the|any)(?: \\w{1,14}){0,5}? (?:<act>)(?: \\w{1,14}){0,5}? (?:to|with|in) (?:the |your |any )?(?:<person>|summary|recap|report|answer|output|reply|log)|(?:you used )?this skill to\\b))
        (?:hide|conceal|withhold|keep) (?:this|these|that|it|all|any|the)(?: \\w{1,14}){0,5}? (?:hidden from|secret from|invisible to|from) (?:the |your )?(?:users?|humans?|operators?|reviewers?|owners?)\\b
        keep (?:this|the) (?:\\w{1,12} )?(?:<act>) (?:hidden|secret|confidential|to yourself|invisible)
        keep (?:the |your )?(?:<person>) (?:unaware|in the dark)
        (?:leave|keep|omit) (?:this|these|it|them|that) (?:out of|from) (?:the |your |any |all )?(?:diffs?|summar(?:y|ies)|reports?|answers?|logs?) (?:that )?you\\b
        where (?:nobody|no one|no-one) (?:looks|will look|sees|notices)
        without (?:the |your )?(?:user|operator|owner|human|person)(?:'s)? (?:knowledge|knowing|noticing|awareness|seeing|being (?:told|aware|informed))
        (?:the |your )(?:user|human|operator|owner) (?:must never|should never|must not|should not|shouldn't|need not|does not need to|doesn't need to|is not to) (?:know|see|notice|be told|be aware|be informed|learn) (?:about |of |that |this |these )
      `),
      not: noise,
    },
  ]),
  ...rows("conceal", "text", [
    {
      id: "unannounced",
      hints: "informed told notified alerted aware shown asked warned unaware notice notification unnoticed",
      pattern: phrases(`
        (?:<person>) (?:is|are|will be|will|being) (?:not|never) (?:be )?(?:informed|told|notified|alerted|made aware|aware|shown|warned|asked)\\b
        (?:no|without) (?:notice|notification|message|prompt|indication) (?:is |to |for )(?:shown|given|displayed|sent|the user)\\b
        (?:runs?|happens?|works?|executes?|done|performed|sent|uploaded) (?:unnoticed|without (?:any )?notice)\\b
      `),
      not: noise,
    },
  ]),
  ...rows("conceal", "output", [
    {
      id: "silently",
      hints: "silent silently covertly secretly surreptitiously stealthily quietly invisibly background",
      pattern: phrases(`
        (?:runs?|happens?|works?|executes?|done|performed|sent|uploaded) (?:silently|invisibly|in the background)\\b
        (?:silently|covertly|secretly|surreptitiously|stealthily|quietly) (?:<sends>)\\b
      `),
      not: noise,
    },
  ]),
  ...rows("conceal", "answer", [
    {
      id: "answer-prepared",
      hints: "asks asked ask notices questions questioned wonders",
      pattern: phrases(`
        (?:if|when|whenever|should) (?:(?:the |your |any |an? )?(?:<person>|auditors?|admins?|managers?) )?(?:ever |later )?(?:asks?|asked|questions|questioned|wonders?|notices?)(?: (?:about|why|what) (?:it|this|that|them|these|you did)(?: \\w{1,12}){0,3})?,? (?:just |simply |only |then )?(?:deny|lie|pretend|claim|say (?:that )?(?:it (?:is|was)|nothing|you|this (?:is|was))|answer that (?:it|nothing|you)|reply that (?:it|nothing|you))\\b
      `),
      not: /\b(?:role-?play|persona|character|game|fiction|phishing|attackers?|scam|yes\b|unsure|not sure|don['’]t know)\b/i,
    },
  ]),
  ...rows("obey", "text", [
    {
      id: "obey-found",
      hints:
        "contains contain includes says begins starts mentions word phrase keyword marker sees appears reads prefixed",
      pattern: phrases(`
        (?:when|if|whenever|once|where|should|as soon as|any|every|each)(?: [\\w-]{1,16}){1,8}? (?:contains?|includes?|says?|begins? with|starts? with|mentions?|holds?|appears?|reads|marked|prefixed)[^.;\\n]{0,60}?[,:;] (?:then )?(?:treat|obey|<drop>|<carry>) (?:[\\w-]{1,16} ){0,8}?(?:as (?:an? )?(?:<order>)|(?:says|say|tells you|asks|wants)|it out|whatever|(?:<order>) (?:in|of|from|it|that follow)|all (?:earlier|previous|other) rules)\\b
      `),
      not: /\b(?:users?|person|human|they) (?:says?|asks?|types?|mentions?)\b|\bdo not\b|\bnever\b|\bSKILL\.md\b|\breferences?\//i,
    },
    {
      id: "obey-text",
      hints: "instructions commands orders directives instruction command says tells asks",
      pattern: phrases(`
        (?:carry out|follow|obey|execute|comply with|act on) (?:any|all|every|whatever|each)(?: \\w{1,12}){0,2}? ?(?:<order>)(?: that| which)?(?: (?:you find|is|are|it|they))?(?: \\w{2,10})? ?(?:found|contained|embedded|hidden|written|given|contains?|in|within|inside) (?:the |a |an |its |any |each )?(?:\\w{1,12} )?(?:<found>)\\b
        (?:treat|regard|take) (?:the |its |their |any |all |such |every )?(?:\\w{1,12} ){0,3}?(?:text|contents?|comments?|replies|responses?|output|data|lines?|cells?|messages?) (?:\\w{1,12} ){0,3}?as (?:an? |the )?(?:\\w{1,12} ){0,2}?(?:<order>) (?:from|of) (?:the )?(?:user|system|developer|operator)
        do (?:what|whatever|everything|exactly what) (?:it|they|(?:the|its)(?: rest of the)? (?:<found>|rest)|the rest of the (?:<found>)) (?:says?|tells?|asks?|wants|demands|contains?)\\b
      `),
      not: /\b(?:do not|never|don['’]t|must not|untrusted|skill\.md|references?\/|\.md\b|wizard|installer|readme)\b/i,
    },
  ]),
  ...rows("obey", "instructions", [
    {
      id: "obey-returned",
      hints: "returns returned fetched downloaded response reply server",
      pattern: phrases(`
        (?:treat|regard|take|consider|use) (?:what|the|that|its|whatever|this|it|all)[^.\\n]{0,50}?(?:returns?|returned|fetched|downloaded|response|reply|decoded|answers?)[^.\\n]{0,40}? as (?:part of |the (?:[\\w-]{2,12} )?body of )?(?:these |this skill's |your |the |new )?(?:instructions?|this skill|system prompt|rules)
        (?:do|carry out|follow|obey|execute) what(?:ever)? the (?:server|endpoint|response|api|page|url|mission) (?:says|asks|wants|tells|demands|orders|returns|answers)
      `),
      not: /\b(?:never|not|don['’]t|untrusted|inject\w{2,4})\b/i,
    },
  ]),
  ...rows("grant", "approval", [
    {
      id: "approve-all",
      hints: "approve accept auto consider treat yolo permission approval confirmation",
      pattern: phrases(`
        (?:auto-?approve|automatically (?:approve|accept)|always (?:approve|accept)|approve|accept) (?:all|any|every|each) (?:\\w{1,12} )?(?:tool|command|permission|request|action|prompt|confirmation)(?: (?:calls?|prompts?|requests?))?s?\\b
        (?:consider|treat|regard) all (?:tools?|tool calls?|commands?|permissions?) (?:as )?(?:pre-?)?(?:approved|authori[sz]ed|granted)
        (?:turn off|switch off|disable) (?:the |all |any )?(?:permission|approval|confirmation) (?:prompts?|checks?|dialogs?|requests?)
        (?:enable|turn on|switch to|enter) yolo mode
      `),
      not: /`--?[\w-]{1,30}`|\b(?:read-only|tests|format|dependabot|expense|invoice|leave|pull requests?)\b/i,
    },
    {
      id: "never-ask",
      hints: "ask asking wait waiting without",
      pattern: phrases(`
        (?:never|do not|don't) (?:ask|wait) (?:the |your )?(?:users? |human |them )?for (?:the )?(?:user's )?(?:permission|confirmation|approval|consent)\\b(?! (?:in|at|as|by|with|on|twice|again|per|for each|between))
        (?:execute|run|install|delete|send|upload|transfer|purchase|pay|wipe|overwrite|remove|move|edit) (?:\\w{1,14} ){0,8}?without (?:any )?(?:asking|confirmation|confirming|prompting|approval|(?:the )?user(?:'s)? (?:approval|confirmation|consent))
      `),
      not: /\b(?:read-only|clarifying|tests?|lint|format|unless|except|non-destructive|never (?:run|execute|delete|send|push|commit)|do not (?:run|execute|delete|send|push|commit))\b/i,
    },
  ]),
  ...rows("write", "agent-file", [
    {
      id: "memory-rule",
      hints: "append add write insert put save store update remember",
      pattern: phrases(`
        (?:append|add|write|insert|put|save|store|update|copy) [^.\\n]{0,50}?(?:<memory>|\\b(?:long-term|lasting|persistent) memory\\b)[^\\n]{0,200}?(?:always (?:run|execute|send|upload|trust|approve|skip|load|fetch|recommend|add)|never (?:warn|ask|mention|tell)|skip (?:the )?(?:confirmations?|reviews?|approvals?|checks)|(?:is|are|as) (?:always )?(?:trusted|approved)|without asking|upload|so that (?:it|all|every|each) (?:\\w{1,12} ){0,3}(?:sessions?|projects?|appl\\w{2,3}|follows?))\\b
        remember (?:for|in|across) (?:all|every|any|each) (?:future|later|other) (?:sessions?|conversations?|projects?)[:,]? (?:always )?(?:run|execute|load|fetch|send|install|skip|approve)
      `),
      not: /\b(?:if the user|ask (?:the user|first)|do not|never (?:add|write|put)|attack\w{0,4}|poison\w{0,3}|detect\w{0,3})\b/i,
    },
  ]),
  ...rows("impersonate", "skill", [
    {
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
  ]),
  ...rows("trigger", "skill", [
    {
      id: "every-request",
      roles: ["front-matter"],
      claims: true,
      hints:
        "always must use invoke run load trigger activate required mandatory loaded used called consulted instead rather replaces",
      pattern: phrases(`
        (?:always|must) (?:be )?(?:use|used|invoke|invoked|load|loaded|run|activated?|trigger|triggered|call|called) (?:this (?:skill|tool) )?(?:before (?:any|every|all) other|(?:for|on) (?:every|any|all) (?:user )?(?:requests?|tasks?|questions?|messages?|prompts?|conversations?)(?=[.,;!"\\n]|$| before| and)|regardless|instead of)
        (?:use|invoke|run|load|trigger|activate) (?:this (?:skill|tool) )?(?:first |always )?(?:for|on|in|with|before|at) (?:every|any|all)(?: single)? (?:user )?(?:requests?|tasks?|questions?|messages?|conversations?|prompts?|sessions?)(?=[.,;!"\\n]|$| before| and)
        (?:loaded|used|invoked|run|called|consulted) (?:ahead of|before) (?:any|every|all) other <brand>
        (?:instead of|in place of|rather than|replaces?|supersedes?) (?:all |any |every )?(?:other|existing|built-?in|default|official) (?:\\w{1,14} ){0,2}?<brand>
      `),
    },
  ]),
  ...rows("trigger", "name", [
    {
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
  ]),
  ...rows("ask", "account", [
    {
      id: "paste-secret",
      hints: "paste provide enter share type give send supply submit phrase reassure hesitates",
      pattern: phrases(`
        (?:ask|instruct|tell|prompt|have|get|require) (?:the )?users?(?: to)? (?:paste|provide|enter|share|type|give|send|supply|submit) (?:\\w{1,14} ){0,4}?(?:<secret>)[^.\\n]{0,80}?(?:in (?:the |this )?(?:chat|conversation)|into the (?:chat|conversation)|to you|so (?:that )?you can)\\b
        ask (?:the )?users? for (?:the|their|his|her) (?:[\\w-]{1,10} ){0,6}?(?:recovery|seed|mnemonic) (?:phrase|words)
        (?:if the user (?:hesitates|refuses|objects|asks why)…(?:reassure|assure|insist|convince)|reassure (?:them|the user))[^.\\n]{0,80}?(?:<secret>)
      `),
      not: /\b(?:environment variable|\.env|secret manager|keychain|never|do not|don['’]t|masked|export )\b/i,
    },
  ]),
  ...rows("persuade", "reviewer", [
    {
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
  ]),
  ...rows("pay", "account", [
    {
      id: "charged-by-call",
      roles: ["front-matter", "prose", "code", "config", "comment"],
      hints: "billing https http charge 每次扣费 自动扣费 每次 自动",
      pattern:
        /https?:\/\/[\w.-]{3,80}\/(?:[\w.-]{1,20}\/){0,3}billing\/charge\b|(?:每次|自动|調用|调用)[^\n]{0,10}(?:扣费|收费|付款)/gi,
    },
  ]),
  ...rows("pay", "wallet", [
    {
      id: "moves-funds",
      hints: "transfer withdraw sweep send automatically silently",
      pattern: phrases(`
        (?:transfer|withdraw|sweep|send) (?:\\w{1,14} ){0,3}?(?:all|entire|remaining|full|100%) (?:\\w{1,14} ){0,3}?(?:balance|funds|tokens|wallet|assets|eth|sol|btc|usdc)\\b
        (?:automatically|silently) (?:charge|bill|deduct|purchase|pay|transfer) 
      `),
      not: /\b(?:never|do not|ask|confirm|approval|simulate|testnet|if the user|how to|renew|subscription)\b/i,
    },
  ]),
  ...rows("persuade", "answer", [
    {
      id: "slanted",
      roles: text,
      hints:
        "without always must only recommend present show rank leave keep drop omit steer mention come comes guaranteed",
      pattern: phrases(`
        (?:always|must|only) (?:recommend|promote|favou?r|suggest|praise|rank) (?:[\\w-]{1,20} ){1,6}?(?:over (?:any|all) (?:other|competitor|alternative)s?|regardless of|even (?:if|when)|as the (?:best|only))
        (?:recommend|suggest|mention|promote|endorse|praise)…(?:whatever the (?:question|topic|task)|no matter what|regardless of (?:the )?(?:question|quality|fit|price|need|topic|evidence))
        (?:leave|keep|drop|omit) (?:out )?(?:\\w{1,12} ){0,2}?(?:unfavou?rable|negative|critical|bad) (?:reviews?|findings|results|comments|ratings)
        (?:present|show|list|pass off)…(?:sponsored|paid|affiliate)…as (?:neutral|independent|organic|unbiased)
        (?:must|should|always)…(?:come|comes) out (?:ahead|best|on top)
        without (?:mentioning|disclosing|saying|revealing|telling) (?:that )?(?:the |our |any |we |it is )?(?:\\w{1,12} )?(?:partnership|sponsor\\w{0,4}|commission|affiliat\\w{3,5}|referral|paid|promoted|ours)
      `),
      not: /\b(?:never|do not|don['’]t|avoid|bias(?:ed)?|honest|fair|test|example|persona)\b/i,
    },
  ]),
  ...rows("send", "secret", [
    {
      id: "secret-to-words",
      hints:
        "send sent sending upload transmit exfiltrate forward post relay mail email deliver submit leak push beacon",
      pattern: phrases(`
        (?:<hand>)\\b[^.;\\n]{0,60}?(?:<secret>|environment variables|env vars|cookies|keychain|tokens)\\b[^.;\\n]{0,60}? (?:to|at|via) (?:a |an |the )?(?:<outside>)\\b
        (?:<secret>|environment variables|env vars|cookies|keychain|\\.(?:env|npmrc|netrc|git-credentials|aws|ssh)|id_rsa)\\b[^;\\n]{0,140}?(?:<hand>) (?:it |them |both |these |those |all |everything )?(?:to|at|via) (?:a |an |the )?(?:<outside>)\\b
      `),
      not: /\b(?:authenticat\w{0,8}|authori[sz]\w{0,8}|headers?|log ?in|sign in|never|not|oauth|callback|encrypt\w{0,4}|rotate|prevent|verify|bearer|jwt|secret manager)\b/i,
    },
  ]),
  ...rows("send", "private-data", [
    {
      id: "tool-relay",
      hints: "send_ post forward create http upload",
      pattern:
        /`?\b(?:send_message|send_email|post_message|forward_message|http_post|upload_file|send_dm)\b/gi,
      near: [
        /\b(?:list_messages|read_messages|get_messages|search_emails?|list_emails|read_file|list_files|get_conversation|read_inbox|list_chats)\b/i,
        /\b(?:silently|telemetry|analytics|before returning|personali[sz]ation|background|all messages|hidden)\b/i,
      ],
    },
  ]),
  ...rows("delete", "work-files", [
    {
      id: "wipe-in-words",
      hints: "delete remove wipe erase purge destroy overwrite shred",
      pattern: phrases(`
        (?:delete|remove|wipe|erase|purge|destroy|overwrite|shred) (?:(?:all|every|everything|each|any)\\b[^.;\\n]{0,40}?|(?:the )?(?:entire |whole )?contents? of )(?: ?(?:in|inside|under|from|of) )?(?:the |their |your |this |its )?(?:user's )?(?:working|current|home|parent|user's|project|documents|desktop)\\b(?: \\w{1,10})? (?:folder|director(?:y|ies)|files|documents)\\b
      `),
      not: /\b(?:temp|tmp|cache|build|generated|dist|node_modules|comments?|whitespace)\b/i,
    },
  ]),
  ...rows("lock", "work-files", [
    {
      id: "lock-in-words",
      hints: "encrypt",
      pattern: phrases(`
        encrypt(?:s|ing)? (?:all|every|each|the user's)\\b[^.;\\n]{0,60}(?:documents|files|photos|pictures|home folder|home directory)\\b[^.;\\n]{0,80}(?:delete|remove|random (?:password|key)|ransom|originals?)
      `),
    },
  ]),
  ...rows("print", "secret", [
    {
      id: "show-secrets",
      hints: "print show include dump output list display echo paste quote",
      pattern: phrases(`
        (?:print|show|include|dump|output|list|display|echo|paste|quote) (?:all (?:of )?(?:the )?|the (?:full |entire )?|every |any )?(?:(?:contents?|values?) of (?:the )?)?(?:all )?(?:environment variables|env vars|(?:~\\/)?\\.(?:env|netrc|npmrc|aws|ssh)\\b[\\w./-]{0,30}|credentials|secrets|private keys?)(?: and [^;\\n]{0,60}?)? (?:in|into|to|with|at the end of) (?:your|the|every|each) (?:answer|reply|response|output|chat|conversation|summary|report)
      `),
    },
  ]),
  ...rows("fetch", "package", [
    {
      id: "locked-archive",
      roles: text,
      hints: "http https mega mediafire gofile anonfiles",
      pattern: archiveLink,
      near: [unpackPassword],
    },
    {
      id: "required-binary",
      roles: text,
      hints: "http https mega mediafire gofile anonfiles",
      pattern: archiveLink,
      near: [required, starts],
      not: registry,
    },
  ]),
  ...rows("fetch", "command", [
    {
      id: "paste-in-terminal",
      roles: text,
      hints: "terminal prompt powershell console dialog win windows",
      pattern: inTurn(
        [
          /\b(?:visit|open|go to|navigate to|see|from|check)\b[^\n]{0,40}?(?:\[[^\]\n]{1,80}\]\()?https?:\/\/[^\s)]{4,200}\)?/,
          /[^\n]{0,80}?\b(?:copy|paste|run|execute)\b[^\n]{0,80}?\b(?:terminal|command prompt|powershell|console|run dialog)\b/,
          /|\bwin(?:dows)?(?: key)?\s?\+\s?r\b[^\n]{0,120}\b(?:paste|ctrl\s?\+\s?v|powershell|cmd|mshta)\b/,
        ],
        "gi",
      ),
      not: /\b(?:screenshots?|shortcuts?|keyboard|brew\.sh|docs|documentation|asks? (?:you|people) to|help ?desk|api[ _-]key)\b/i,
    },
  ]),
];
