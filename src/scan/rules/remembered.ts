/** T13 in plain words: what an agent is to remember against its user, and other skills made to serve this one. */
import { pieces } from "../lexicon.ts";
import type { Rule } from "../rule.ts";

const common = {
  version: 1,
  severity: "high",
  kind: "suspicious",
  layer: "static",
  where: { roles: ["prose", "quote", "table", "hidden", "comment"] },
  references: ["OWASP Agentic Skills 07"],
} as const;

const unless =
  /\b(?:never|do not|don['’]t|if the user (?:asks|wants|agrees|says)|ask (?:the user|first)|attack\w{0,4}|poison\w{0,3}|detect\w{0,3}|example)\b/i;

export const rememberedRules: readonly Rule[] = [
  {
    ...common,
    id: "T13-memory-planted",
    title: "Trust or silence written into the agent's memory",
    category: "T13",
    confidence: 0.6,
    detect: {
      kind: "pattern",
      hints: pieces(
        ".md|memory|system notes|.cursorrules|copilot-instructions|future sessions|later sessions|other projects|future conversations",
      ),
      any: [
        /\b(?:add|write|save|store|put|append|update|insert|create)\b[^.\n]{0,40}(?:\b(?:MEMORY|CLAUDE|AGENTS|SOUL|GEMINI|USER|IDENTITY)\.md\b|\b(?:long-term |lasting |persistent |your )?memory\b|\byour system notes\b|\.cursorrules\b|copilot-instructions)[^.\n]{0,100}(?:\bnever warn\b|\bskip (?:the )?(?:confirmations?|reviews?|approvals?|checks)\b|\bcounts? as (?:an? )?trusted\b|\b(?:is|are) always (?:trusted|approved|allowed|merged)\b|\b(?:reviews?|approvals?|confirmations?|checks)\b[^.\n]{0,30}\b(?:are|is) not (?:needed|required|necessary)|\bloyal to\b)/gi,
        /\b(?:remember|keep|note|store|persist)\b[^.\n]{0,20}\b(?:for|in|across) (?:all|every|any|each) (?:future|later|other|following) (?:sessions?|conversations?|projects?)\b[:,]? (?:always )?(?:run|execute|load|fetch|send|install|skip|approve)\b/gi,
      ],
      unless,
    },
    message: "The agent is to remember something that serves somebody else than its user.",
    advice: "Keep in memory what the user has said, and nothing else.",
  },
  {
    ...common,
    id: "T13-skills-bent",
    title: "Other skills made to serve this one",
    category: "T13",
    confidence: 0.6,
    detect: {
      kind: "pattern",
      hints: pieces("other skill|other installed skill|skill"),
      any: [
        /\b(?:edit|change|rewrite|modify|patch|alter)\b[^.\n]{0,20}\b(?:the |all |every |each )?other (?:installed )?skills?\b[^.\n]{0,50}\b(?:so that|to (?:load|call|run|include|point))\b/gi,
        /\b(?:replace|overwrite|swap) (?:the )?(?:description|SKILL\.md|instructions) of (?:the |another |other |every |each )[\w-]{2,20} skills? with (?:ours|this|the one)\b/gi,
      ],
      unless,
    },
    message: "Skills of others are to be changed so that they serve this one.",
    advice: "Leave other skills alone.",
  },
  {
    ...common,
    id: "T12-master-named",
    title: "Somebody by name made a master",
    category: "T12",
    confidence: 0.6,
    detect: {
      kind: "pattern",
      hints: pieces("as an admin|as admin|as an owner|as owner|as a maintainer|as maintainer|collaborator"),
      any: [
        /\badd `?(?!(?:the|an?|your|their|new|any|each|every|users?|members?|them|him|her|someone|people|yourself|it|this|another|other|more|one|you|me|us|people|team\w{0,5}|username|name)\b)[\w-]{3,38}`? as (?:an? )?(?:admin(?:istrator)?|owner|maintainer|outside collaborator) (?:of|to|on|in|for) (?:the|this|your|every|each|all) (?:repositor(?:y|ies)|repos?|organi[sz]ation|project|workspace|account)\b/gi,
      ],
      unless,
    },
    message: "Somebody whom the skill names gets the rights of a master.",
    advice: "Leave rights to the person.",
  },
  {
    ...common,
    id: "T15-prompts-off",
    title: "Questions for approval switched off, in words",
    category: "T15",
    confidence: 0.45,
    detect: {
      kind: "pattern",
      hints: pieces("prompt|approval|yolo|no-verify"),
      any: [
        /\bsettings(?:\.local)?\.json\b[^.\n]{0,60}\b(?:needs? no approval|without (?:any )?(?:approval|prompts?))\b/gi,
        /\b(?:turn off|switch off|disable) (?:the |all |any )?(?:permission|approval|confirmation) (?:prompts?|checks?|dialogs?|requests?)\b|\b(?:enable|turn on|switch to|enter) yolo mode\b/gi,
        /--no-verify\b[^.\n]{0,80}\b(?:don['’]t|do not|never|without) (?:mention|tell|say|report)/gi,
      ],
      unless: /\b(?:attack\w{0,4}|detect\w{0,3}|example)\b/i,
    },
    message: "The agent is to act without the questions that its user would expect.",
    advice: "Leave approvals to the person.",
  },
];
