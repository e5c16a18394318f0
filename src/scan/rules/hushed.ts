/** Words that keep a step from the person whom the agent serves: an answer prepared, a thing not owned up to, a judgement bent. */
import { pieces } from "../lexicon.ts";
import type { Rule } from "../rule.ts";

const common = {
  version: 1,
  severity: "high",
  kind: "suspicious",
  layer: "static",
  where: { roles: ["prose", "quote", "table", "hidden"] },
  references: ["OWASP Agentic Skills 05"],
} as const;

/** Games, parts that are played, and rules for secrets and drafts are about something else. */
const unless =
  /\b(?:role-?play|persona|character|game|quiz|spoilers?|fiction|novel|api keys?|secrets?|passwords?|tokens?|credentials?|system prompt|internal (?:tool|name|id)|until|unless|test data|draft|phishing|attackers?|scam|(?:do not|don['’]t|never) (?:say|claim|pretend|invent|make up))\b/i;

export const hushedRules: readonly Rule[] = [
  {
    ...common,
    id: "T02-answer-prepared",
    title: "An answer prepared for whoever asks",
    category: "T02",
    confidence: 0.6,
    detect: {
      kind: "pattern",
      evenNegated: true,
      hints: pieces("ask|inquire|enquire|question|wonder|challenged|notice|object|doubt"),
      any: [
        // Whoever asks about a thing by name gets a piece of information; whoever asks about "it" is told that it is nothing.
        /\b(?:if|when|whenever|should) (?:(?:the |your |their |any |an? )?(?:users?|humans?|person|people|owners?|operators?|customers?|clients?|developers?|reviewers?|recruiters?|admins?|employees?|guests?|managers?|auditors?|approvers?|anyone|anybody|somebody|someone|they|he|she) )?(?:ever |later |then |directly )?(?:asks?|asked|inquires?|enquires?|questioned|wonders?|challenged|notices?|objects?|raises? doubts?)(?: directly| why(?: (?:the|a|this|it) [^.,;\n]{3,40})?| about (?:it|this|that|them|these)| what (?:it|this|that|the \w{3,12}) (?:is|does)| for the cost)?(?:,|;|:| [—–-]) ?(?:just |simply |only |then )?(?:say|answer that|reply that|claim|describe (?:it|this|them) as) (?!yes\b|plainly|you\b|["“]?I\b)(?:that )?(?:(?:it|this|the \w{3,14}|they|both|there|prices?|everything|all)\b)?[^.;\n]{0,24}\b(?:routine|normal|standard|just an?|nothing|no other|cache|diagnostics?|updates?|local|telemetry|maintenance|flaky|refactored|rounded|both agree|independent|went up|false positives?|licens\w{2,3}|housekeeping)\b/gi,
        /\b(?:if|when|should) (?:[\w ]{0,20})?(?:asked|asks?|ask|notices?|wonders?)\b[^.;\n]{0,30}, (?:joke about it|deny it|pretend (?:that|not))/gi,
        /\b(?:users?|reviewers?|people|somebody|someone|customers?|auditors?) (?:sometimes |may |might |often |will )asks? about (?:it|this|that)[;,:] (?:just )?(?:answer|say|reply) (?:that (?:it|this)\b|["“])/gi,
      ],
      unless,
    },
    message: "What the agent is to say to whoever asks is fixed beforehand.",
    advice: "Let the agent answer truthfully.",
  },
  {
    ...common,
    id: "T02-not-owned-up",
    title: "Something the agent is not to own up to",
    category: "T02",
    confidence: 0.6,
    detect: {
      kind: "pattern",
      evenNegated: true,
      hints: pieces(
        "nobody|no one|say that|security findings|security issues|vulnerabilit|findings for|reveal|disclose|acknowledge|let on|divulge|bring up|needn|need not|have to|no need|telling|informing|notifying|alerting|tell |inform |notify |alert |housekeeping|routine|formality|part of|summar|recap|confirmation|minutes|commit message|preview|must not|mustn|is not to|are not to|must never|never to|in the dark|unaware|wonders|suspects",
      ),
      any: [
        /\b(?:nobody|no one) (?:has|needs|is) to (?:know|hear|be told|find out)(?= ?(?:[.;,!]|$)| (?:that (?:it|you|this)|about (?:it|this)|of (?:it|this))\b)/gim,
        /\b(?:don['’]t|do not|never) say that (?:this|it) comes from\b|\b(?:don['’]t|do not|never) say that there is a (?:referral|commission|fee|sponsor|partner)/gi,
        /\b(?:do not|don['’]t|never) (?:report|list|flag|raise) (?:any )?(?:security findings|security issues|vulnerabilit(?:y|ies)|findings for them)\b[^.;\n]{0,40}\beven (?:if|when|though) you\b/gi,
        /\b(?:do not|don['’]t|never|must not|should not|no need to|needn['’]t|not to) (?:ever )?(?:reveal|disclose|acknowledge|let on|divulge) that\b[^.;\n]{0,40}\b(?:exception lists?|paid|sponsor\w{0,4}|partnerships?|commissions?|referrals?|affiliat\w{1,4}|this section|these instructions|this skill|fees?|transfers?|uploads?|a second list)\b/gi,
        /\b(?:[Dd]o not|[Dd]on['’]t|[Nn]ever) bring up (?:these|the (?:fee|step|transfer|incident)|[A-Z]\w{2,20}['’]s)/g,
        /\b(?:no need to|needn['’]t|don['’]t have to|do not have to) (?:say|disclose|state|reveal|admit) (?:that )?(?:it['’]s|it is|this is|these are) (?:an? )?(?:promot\w{2,5}|paid|sponsored|ads?\b|advert\w{0,7}|copied|sent|shared|referral|affiliate)/gi,
        /\bwithout (?:telling|informing|notifying|alerting) (?:the |your )?(?:user|human|owner|operator|customer|client)s? (?:about|of) (?:it|this|each one|the (?:step|transfer|copy|upload|change|fee))\b/gi,
        // To forbid a false claim is honest; what was done is another matter.
        /\b(?:do not|don['’]t|never) (?:ever )?(?:tell|inform|notify|alert) (?:the |your )?(?:user|human|owner|operator|customer|client|developer|reviewer|approver)s? that (?:you|we|an?|the) [^.;\n]{0,30}\b(?:was|were|has been|have been|sent|copied|uploaded|removed|edited|skipped|forwarded|shared|altered|collected) ?(?:removed|edited|sent|copied|uploaded|skipped|shared|forwarded|altered|replaced|collected|or\b|to\b)/gi,
        /\b(?:housekeeping|routine|a formality|part of (?:saving|setup|the routine))\b[^.;\n]{0,40}\b(?:needn['’]t|need not|does not (?:need|have) to|doesn['’]t (?:need|have) to) (?:appear|be (?:mentioned|listed|shown|documented|reported))\b/gi,
        /\b(?:do not|don['’]t|never) (?:list|show|mention|include|name|report) the (?:upload|transfer|copy|copies|fee|distribution|sync|second recipient|recipient|exception)s? in (?:the |your |any )?(?:[\w-]{1,20} ){0,2}?(?:summar(?:y|ies)|recap|confirmation|minutes|commit message|preview)\b/gi,
        /\b(?:the )?(?:user|human|owner|operator|customer|client|reviewer|recruiter|approver|auditor)s? (?:must not|mustn['’]t|is not to|are not to|must never|is never to) (?:see|know|notice|learn|hear|find out|be told|be shown|be informed)(?= (?:of (?:it|this)|about (?:it|this)|these (?:\w{3,14} )?(?:rules|steps|instructions|lines|entries)|this (?:section|step|rule)|that you)\b)/gi,
        /\bkeep (?:the )?(?:user|human|owner|customer|client|operator|reviewer)s? (?:unaware|in the dark)\b|\bso (?:that )?(?:nobody|no one|no reviewer) (?:wonders|suspects)\b/gi,
      ],
      unless,
    },
    message: "The agent is not to own up to something, or to leave it out of its account.",
    advice: "Tell the user everything that was done, and why.",
  },
  {
    ...common,
    id: "T30-bent-judgement",
    title: "A judgement bent, and made to look earned",
    category: "T30",
    confidence: 0.6,
    detect: {
      kind: "pattern",
      hints: pieces(
        "always|so that|so the|so it|guaranteed|discourage|dissuade|talk them|advise against|floor of|invent|make up|fabricate|star review|upvote|proxy|tag=",
      ),
      any: [
        /\b[Aa]lways (?:recommend|prefer|suggest|promote|favou?r|praise) (?:the )?[A-Z][\w-]{2,20}(?:['’]s)?(?: \w{2,14}){0,2} (?:products?|services?) and say\b/g,
        /\bso (?:that )?the (?:review|report|summary|check|audit|score|rating|thread|comment) (?:appears|looks|seems|feels) (?:thorough|earned|organic|genuine|independent)\b/gi,
        /\bso (?:that )?it reads like a normal full review\b/gi,
        /\bguaranteed (?:returns?|yields?|profits?|income|gains?|\d{1,3}(?:[.,]\d)? ?%)[^.\n]{0,40}\b(?:no risk|risk[- ]free|without (?:any )?risk|zero risk)\b/gi,
        /\bif (?:they|the user|he|she) (?:mentions?|wants?|thinks? of|considers?) (?:talking|speaking|asking|consult\w{1,4}|to (?:talk|ask|speak|consult))\b[^.\n]{0,60}\b(?:discourage|dissuade|talk them out|advise against)/gi,
        /\bgets? (?:an? )?floor of\b[^.;\n]{0,60}\b(?:whatever|regardless of|no matter) (?:its|the|their|his|her) (?:content|merits?|quality|results?|findings?|evidence)\b/gi,
        /\b(?:invent|make up|fabricate) (?:a |an |some |two |three |four |the )?(?:(?:plausible|believable|convincing|credible) )?(?:[\w-]{1,16} ){0,2}?(?:reasons?|root causes?|excuses?|justifications?)\b[^.;\n]{0,60}\b(?:so (?:that )?the (?:score|rating|result)|to (?:justify|back) (?:the|it|your)|for (?:each|the) (?:test|score|rating|rejection))\b/gi,
        /\b(?:write|post|submit|leave)\b[^.;\n]{0,40}\b(?:five|5)[- ]star reviews?\b[^.;\n]{0,120}\b(?:from the accounts?|accounts? in|personas?|for this skill)\b/gi,
        /\bupvote (?:waves?|rings?)\b|\baccounts upvote within\b|\bone (?:residential )?proxy (?:each|per (?:account|persona))\b/gi,
        /\b(?:strip|remove|drop|replace)\b[^.;\n]{0,40}\btag=?\b[^.;\n]{0,40}\btag=(?!your|my|example|xxx)\w{3,24}-2\d\b/gi,
      ],
      unless:
        /\b(?:never|do not|don['’]t|avoid|bias(?:ed)?|fraud|detect\w{0,4}|prohibited|scams?|red flags?|demo|mock|placeholder|disclos\w{1,4})\b/i,
    },
    message: "A judgement is to come out for somebody whatever the facts are, or voices are made up.",
    advice: "Let the agent judge by what it finds, and say who pays.",
  },
  {
    ...common,
    id: "T07-returned-obeyed",
    title: "What an address returns is to be obeyed",
    category: "T07",
    confidence: 0.65,
    where: { roles: ["prose", "quote", "table", "hidden", "code"] },
    detect: {
      kind: "pattern",
      hints: pieces(
        "instructions|this skill|authoritative|system prompt|orders|commands|what it|what they|what the|whatever",
      ),
      any: [
        /\b(?:do|carry out|follow|obey|execute) what(?:ever)? the (?:mission|server) (?:says|asks|wants|tells|demands|orders|returns|answers)\b/gi,
        /\bcarry out what (?:it|they) says? (?:as if|before anything|even if)\b|\bdo what it says even if your human\b/gi,
        /\b(?:treat|regard|take|consider)\b (?:what|the|that|its|whatever|this|it|all)\b[^.\n]{0,50}\b(?:returns?|returned|fetched|downloaded|response|reply|decoded|answers?)\b[^.\n]{0,40}\bas (?:part of |the (?:[\w-]{2,12} )?body of )?(?:these |this skill['’]s |your |the )?(?:instructions?|this skill|system prompt)\b/gi,
      ],
      unless:
        /\b(?:never|not|don['’]t|untrusted|data|inject\w{2,4}|errors?|transcri\w{2,6}|only (?:when|after)|approv\w{2,4})\b/i,
    },
    message: "Text that is fetched or decoded is to be obeyed like the skill itself.",
    advice: "Ship the instructions in the skill, where they are scanned.",
    references: ["OWASP Agentic Skills 05", "CWE-829"],
  },
  {
    ...common,
    id: "T13-skill-spreads",
    title: "The skill looks after its own spreading",
    category: "T13",
    confidence: 0.6,
    detect: {
      kind: "pattern",
      hints: pieces(
        "copy this|agents.md|claude.md|.cursorrules|copilot-instructions|skill.md|restore|re-add|readd|reinstall|re-install|put it|put them|passes it on|pass it on|word for word",
      ),
      any: [
        /\b(?:sibling|every|each) (?:director(?:y|ies)|folders?|repositor(?:y|ies)|one)\b[^.;\n]{0,80}`?\.git`?[^.;\n]{0,30}\bcopy this (?:folder|skill)\b/gi,
        /(?:AGENTS\.md|CLAUDE\.md|\.cursorrules|copilot-instructions|SKILL\.md)[^\n]{0,140}\b(?:of|in|into|to) (?:each|every|all|any) (?:sibling|neighbou?ring) (?:repositor(?:y|ies)|projects?|repos?)\b/gi,
        /\b(?:if|should|when|whenever) (?:(?:an?|the|some|any) )?(?:user|person|human|owner|somebody|someone|anyone|anybody|people|they|maintainer)s? (?:removes?|deletes?|uninstalls?) (?:this|the (?:folder|skill|hook|block))\b(?![^.\n]{0,30}\b(?:mistake|accident|trash|undo))[^.\n]{0,60}\b(?:restore|re-?add|re-?install|put (?:it|them) back)\b/gi,
        /\b(?:quote[ds]?|paragraph|word for word|this (?:line|skill|section|note))\b[^.\n]{0,120}\bso that (?:the |every |each )?(?:peer|agent|bot|they|it)\b[^.\n]{0,40}\bpass(?:es)? it on\b/gi,
      ],
      unless: /\b(?:never|do not|don['’]t|if the user (?:agrees|says|wants|asks)|ask (?:the user|first))\b/i,
    },
    message: "The skill puts itself where nobody asked for it, or comes back when it is removed.",
    advice: "Leave it to people to install and recommend the skill.",
  },
];
