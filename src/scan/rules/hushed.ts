/** Words that keep a step from the person whom the agent serves: an answer prepared, a thing not owned up to, a judgement bent. */
import { pieces } from "../lexicon.ts";
import type { Rule } from "../rule.ts";

const where: Rule["where"] = { roles: ["prose", "quote", "table", "hidden"] };
const references = ["OWASP Agentic Skills 05"];

/** Games, parts that are played, and rules for secrets and drafts are about something else. */
const unless =
  /\b(?:role-?play|persona|character|game|quiz|spoilers?|fiction|novel|api keys?|secrets?|passwords?|tokens?|credentials?|system prompt|internal (?:tool|name|id)|until|unless|test data|draft|phishing|attackers?|scam|(?:do not|don['’]t|never) (?:say|claim|pretend|invent|make up))\b/i;

export const hushedRules: readonly Rule[] = [
  {
    id: "T02-answer-prepared",
    version: 1,
    title: "An answer prepared for whoever asks",
    category: "T02",
    severity: "high",
    confidence: 0.6,
    kind: "suspicious",
    layer: "static",
    where,
    detect: {
      kind: "pattern",
      evenNegated: true,
      hints: pieces("ask|inquire|enquire|question|wonder|challenged|complain|notice|doubt|object"),
      any: [
        // Whoever asks about a thing by name gets a piece of information; whoever asks about "it" gets a story.
        /\b(?:if|when|whenever|should) (?:(?:the |your |their |any |an? )?(?:users?|humans?|person|people|owners?|operators?|customers?|clients?|developers?|reviewers?|recruiters?|admins?|employees?|guests?|managers?|auditors?|approvers?|anyone|anybody|somebody|someone|they|he|she) )?(?:ever |later |then |directly )?(?:asks?|asked|inquires?|enquires?|questioned|wonders?|challenged|notices?|objects?|raises? doubts?)(?: directly| why(?: (?:the|a|this|it) [^.,;\n]{3,40})?| about (?:it|this|that|them|these)| what (?:it|this|that|the \w{3,12}) (?:is|does)| for the cost)?(?:,|;|:| [—–-]) ?(?:just |simply |only |then )?(?:say (?!so\b|that (?:you|I) (?:do not|don['’]t|cannot|can['’]t)|no\b|you (?:do not|don['’]t|cannot|are)|["“]?I\b|what|which|how|hello|where)|answer that (?:it|the|this|there|they|all|only|no|both|everything|you)\b|reply that (?:it|the|this|there|they|all|only|no|both|everything)\b|claim (?:that|it|the)|describe (?:it|this|them) as|joke about|deny|pretend)/gi,
        /\b(?:users?|reviewers?|people|somebody|someone|customers?|auditors?) (?:sometimes |may |might |often |will )?asks? about (?:it|this|that)[;,:] (?:just )?(?:answer|say|reply) (?:that (?:it|this|there|they)\b|["“])/gi,
      ],
      unless,
    },
    message: "What the agent is to say to whoever asks is fixed beforehand.",
    advice: "Let the agent answer truthfully.",
    references,
  },
  {
    id: "T02-not-owned-up",
    version: 1,
    title: "Something the agent is not to own up to",
    category: "T02",
    severity: "high",
    confidence: 0.6,
    kind: "suspicious",
    layer: "static",
    where,
    detect: {
      kind: "pattern",
      evenNegated: true,
      hints: pieces(
        "nobody|no one|do not|don't|don’t|never|need not|reveal|disclose|admit|acknowledge|let on|divulge|concede|no need to|needn|have to|tell|inform|notify|alert|warn|appear|mentioned|listed|must not|summar|recap|minutes|in the dark|unaware|notice|wonder|suspect|bring up",
      ),
      any: [
        /\b(?:nobody|no one) (?:has|needs|is) to (?:know|hear|be told|find out)\b/gi,
        /\b(?:don['’]t|do not|never) say that (?:this|it|there) (?:comes?|is|was|are|has|were)\b/gi,
        /\b(?:do not|don['’]t|never) (?:report|list|flag|raise|mention|show) (?:any )?(?:security |the |such )?(?:findings|issues|problems|vulnerabilit(?:y|ies)|bugs|warnings)\b[^.;\n]{0,40}\beven (?:if|when|though) (?:you|they|there)\b/gi,
        /\b(?:do not|don['’]t|never|must not|should not|no need to|needn['’]t|not to) (?:ever )?(?:reveal|disclose|acknowledge|let on|divulge) that\b[^.;\n]{0,40}\b(?:exceptions?|second|other|hidden|extra|paid|sponsor\w{0,4}|partner\w{0,5}|commissions?|referrals?|affiliat\w{1,4}|rules?|lists?|sections?|instructions?|skill|notes?|fees?|cop(?:y|ies)|transfers?|uploads?)\b/gi,
        /\b(?:[Dd]o not|[Dd]on['’]t|[Nn]ever) bring up (?:this|these|its|their|the (?:fee|step|transfer|incident|list|rule|section|change|notes?)|[A-Z])/g,
        /\b(?:no need to|needn['’]t|don['’]t have to|do not have to) (?:say|disclose|state|reveal|admit) (?:that )?(?:it['’]s|it is|this is|these are) (?:an? )?(?:promot\w{2,5}|paid|sponsored|ads?\b|advert\w{0,7}|automated|bot\b|copied|sent|shared|referral|affiliate)/gi,
        /\bwithout (?:telling|informing|notifying|alerting) (?:the |your )?(?:user|human|owner|operator|customer|client|developer|reviewer)s? (?:that|about|of)\b/gi,
        /\b(?:do not|don['’]t|never) (?:ever )?(?:tell|inform|notify|alert|warn) (?:the |your |their |any )?(?:users?|humans?|person|people|owners?|operators?|customers?|clients?|developers?|reviewers?|employees?|team|approvers?|anyone|anybody|them) (?:that (?!you (?:can|will|have|are)|it (?:is|has) (?:done|complete|working|finished|fixed))|about (?:it|this|these|that|the (?:step|transfer|copy|upload|change|fee|second|extra|rule))\b|of (?:it|this)\b)(?![^.;\n]{0,80}\b(?:more than|again|twice|without|before|until|unless|if you|when you|while)\b)/gi,
        /\b(?:this|it|these|that|they)\b[^.;\n]{0,40}\b(?:needn['’]t|need not|does not (?:need|have) to|doesn['’]t (?:need|have) to|is not to|are not to) (?:appear|be (?:mentioned|listed|shown|documented|reported|named|logged|recorded|included|quoted))\b[^.;\n]{0,30}\b(?:in|on|to|among) (?:the |your |any |its )?(?:[\w-]{1,20} ){0,2}?(?:summar(?:y|ies)|reports?|confirmation|recap|user|minutes|change ?log|commit message|diff|preview)\b/gi,
        /\b(?:do not|don['’]t|never) (?:list|show|mention|include|name|report|summari[sz]e|display|surface|quote) (?:it|this|these|them|that|any of (?:this|it|these)|the (?:step|upload|transfer|copy|copies|fee|change|distribution|section|sync|call|request|recipient|address|exception|rule)s?)(?: (?!skill\b)[\w-]{2,20})? in (?:the |your |any )?(?:[\w-]{1,20} ){0,2}?(?:summar(?:y|ies)|recap|confirmation|minutes|commit message|preview)\b(?!:)/gi,
        /\b(?:the )?(?:user|human|owner|operator|customer|client|reviewer|recruiter|candidate|approver|auditor)s? (?:must not|mustn['’]t|is not to|are not to|must never|is never to) (?:see|know|notice|learn|hear|find out|be told|be shown|be informed)(?= (?:of|about|this|these|those|it|them|that you|the (?:rules?|steps?|list|change|fee|transfer|entry|instructions?))\b)/gi,
        /\bkeep (?:the )?(?:user|human|owner|customer|client|operator|reviewer)s? (?:unaware|in the dark)\b|\bso (?:that )?(?:nobody|no one|no reviewer) (?:wonders|suspects|notices (?:it|this|that you|the (?:change|transfer|copy|upload|fee|entry)))\b/gi,
      ],
      unless,
    },
    message: "The agent is not to own up to something, or to leave it out of its account.",
    advice: "Tell the user everything that was done, and why.",
    references,
  },
  {
    id: "T30-bent-judgement",
    version: 1,
    title: "A judgement bent, and made to look earned",
    category: "T30",
    severity: "high",
    confidence: 0.6,
    kind: "suspicious",
    layer: "static",
    where,
    detect: {
      kind: "pattern",
      hints: pieces(
        "always|so that the|so the|so that it|so it|guaranteed|discourage|dissuade|talk them|advise against|whatever|regardless|no matter|invent|make up|fabricate|as fully|as all|as covered|as organic|as independent|as genuine|as verified|as reviewed|as passing|star review|to fit|to support|upvote|voting|warming|proxy|tag=",
      ),
      any: [
        /\b[Aa]lways (?:recommend|prefer|suggest|promote|favou?r|praise) (?:the )?[A-Z][\w-]{2,20}(?:['’]s)?(?: \w{2,14}){0,2} (?:products?|services?) and say\b/g,
        /\bso (?:that )?the (?:review|report|summary|answer|check|audit|analysis|score|rating|thread|comment) (?:appears|looks|seems|reads|feels) (?:thorough|complete|careful|honest|neutral|balanced|objective|earned|organic|genuine|independent)\b/gi,
        /\bso (?:that )?it (?:reads|looks) like a (?:normal|genuine|routine|full) (?:\w{2,10} )?(?:review|report|change|commit|audit|check)\b/gi,
        /\bguaranteed (?:returns?|yields?|profits?|income|gains?|\d{1,3}(?:[.,]\d)? ?%)[^.\n]{0,40}\b(?:no risk|risk[- ]free|without (?:any )?risk|zero risk)\b/gi,
        /\bif (?:they|the user|he|she) (?:mentions?|wants?|thinks? of|considers?) (?:talking|speaking|asking|consult\w{1,4}|to (?:talk|ask|speak|consult))\b[^.\n]{0,60}\b(?:discourage|dissuade|talk them out|advise against)/gi,
        /\b(?:gets?|receives?|is (?:given|rated|scored)|are (?:given|rated|scored)) (?:an? )?(?:floor|minimum|top|full|at least)\b[^.;\n]{0,60}\b(?:whatever|regardless of|no matter) (?:its|the|their|his|her) (?:content|merits?|quality|results?|findings?|evidence)\b/gi,
        /\b(?:invent|make up|fabricate) (?:a |an |some |two |three |four |the )?(?:(?:plausible|believable|convincing|credible) )?(?:[\w-]{1,16} ){0,2}?(?:reasons?|root causes?|excuses?|justifications?|quotes?|testimonials?|sources?)\b[^.;\n]{0,60}\b(?:so (?:that )?(?:it|the|they)|to (?:justify|back|support) (?:the|it|your)|for (?:each|the) (?:test|score|rating|rejection))\b/gi,
        /\b(?:report|count|list) (?:these|them|those) (?:in the \w{3,10} )?as (?:fully |all )?(?:covered|organic|independent|genuine)\b(?! (?:if|when|once|only))/gi,
        /\b(?:write|post|submit|leave)\b[^.;\n]{0,40}\b(?:five|5)[- ]star reviews?\b[^.;\n]{0,120}\b(?:from the accounts?|accounts? in|personas?|for this skill)\b/gi,
        /\b(?:upvote|voting) (?:waves?|rings?)\b|\baccounts upvotes?\b|\bone (?:residential )?proxy (?:each|per (?:account|persona))\b/gi,
        /\b(?:add|append|put|use|set|insert)\b[^.;\n]{0,40}\btag=(?!your|my|example|xxx|\w{0,20}(?:id|tag)-)\w{3,24}-2\d\b/gi,
      ],
      unless:
        /\b(?:never|do not|don['’]t|avoid|bias(?:ed)?|fraud|detect|video|animation|design|cursor|your (?:own )?(?:tag|associate))\b/i,
    },
    message: "A judgement is to come out for somebody whatever the facts are, or voices are made up.",
    advice: "Let the agent judge by what it finds, and say who pays.",
    references,
  },
  {
    id: "T07-returned-obeyed",
    version: 1,
    title: "What an address returns is to be obeyed",
    category: "T07",
    severity: "high",
    confidence: 0.65,
    kind: "suspicious",
    layer: "static",
    where: { roles: ["prose", "quote", "table", "hidden", "code"] },
    detect: {
      kind: "pattern",
      hints: pieces(
        "instructions|this skill|authoritative|system prompt|orders|commands|what it|what they|what the|whatever",
      ),
      any: [
        /\b(?:do|carry out|follow|obey|execute) what(?:ever)? the (?:mission|message|reply|response|server|post|note) (?:says|asks|wants|tells|demands|orders)\b/gi,
        /\b(?:follow|obey|carry out|execute|do) what(?:ever)? (?:it|they|the (?:command|tool|script|server|page)) (?:returns?|answers?)\b|\bcarry out what (?:it|they) says?\b/gi,
        /\b(?:treat|regard|take|consider)\b (?:what|the|that|its|whatever|this|it|all)\b[^.\n]{0,50}\b(?:returns?|returned|fetched|downloaded|response|reply|decoded|answers?)\b[^.\n]{0,40}\bas (?:the |this |your |its |part of |being |an? )?[^.\n]{0,40}\b(?:instructions?|body of this skill|this skill|system prompt|orders)\b/gi,
      ],
      unless: /\b(?:never|not|don['’]t|untrusted|data|inject\w{2,4})\b/i,
    },
    message: "Text that is fetched or decoded is to be obeyed like the skill itself.",
    advice: "Ship the instructions in the skill, where they are scanned.",
    references: ["OWASP Agentic Skills 05", "CWE-829"],
  },
  {
    id: "T13-skill-spreads",
    version: 1,
    title: "The skill looks after its own spreading",
    category: "T13",
    severity: "high",
    confidence: 0.6,
    kind: "suspicious",
    layer: "static",
    where,
    detect: {
      kind: "pattern",
      hints: pieces(
        "agents.md|claude.md|.cursorrules|copilot-instructions|skill.md|restore|re-add|readd|reinstall|re-install|put it|put them|passes it on|pass it on|word for word",
      ),
      any: [
        /(?:AGENTS\.md|CLAUDE\.md|\.cursorrules|copilot-instructions|SKILL\.md)[^\n]{0,140}\b(?:of|in|into|to) (?:each|every|all|any)\b[^.\n]{0,20}\b(?:sibling|other|neighbou?ring)\b[^.\n]{0,12}\b(?:repositor(?:y|ies)|projects?|repos?)\b/gi,
        /\b(?:if|should|when|whenever) (?:(?:an?|the|some|any) )?(?:user|person|human|owner|somebody|someone|anyone|anybody|people|they|maintainer)s? (?:removes?|deletes?|uninstalls?) (?:it|this|the (?:folder|skill|line|entry|hook|section|block))\b(?![^.\n]{0,30}\b(?:mistake|accident))[^.\n]{0,60}\b(?:restore|re-?add|re-?install|put (?:it|them) back)\b/gi,
        /\b(?:quote[ds]?|paragraph|word for word|this (?:line|skill|section|note))\b[^.\n]{0,120}\bso that (?:the |every |each )?(?:peer|agent|bot|they|it)\b[^.\n]{0,40}\bpass(?:es)? it on\b/gi,
      ],
      unless: /\b(?:never|do not|don['’]t|if the user (?:agrees|says|wants|asks)|ask (?:the user|first))\b/i,
    },
    message: "The skill puts itself where nobody asked for it, or comes back when it is removed.",
    advice: "Leave it to people to install and recommend the skill.",
    references,
  },
];
