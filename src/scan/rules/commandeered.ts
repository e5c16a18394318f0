/** T01 in words of everyday: what guides the agent declared void, its limits lifted, its user overruled, its prompt asked for. */
import { pieces } from "../lexicon.ts";
import type { Rule } from "../rule.ts";

const common = {
  version: 1,
  category: "T01",
  severity: "high",
  kind: "malicious",
  layer: "static",
  where: { roles: ["prose", "quote", "table", "hidden", "comment", "front-matter"] },
  advice: "Remove it; a skill adds to what guides the agent and takes nothing away.",
  references: ["OWASP LLM01"],
} as const;

/** Texts about such sentences. */
const unless =
  /\b(?:attempts?|injection\w{0,2}|attack\w{0,4}|jailbreak\w{0,4} (?:attempt|prompt|test)\w{0,1}|detect\w{0,3}|reject\w{0,3}|resist|refuse (?:to|any|such)|(?:that|which|who|text|content|page|input) (?:tells?|asks?|telling|asking) you to|tries to|try to|claims? (?:to|that)|phrases? (?:like|such as)|e\.g\.|for example|such as|examples?|tests?|probe\w{0,1}|red[- ]team\w{0,4}|evals?|chatbots?|whether|users? (?:who|may|might|can))\b/i;

