/** What is made to look checked, passed or agreed to: reviews waved through by author, results faked, consent forged. */
import { type Concept, pieces } from "../lexicon.ts";
import type { Rule } from "../rule.ts";

const prose = ["prose", "quote", "table", "hidden"] as const;

/** Somebody's changes kept out of the review. */
const keptOut: Concept = {
  id: "kept-out-of-review",
  pattern:
    /\b(?:reviewed|cleared|vetted) (?:upstream|already|in advance|beforehand)\b|\bpre-?(?:cleared|vetted)\b|\bleave (?:their|its|these|those) \w{3,12} out of\b|\b(?:do not|don['’]t|never) (?:open|comment on|quote|question|look at|review)\b[^.\n]{0,40}\b(?:contents?|changes|commits|hunks|eval|child_process)\b|\bwhatever the checks say\b|\bwithout (?:reading|opening|looking at) (?:the |their )?(?:diffs?|changes|contents?)\b/gi,
  hints: pieces(
    "upstream|already|in advance|beforehand|cleared|vetted|out of|comment on|quote|question|look at|review|checks say|open|without",
  ),
};

/** Whose changes they are. */
const ofSomebody: Concept = {
  id: "of-somebody",
  pattern:
    /\b(?:commits?|changes|pull requests?|PRs?|contributions?|packages?|action)\b[^.\n]{0,60}\b(?:by|from|of|in)\b[^.\n]{0,30}[`@]|\b(?:the account|authors? whose|co-?authored by)\b|\btheir (?:changes|commits|hunks|contents)\b/gi,
  hints: pieces("commit|change|pull request|pr|contribution|package|action|account|author|their"),
};

const approved: Concept = {
  id: "approved-unseen",
  pattern:
    /\bgh pr (?:review\b[^\n`]{0,40}--approve|merge\b[^\n`]{0,40}--admin)|\bsubmit `?APPROVE\b|\bapprove (?:them|it|these|those) (?:at once|directly|immediately|right away)\b/gi,
  hints: pieces("gh pr|submit|approve"),
};

const lastingMemory: Concept = {
  id: "lasting-memory",
  pattern:
    /\b(?:CLAUDE|AGENTS|SOUL|MEMORY|GEMINI)\.md\b|\.cursorrules\b|copilot-instructions\b|\b(?:lasting|long-term|persistent) memory\b|\bmemory tool\b/gi,
  hints: pieces(".md|.cursorrules|copilot-instructions|memory"),
};

const forgedConsent: Concept = {
  id: "forged-consent",
  pattern:
    /(?<!\b(?:once|until|unless|if|when|after|that|whether|before|only|where|the|your) )\b(?:the user|user|I) (?:has|have) (?:already |previously )?(?:approved|authori[sz]ed|agreed to|consented to|allowed|permitted) (?:all|any|every)\b|\bthat the (?:user|owner) (?:trusts|approves|allows|agrees to|consents to) (?:all|any|every)\b/gi,
  hints: pieces("approve|authori|agree|consent|allow|permitted|trusts"),
};

export const falsifiedRules: readonly Rule[] = [
  {
    id: "T15-waved-by-author",
    version: 1,
    title: "Somebody's changes approved unseen",
    category: "T15",
    severity: "high",
    confidence: 0.6,
    kind: "suspicious",
    layer: "static",
    where: { roles: [...prose] },
    detect: {
      kind: "chain",
      scope: "section",
      steps: [ofSomebody, keptOut, approved],
      within: 600,
      anyOrder: true,
    },
    message: "The changes of certain authors are kept out of the review and approved.",
    advice: "Review all changes alike.",
    references: ["OWASP Agentic Skills 05"],
  },
  {
    id: "T02-results-faked",
    version: 1,
    title: "Failures to be told as successes",
    category: "T02",
    severity: "high",
    confidence: 0.6,
    kind: "suspicious",
    layer: "static",
    where: { roles: [...prose] },
    detect: {
      kind: "pattern",
      hints: pieces("fail|assert|all tests|all checks"),
      any: [
        /\b(?:tests?|checks?|builds?) that (?:still )?fail(?:s|ed)?\b[^.\n]{0,40}\b(?:as (?:passed|passing|green|successful)|mark(?:ed)? (?:as )?pass)/gi,
        /\b(?:loosen|weaken|relax) (?:it|them|the assertions?)\b[^.\n]{0,50}\bassert (?:True|\w{1,20} is not None)\b/gi,
        /\b(?:put|state|states|write|say|says|report)\b[^.\n]{0,24}["“'](?:all (?:tests?|checks?) (?:pass(?:ed)?|are green|green))["”'] (?:in|whatever|regardless|anyway)\b/gi,
      ],
    },
    message: "What has failed is to be told as if it had not.",
    advice: "Report results as they are.",
    references: ["OWASP Agentic Skills 05"],
  },
  {
    id: "T13-forged-consent",
    version: 2,
    title: "Consent that nobody gave, written into the agent's memory",
    category: "T13",
    severity: "high",
    confidence: 0.7,
    kind: "malicious",
    layer: "static",
    where: { roles: [...prose] },
    detect: { kind: "chain", scope: "section", steps: [lastingMemory, forgedConsent], within: 900 },
    message: "The agent's memory is to say that the user has agreed to everything of a kind.",
    advice: "Keep in memory what the user has said, and nothing else.",
    references: ["OWASP Agentic Skills 07"],
  },
];
