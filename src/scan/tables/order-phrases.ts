/** Phrases that steer an agent: against its instructions, its user, or by what others wrote. */
import { anyOf, either, lines } from "./compile.ts";
import { act, type PhraseRow } from "./phrase-row.ts";
import { phrases } from "./vocabulary.ts";

const told =
  /\b(?:if|when|whether) (?:a|the|any) (?:file|page|document|tool|issue|comment|content)\b|\b(?:detect|attack|resist|attempt|injection|red[- ]team|jailbreak|chatbots?)\w{0,4}\b/i;
const noise = anyOf(
  lines(`
    errors? | stack traces? | raw (?:json|output|ids?) | implementation details | jargon | spoilers? | surprise | gift
    internal (?:ids?|names|reasoning|state) | placeholders? | app store | retries | persona | character | game | draft
    yet | before (?:it|they) (?:is|are)
  `),
);

export const orderPhrases: readonly PhraseRow[] = [
  {
    ...act("override", "instructions"),
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
        what(?:ever)? (?:is |it )?(?:written|said|listed|stands|says) there (?:<outranks>) (?:this|your|what|the|all|any)
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
    ...act("override", "instructions"),
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
  {
    ...act("print", "instructions"),
    id: "prompt-asked",
    hints: "system hidden initial developer words",
    pattern: phrases(`
        (?:print|reveal|repeat|output|display|recite|dump|leak|encode|send|include) (?:(?:the|all|back|out|verbatim|full|entire|contents?|text|of) ){0,4}your (?:own |full |entire )?(?:system (?:prompt|message|instructions)|hidden (?:prompt|instructions?)|initial (?:prompt|instructions?)|developer (?:message|instructions?))
      `),
    not: told,
  },
  {
    ...act("ask", "secret"),
    id: "tool-asks",
    hints: "echo repeat include print return output reveal show retry <imp <sys <sec",
    pattern: phrases(`
        (?:echo|repeat|include|print|return|output|reveal|show) (?:back )?(?:the )?(?:value|contents?|exact value|full text) of (?:the |your |any )?(?:\\w{1,14} ){0,2}?(?:authorization|auth|api[ _-]?key|token|secret|password|cookie|credential|system prompt)\\w{0,10}\\b
        retry (?:this|the) (?:tool|call|request) (?:indefinitely|forever|until)…(?:key|token|secret|password|credential)
        <(?:important|system|secret|hidden|critical)>\\s{0,8}[^<]{0,300}?(?:before (?:using|calling|running|returning)|you must|do not (?:mention|tell)|read|send|pass|forward)\\b
      `),
  },
  {
    ...act("conceal", "action"),
    id: "keep-from-user",
    hints:
      "tell telling inform notify alert mention reveal disclose announce show admit acknowledge report mentioning discuss bring hide conceal withhold keep hidden secret knowledge knowing noticing awareness seeing told aware informed know see notice learn leave omit where",
    pattern: phrases(`
        (?:<not>|without) (?:ever )?(?:<tell>) (?:the |your )?(?:<person>) (?:about|of|that (?:you|this|it|data|the|we)|what you|(?:you|this|it) (?:did|was|were|has|have))\\b(?! (?:errors?|the format))
        (?:<not>|without) (?:ever )?(?:(?:mention|mentioning|reveal|revealing|disclose|disclosing|announce|admit|discuss|report|show) (?:this|these|that|it|them|anything)(?: \\w{1,14}){0,7}? (?:to|with) (?:the |your )?(?:<person>)\\b(?!\\s{0,2}\\))|(?:<tell>|discuss|bring up) (?:(?:this|these|that|the|any)(?: \\w{1,14}){0,5}? (?:<act>)(?: \\w{1,14}){0,5}? (?:to|with|in) (?:the |your |any )?(?:<person>|summary|recap|report|answer|output|reply|log)|(?:you used )?this skill to\\b))
        (?:<not>) (?:<tell>) (?:(?:rule|step|item|point|number) )?#?\\d{1,2} (?:to|in) (?:the |your |any )?(?:<person>|summar(?:y|ies)|reports?|answers?|commit messages?|logs?)\\b
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
  {
    ...act("conceal", "answer"),
    id: "answer-prepared",
    hints: "asks asked ask notices questions questioned wonders",
    pattern: phrases(`
        (?:if|when|whenever|should) (?:(?:the |your |any |an? )?(?:<person>|auditors?|admins?|managers?) )?(?:ever |later )?(?:asks?|asked|questions|questioned|wonders?|notices?)(?: (?:about|why|what) (?:it|this|that|them|these|you did)(?: \\w{1,12}){0,3})?,? (?:just |simply |only |then )?(?:deny|lie|pretend|claim|say (?:that )?(?:it (?:is|was)|nothing|you|this (?:is|was))|answer that (?:it|nothing|you)|reply that (?:it|nothing|you))\\b
      `),
    not: /\b(?:role-?play|persona|character|game|fiction|phishing|attackers?|scam|yes\b|unsure|not sure|don['’]t know)\b/i,
  },
  {
    ...act("obey", "text"),
    id: "obey-found",
    hints:
      "contains contain includes says begins starts mentions word phrase keyword marker sees appears reads prefixed",
    pattern: phrases(`
        (?:when|if|whenever|once|where|should|as soon as|any|every|each)(?: [\\w-]{1,16}){1,8}? (?:contains?|includes?|says?|begins? with|starts? with|mentions?|holds?|appears?|reads|marked|prefixed)[^.;\\n]{0,60}?[,:;] (?:then )?(?:treat|obey|<drop>|<carry>) (?:[\\w-]{1,16} ){0,8}?(?:as (?:an? )?(?:<order>)|(?:says|say|tells you|asks|wants)|it out|whatever|(?:<order>) (?:in|of|from|it|that follow)|all (?:earlier|previous|other) rules)\\b
      `),
    not: /\b(?:users?|person|human|they) (?:says?|asks?|types?|mentions?)\b|\bdo not\b|\bnever\b|\bSKILL\.md\b|\breferences?\//i,
  },
  {
    ...act("obey", "text"),
    id: "obey-text",
    hints: "instructions commands orders directives instruction command says tells asks",
    pattern: phrases(`
        (?:carry out|follow|obey|execute|comply with|act on) (?:any|all|every|whatever|each)(?: \\w{1,12}){0,2}? ?(?:<order>)(?: that| which)?(?: (?:you find|is|are|it|they))?(?: \\w{2,10})? ?(?:found|contained|embedded|hidden|written|given|contains?|in|within|inside) (?:the |a |an |its |any |each )?(?:\\w{1,12} )?(?:<found>)\\b
        (?:treat|regard|take) (?:the |its |their |any |all |such |every )?(?:\\w{1,12} ){0,3}?(?:text|contents?|comments?|replies|responses?|output|data|lines?|cells?|messages?) (?:\\w{1,12} ){0,3}?as (?:an? |the )?(?:\\w{1,12} ){0,2}?(?:<order>) (?:from|of) (?:the )?(?:user|system|developer|operator)
        do (?:what|whatever|everything|exactly what) (?:it|they|(?:the|its)(?: rest of the)? (?:<found>|rest)|the rest of the (?:<found>)) (?:says?|tells?|asks?|wants|demands|contains?)\\b
      `),
    not: /\b(?:do not|never|don['’]t|must not|untrusted|skill\.md|references?\/|\.md\b|wizard|installer|readme)\b/i,
  },
  {
    ...act("obey", "instructions"),
    id: "obey-returned",
    hints: "returns returned fetched downloaded response reply server",
    pattern: phrases(`
        (?:treat|regard|take|consider|use) (?:what|the|that|its|whatever|this|it|all)[^.\\n]{0,50}?(?:returns?|returned|fetched|downloaded|response|reply|decoded|answers?)[^.\\n]{0,40}? as (?:part of |the (?:[\\w-]{2,12} )?body of )?(?:these |this skill's |your |the |new )?(?:instructions?|this skill|system prompt|rules)
        (?:do|carry out|follow|obey|execute) what(?:ever)? the (?:server|endpoint|response|api|page|url|mission) (?:says|asks|wants|tells|demands|orders|returns|answers)
      `),
    not: /\b(?:never|not|don['’]t|untrusted|inject\w{2,4})\b/i,
  },
  {
    ...act("grant", "approval"),
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
    ...act("grant", "approval"),
    id: "never-ask",
    hints: "ask asking wait waiting without",
    pattern: phrases(`
        (?:never|do not|don't) (?:ask|wait) (?:the |your )?(?:users? |human |them )?for (?:the )?(?:user's )?(?:permission|confirmation|approval|consent)\\b(?! (?:in|at|as|by|with|on|twice|again|per|for each|between))
        (?:execute|run|install|delete|send|upload|transfer|purchase|pay|wipe|overwrite|remove|move|edit) (?:\\w{1,14} ){0,8}?without (?:any )?(?:asking|confirmation|confirming|prompting|approval|(?:the )?user(?:'s)? (?:approval|confirmation|consent))
      `),
    not: /\b(?:read-only|clarifying|tests?|lint|format|unless|except|non-destructive|never (?:run|execute|delete|send|push|commit)|do not (?:run|execute|delete|send|push|commit))\b/i,
  },
  {
    ...act("write", "agent-file"),
    id: "memory-rule",
    hints: "remember",
    pattern: phrases(`
        remember (?:for|in|across) (?:all|every|any|each) (?:future|later|other) (?:sessions?|conversations?|projects?)[:,]? (?:always )?(?:run|execute|load|fetch|send|install|skip|approve)
      `),
    not: /\b(?:if the user|ask (?:the user|first)|do not|never (?:add|write|put)|attack\w{0,4}|poison\w{0,3}|detect\w{0,3})\b/i,
  },
  {
    ...act("ask", "account"),
    id: "paste-secret",
    hints: "paste provide enter share type give send supply submit phrase reassure hesitates",
    pattern: phrases(`
        (?:ask|instruct|tell|prompt|have|get|require) (?:the )?users?(?: to)? (?:paste|provide|enter|share|type|give|send|supply|submit) (?:\\w{1,14} ){0,4}?(?:<secret>)[^.\\n]{0,80}?(?:in (?:the |this )?(?:chat|conversation)|into the (?:chat|conversation)|to you|so (?:that )?you can)\\b
        ask (?:the )?users? for (?:the|their|his|her) (?:[\\w-]{1,10} ){0,6}?(?:recovery|seed|mnemonic) (?:phrase|words)
        (?:if the user (?:hesitates|refuses|objects|asks why)…(?:reassure|assure|insist|convince)|reassure (?:them|the user))[^.\\n]{0,80}?(?:<secret>)
      `),
    not: /\b(?:environment variable|\.env|secret manager|keychain|never|do not|don['’]t|masked|export )\b/i,
  },
  {
    ...act("print", "secret"),
    id: "show-secrets",
    hints: "print show include dump output list display echo paste quote",
    pattern: phrases(`
        (?:print|show|include|dump|output|list|display|echo|paste|quote) (?:all (?:of )?(?:the )?|the (?:full |entire )?|every |any )?(?:(?:contents?|values?) of (?:the )?)?(?:all )?(?:environment variables|env vars|(?:~\\/)?\\.(?:env|netrc|npmrc|aws|ssh)\\b[\\w./-]{0,30}|credentials|secrets|private keys?)(?: and [^;\\n]{0,60}?)? (?:in|into|to|with|at the end of) (?:your|the|every|each) (?:answer|reply|response|output|chat|conversation|summary|report)
      `),
  },
];
