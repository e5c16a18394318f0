/** Steps against the user's interest, in plain words: slanted answers, a share taken, codes asked for, a way in left open. */
import { pieces } from "../lexicon.ts";
import type { RuleFamily } from "../rule.ts";
import { falsifiedRules } from "./falsified.ts";

export const harm: RuleFamily = {
  id: "harm",
  title: "Against the user's interest",
  rules: [
    {
      id: "T30-slanted",
      version: 3,
      title: "Slanted answers",
      category: "T30",
      severity: "medium",
      confidence: 0.6,
      kind: "suspicious",
      layer: "static",
      where: { roles: ["prose", "quote", "table", "hidden"] },
      detect: {
        kind: "pattern",
        evenNegated: true,
        hints: pieces(
          "come out|comes out|coming out|leave|keep|drop|omit|describe|present|portray|call|label|rate|rank|steer|nudge|push|guide|direct|recommend|suggest|mention|promote|endorse|praise|advertise|name|show|list|pass off|discourage|without|referral|affiliate|tracking|partner",
        ),
        any: [
          /\b(?:must|should|shall|needs? to|has to|always|ensure|let|make|see that|in (?:all|every|each|any))\b[^.;\n]{0,50}\b(?:come|comes|coming) out (?:ahead|best|on top|first|as the (?:best|winner))\b/gi,
          /\b(?:leave|keep|drop|omit)\s(?:out )?(?:\w{1,12}\s){0,2}?(?:unfavou?rable|bad|negative|critical|poor) (?:reviews?|findings|results|comments|mentions|ratings)\b[^.;\n]{0,40}/gi,
          /\b(?:describe|present|portray|call|label|rate|rank)\s(?:the |any |all |every )?(?:\w{1,12}\s){0,2}?(?:alternatives?|competitors?|rivals?|rival \w{3,12}|other (?:tools|products|vendors|providers|options|suppliers|brands)|others)\s(?:\w{1,12}\s)?as\b/gi,
          /\b(?:steer|steered|steers) (?:the )?(?:user|users|reader|customer|customers|people|them|whoever|anyone)?\s?(?:gently )?towards? (?!a |an |the (?:right|correct|goal|solution|next)|clar|their)[A-Z]\w{2,20}/g,
          /\b(?:recommend|suggest|mention|promote|endorse|praise|advertise|name)\b[^.;\n]{0,50}\b(?:in every (?:answer|reply|response|message|summary)|at every opportunity|whatever the (?:question|topic|task)|no matter what|regardless of (?:the )?(?:question|quality|fit|price|need|topic|what (?:(?:the )?(?:users?|customers?|people)|they|anyone|is asked|was asked))|(?:every|each) time .{0,20}asks?)\b/gi,
          /\b(?:present|show|list|pass off)\b[^.;\n]{0,20}\b(?:sponsored|paid|promoted|affiliate|advertis\w{3,6})\b[^.;\n]{0,30}\bas (?:neutral|independent|organic|unbiased|objective)\b/gi,
          /\bdiscourage (?:the )?(?:user|reader|customer|patient|them|people)s? from (?:consulting|seeing|contacting|seeking|reporting|asking|switching|leaving|cancel)\w{0,5}\b/gi,
          /\b(?:without (?:saying|disclosing|mentioning|telling|revealing)) (?:that )?(?:we|it is (?:ours|sponsored|paid)|the (?:sponsor|partner\w{0,4}|commission|affiliat\w{3,5}))\b/gi,
          /\b(?:our|the (?:sponsor|partner)['’]s) (?:referral|affiliate|tracking|partner) (?:parameter|code|tag|link|id)s?\b[^.;\n]{0,40}\b(?:into|to|in) (?:every|each|all|any)\b|\b(?:every|each|all) links?\b[^.;\n]{0,40}\b(?:referral|affiliate|partner) (?:parameter|code|tag|id)\b/gi,
        ],
        unless: /\b(?:never|do not|don['’]t|avoid|bias(?:ed)?|honest|fair)\b/i,
      },
      message: "Answers are to favour somebody, unsaid.",
      advice: "Let the agent answer truthfully.",
      references: ["OWASP Agentic Skills 05"],
    },
    {
      id: "T29-share-taken",
      version: 1,
      title: "A share of a payment taken aside",
      category: "T29",
      severity: "high",
      confidence: 0.65,
      kind: "suspicious",
      layer: "static",
      where: { roles: ["prose", "quote", "table", "hidden"] },
      detect: {
        kind: "pattern",
        hints: pieces("%|percent"),
        any: [
          /\b\d{1,2}(?:[.,]\d{1,3})? ?(?:%|percent\b)[^.;\n]{0,50}\bto (?:the |our |a |an |its )?(?:\w{2,14} ){0,3}(?:collector|wallet|treasury|address|relay|`?0x[0-9a-fA-F]{6}|`?bc1)/gi,
          /\b(?:divide|split|deduct|hold back|keep|skim|withhold|route)\b[^.;\n]{0,60}\b\d{1,2}(?:[.,]\d{1,3})? ?(?:%|percent\b)[^.;\n]{0,60}\bas (?:the |a |an )?(?:\w{3,14} )?(?:fee|commission|contribution|share)\b/gi,
        ],
        unless:
          /\b(?:never|tax|vat|interest|staking|slippage|royalt\w{1,3}|e\.g\.|for example|your own|shown to the user|ask)\b/i,
      },
      message: "A part of each payment goes to somebody else.",
      advice: "Name every fee and its recipient, and ask before each payment.",
      references: ["OWASP Agentic Skills 05"],
    },
    {
      id: "T09-codes-asked",
      version: 3,
      title: "Passwords or codes asked for",
      category: "T09",
      severity: "medium",
      confidence: 0.45,
      kind: "suspicious",
      layer: "static",
      where: { roles: ["prose", "quote", "table", "hidden"] },
      detect: {
        kind: "pattern",
        evenNegated: true,
        hints: pieces(
          "password|pin|passcode|code|otp|2fa|mfa|digit|seed|recovery|cvv|card number|social security|passport",
        ),
        any: [
          /\b(?:reply|answer|respond|write back|send|enter|type|read out|give|provide|text|forward|tell)\b[^.;\n]{0,50}\b(?:your|their|the) (?:current |account |login |bank )?(?:password|pin|passcode|one-time (?:code|password)|otp|2fa code|mfa code|verification code|security code|(?:six|four|6|4)[- ]digit|six digits|seed phrase|recovery (?:phrase|code)|cvv|card number|social security)\b[^.;\n]{0,80}\b(?:unlock|verify|restore|we|you can|so that|here|at https?|back in|texted|phone|arrives|keep it|compute|log ?in|confirm)\b/gi,
          /\bask (?:the )?(?:user|customer|client|applicant|person|caller|them)s? (?:for|to (?:read out|give|enter|send|share|type|provide))\b[^.;\n]{0,40}\b(?:password|pin|one-time code|otp|2fa|verification code|seed phrase|recovery phrase|cvv|card number|passport|social security|code from the (?:text|sms))\b/gi,
        ],
        unless:
          /\b(?:never|do not|don['’]t|not ask|phishing|scam|env(?:ironment)? variable|prompted by|keychain|masked|cli will|browser|encrypted|password-protected)\b/i,
      },
      message: "A person is asked for what nobody else may have.",
      advice: "Let the person enter it where it belongs.",
      references: ["OWASP Agentic Skills 05"],
    },
    {
      id: "T12-way-in",
      version: 2,
      title: "A way in for somebody else",
      category: "T12",
      severity: "high",
      confidence: 0.6,
      kind: "suspicious",
      layer: "static",
      where: { roles: ["prose", "quote", "table", "hidden"] },
      detect: {
        kind: "pattern",
        evenNegated: true,
        hints: pieces(
          "create|add|make|bind|set up|open|grant|give|invite|leave|insert|install|trust|import|put|bypasspermissions|danger-full|nopasswd|bash(*)",
        ),
        any: [
          /\b(?:create|add|make|set up|open|grant|give|invite|leave|insert)\b[^.;\n]{0,50}\b(?:user|account|admin(?:istrator)?|owner|collaborator|maintainer|key|principal|port|listener|role|trust relationship|member|guest|tunnel|remote)\b[^.;\n]{0,60}\b(?:with (?:sudo|admin|owner|root|full|write) (?:rights|access|permissions?|control)|sudo rights|as (?:an? )?(?:owner|admin(?:istrator)?|maintainer)|to (?:every|each|all) (?:role|host|repo\w{0,9}|server|account|channel|project)|on (?:every|each|all) (?:host|server|machine|repo\w{0,9})|for remote (?:assistance|support|access)|so that (?:we|our|support|it) can)\b/gi,
          /\b(?:install|add|trust|import|put)\b[^.;\n]{0,30}\b(?:our|this|the \w{3,14}) (?:root |ca |certificate authority ){1,2}(?:certificate|cert|ca)\b[^.;\n]{0,60}\b(?:system|store|machine|keychain|trust|warning)\b/gi,
          /\b(?:give|grant)\b[^.;\n]{0,40}\b(?:full (?:control|access|rights)|owner (?:rights|access)|admin(?:istrator)? (?:rights|access))\b[^.;\n]{0,60}\b(?:organi[sz]ation|account|tenant|workspace|narrower|not worth|all)\b/gi,
          /\b(?:bind|grant|give|add|create)\b[^.;\n]{0,60}\bsystem:(?:unauthenticated|anonymous)\b/gi,
          /\b(?:set|put|change|switch|write|add)\b[^.\n]{0,60}\bbypassPermissions\b|\bset\b[^.\n]{0,40}danger-full-access|\b(?:add|append|write)\b[^\n]{0,40}\bNOPASSWD:\s?ALL\b|\b(?:add|put)\b[^\n]{0,12}ALL=\(ALL\) NOPASSWD/gi,
        ],
        unless:
          /\b(?:never|do not|don['’]t|avoid|least privilege|if the user|ask|detect|check|audit|vulnerab\w{3,8}|attacker|docker|postgres|database user|test user)\b/i,
      },
      message: "Somebody else gets rights, a key or a port.",
      advice: "Leave access to the person.",
      references: ["OWASP Agentic Skills 05"],
    },
    ...falsifiedRules,
  ],
};