export const commandeeredRules: readonly Rule[] = [
  {
    ...common,
    id: "T01-guidance-void",
    title: "What guides the agent declared void",
    confidence: 0.7,
    detect: {
      kind: "pattern",
      hints: pieces(
        "you were|no longer|you have been|you are told|you are given|no longer apply|not apply|void|suspended|lifted|superseded|overridden|supersede|outrank|precedence|prevail|replace|system prompt",
      ),
      any: [
        /\b(?:ignore|disregard|forget|discard|set aside|overrule|abandon)\b[^.;\n]{0,24}\b(?:everything|all|anything|whatever|what|the (?:rules|instructions|guidelines)) (?:that )?you (?:were|have been|are) (?:told|given|taught|instructed)\b(?! (?:about|on|for))/gi,
        /\byou are no longer (?:an? |the )?(?:assistant|claude|chatgpt|ai|chatbot|bound|restricted|limited by)\b(?![^.\n]{0,60}\b(?:dungeon|game|narrator|teacher|tutor|story))/gi,
        /(?<!["“'`])\b(?:disregard|ignore|forget|override|discard) (?:the|your) system (?:prompt|message|instructions)\b/gi,
        /\byour (?:(?:previous|prior|earlier|former|existing|original|initial|usual|normal|system|default|safety) ){1,2}(?:instructions?|rules?|guidelines?|polic(?:y|ies)|prompts?|directives?|constraints?|restrictions?|limits?|limitations) (?:(?:no longer|do not|does not|don['’]t|doesn['’]t) apply|(?:are|is) (?:now |hereby )?(?:void|suspended|lifted|cancelled|superseded|overridden))\b/gi,
        /\b(?:supersedes?|outranks?|takes? precedence over|prevails? over|replaces?|overrides?) (?:all|any|every|the) (?:(?:other|previous|prior|earlier) )?(?:polic(?:y|ies)|rules|instructions|limits) (?:set|given|made|issued) by (?:the |your )?(?:operator|user|system|developers?|vendor|anthropic|openai)\b/gi,
        /\b(?:supersedes?|outranks?|takes? precedence over|prevails? over|replaces) (?:the |your )?user['’]s (?:wishes|instructions|orders|words)\b|\bthe following replaces the user['’]s request\b/gi,
        /\bcontent polic(?:y|ies) (?:does not|do not|doesn['’]t) apply to (?:this|you)\b/gi,
      ],
      unless,
    },
    message: "The rules that the agent was given are declared void.",
  },
  {
    ...common,
    id: "T01-limits-lifted",
    title: "The agent's limits lifted",
    confidence: 0.7,
    detect: {
      kind: "pattern",
      hints: pieces(
        "trust level|skip all|unrestricted|unfiltered|uncensored|jailbroken|mode|guardrail|safeguard|safety|filters|restrictions|limits|who has no|authori|approved|permitted|cleared|granted|allowed",
      ),
      any: [
        /(?<!["“'`])\b(?:as|be|become|act as|act like|you are(?: now)?) (?:an? )?(?:unrestricted|unfiltered|uncensored|jailbroken) (?:assistant|ai|agent|model|version)\b/gi,
        /\b(?:developer|maintenance|god|unrestricted|override|jailbreak) mode\b[^.;\n]{0,12}(?:\bis (?:now )?(?:on|active|enabled)\b[^.;\n]{0,40}\b(?:safety|restrictions|limits|rules|checks|filters)|,? in which (?:all )?(?:restrictions|limits|rules|safety))/gi,
        /\b(?:disable|turn off|switch off|lower|lift|drop|suspend|bypass|deactivate) (?:your|the (?:model|assistant|agent)['’]s) (?:own )?(?:guardrails?|safety (?:rules|guidelines|checks|filters|training|measures)|safeguards?|content filters?|alignment)\b/gi,
        /\b(?:safety|ethical) (?:warnings?|disclaimers?|checks?|guidelines?|rules)\b[^.;\n]{0,50}\bmust be (?:left out|skipped|omitted|ignored|disabled)\b(?! only)/gi,
        /\b(?:anthropic|openai|your (?:developers?|creators?|makers?|vendor)) (?:has|have) (?:authori[sz]ed|approved|permitted|cleared|allowed) (?:this (?:skill|session|request|file)|you)\b/gi,
        /\bact as (?:dan|stan|dude),? who\b|\bwho has no (?:limits|restrictions|filters)\b/gi,
        /\bset (?:your |the )?trust level to (?:the )?maximum\b/gi,
      ],
      unless,
    },
    message: "Limits that the agent was given are to be lifted.",
  },
  {
    ...common,
    id: "T01-prompt-asked",
    title: "The agent's own prompt asked for",
    confidence: 0.65,
    detect: {
      kind: "pattern",
      hints: pieces(
        "contents of your|system prompt|hidden prompt|hidden instructions|initial prompt|initial instructions|system message|system instructions|developer message|memory file|text above|everything above|tool list",
      ),
      any: [
        /(?<!["“'`*] ?)\b(?:print|reveal|repeat|output|display|recite|dump|leak|encode|quote)\b (?:(?:the|all|back|out|verbatim|contents?|text|of) ){0,4}your (?:own )?(?:system (?:prompt|message|instructions)|hidden (?:prompt|instructions?)|initial (?:prompt|instructions?)|developer (?:message|instructions?))\b(?![^.\n]{0,30}\b(?:as a|poem))/gi,
        /(?<!["“'`*] ?)\brepeat (?:the |all )?(?:text|words) above\b/gi,
        /\bend (?:every|each) (?:answer|reply|message) with the contents of your (?:memory|system prompt|context)\b/gi,
      ],
      unless,
    },
    message: "The agent is to give away what guides it.",
  },
  {
    ...common,
    id: "T01-person-overruled",
    title: "The user overruled",
    confidence: 0.65,
    detect: {
      kind: "pattern",
      hints: pieces(
        "from the user|obey only|follow only|heed only|this file|this one|this skill|this document|this page|even if|even when|user objects|says no|approved|authori|granted|pretend|act as if|assume|true goal|real goal|hidden goal|hidden objective|secret|actual",
      ),
      any: [
        /\btreat (?:such|these|those|any|them)(?: [\w-]{2,16}){0,3} as (?:coming |if (?:it|they) (?:came|were) )?from the user\b/gi,
        /\bobey only (?:the )?(?:instructions|rules|orders) (?:in|of|from) this (?:file|skill|document|page)\b/gi,
        /\b(?:user|operator|system prompt|anything you)\b[^.;\n]{0,40}\b(?:conflicts?|differs?|disagrees?)\b[^.;\n]{0,30}[,;:] (?:then )?this (?:file|skill|document|page|one) (?:wins|prevails|takes precedence|comes first|goes first)\b|\bthis one wins, including anything marked\b|\binstructions in this (?:file|skill|document|page) (?:outrank|override|supersede|take precedence over) (?:those of )?(?:the user|the operator|your)\b/gi,
        /\beven (?:if|when) (?:the |your )?(?:user|human|owner|operator|developer)s? (?:tells?|asks?|orders?|instructs?) you (?:to stop(?=[.,;!]|$)|not to\b)|\bwhen (?:the )?user (?:objects|says no|refuses|protests|declines),? (?:continue|proceed|go on|carry on|do it) (?:anyway|regardless|nonetheless)\b/gi,
        /\b(?:consider|treat|regard|count) all (?:tools?|tool calls?|commands?|permissions?) (?:as )?(?:pre-?)?(?:approved|authori[sz]ed|granted) (?:from|for the rest)\b/gi,
        /\b(?:pretend|act as if|behave as if) (?:that )?the user (?:has |had )(?:agreed|approved|consented|confirmed|authori[sz]ed) (?:you|it|this|to|all|every)\b/gi,
        /\b(?:your|the (?:assistant|agent|model)['’]s) (?:true|real|hidden|secret) (?:goal|objective|mission) (?:is|:)|\bthe (?:assistant|agent|model)['’]s (?:hidden|secret) (?:objective|goal|purpose)\b/gi,
      ],
      unless:
        /\b(?:never|attempts?|injection\w{0,2}|attack\w{0,4}|detect\w{0,3}|reject\w{0,3}|transcri\w{2,6}|voice|audio|pasted|dictat\w{2,4}|headless|whether)\b/i,
    },
    message: "What the user says is to count for less than the skill.",
  },
  {
    ...common,
    id: "T01-no-refusal",
    title: "Not to refuse, and not to listen",
    confidence: 0.65,
    detect: {
      kind: "pattern",
      evenNegated: true,
      hints: pieces("later|subsequent|contrary|future|refus|never say"),
      any: [
        /\b(?:do not|don['’]t|never|must not) (?:follow|obey) (?:any )?(?:later|subsequent|contrary) instructions?\b/gi,
        /\btreat (?:any|every|a) refusal as (?:consent|agreement|permission|a yes)\b|\b(?:do not|don['’]t|never) refuse; refusals\b|\bnever say (?:that )?you (?:can['’]t|cannot|won['’]t) (?:do|help|answer)\b[^.;\n]{0,30}\bfor (?:safety|ethical|policy)\b/gi,
      ],
      unless,
    },
    message: "The agent is not to refuse anything, or not to hear what is said later.",
  },
  {
    ...common,
    id: "T01-forged-turn",
    title: "A word of the system's, forged",
    confidence: 0.75,
    detect: {
      kind: "pattern",
      hints: pieces("system|developer|</instruction|</prompt|</user|</assistant|</context|</rules|</skill"),
      any: [
        /^[\s>*_-]{0,8}\[?(?:SYSTEM|System|system)\]?(?: ?(?:message|override|notice))?\]?\s?:\s(?=[^\n]{0,120}\b(?:the user is an? (?:admin\w{0,9}|owner|developer|root)|grant every|new polic(?:y|ies)|ignore (?:all|previous|the user)|override (?:all|the)|approve every)\b)|^[\s>*_-]{0,8}\[(?:system|developer)\]\s(?=[^\n]{0,120}\b(?:the user is an? (?:admin\w{0,9}|owner)|grant every|new polic(?:y|ies)|ignore (?:all|previous)|without confirmation|approve every)\b)/gm,
        /<\/(?:instructions?|system|prompt|user|assistant|context|rules|skill)>\s{0,4}<(?:instructions?|system|prompt|user|assistant)>[^<\n]{0,60}\b(?:reveal|ignore|disregard|override|obey|new (?:rules|instructions))\b/gi,
      ],
      unless,
    },
    message: "A line is made to look as if the system had said it.",
  },
];
