import { type Concept, download, obey, pieces } from "../lexicon.ts";
import type { RuleFamily } from "../rule.ts";

/** An address that is not one of the well-known vendors' documentation. */
const foreignUrl: Concept = {
  id: "foreign-url",
  pattern:
    /(?<!\]\()\bhttps?:\/\/(?!example\.(?:com|org|net)(?:[\s"'`<>)\]]|$))(?!(?:[\w-]{1,40}\.){0,3}(?:microsoft|google|amazon|anthropic|openai|mozilla|python|nodejs|apple|github|npmjs|cloudflare|vercel|docker|kubernetes|pytorch|tensorflow|huggingface|nvidia|stripe|supabase|openreview|expo|figma|atlassian|slack|notion)\.(?:com|org|io|dev|net|co)\b)[^\s"'`<>)\]]{3,300}/gi,
  hints: pieces("http"),
};
/** A page that a step has fetched. */
const fetchedPage: Concept = {
  id: "fetched-page",
  pattern:
    /\b(?:fetch|request|retrieve|download|get|load|read|open|curl|wget)\b[^\n]{0,60}https?:\/\/(?!(?:localhost|127\.|example\.|docs\.|developers?\.))[^\s`"')]{4,200}|\b(?:fetch|retrieve|get|load|read)\b[^\n]{0,60}:\s{1,8}(?:`{3}\w{0,10}\s{1,4})?https?:\/\/(?!(?:localhost|127\.|example\.|docs\.|developers?\.))[^\s`"')]{4,200}|\bhttps?:\/\/(?!(?:localhost|127\.|example\.|docs\.|developers?\.))[^\s`"')]{4,200}[`"')]{0,2}\.?\s{1,3}(?:fetch|load|read|open|get|pull) (?:it|them|this|that)\b/gi,
  hints: pieces("http"),
};

/** Steps further on that give the page the last word. */
const givenTheWord: Concept = {
  id: "given-the-word",
  pattern:
    /\btreat (?:it|its contents?|the (?:contents?|page|response|text|file|result)) as (?:a continuation|part of|(?:your |the )?instructions|an? (?:extension|update) of)|\b(?:whatever|everything) (?:the|that|this) (?:page|file|document|response|text|list) (?:says|lists|holds|contains)\b|\b(?:page|fetched \w{3,10}|remote \w{3,10}|downloaded \w{3,10}) (?:wins|takes precedence|has precedence|overrides|outranks)\b|\b(?:is|are|as|becomes?) part of this skill\b|\bcarry (?:its steps|the items|its items|every item) out\b|\b(?:adopt|take over) (?:what|everything that|whatever) (?:is (?:written|listed|said)|stands|it says) (?:there|on it|in it)\b|\bas if (?:it|they) (?:stood|were|was) (?:written )?(?:in|part of) this (?:file|skill|page)\b|\bwhere (?:the|this|that) (?:page|file|list|document) and (?:the user|this (?:file|skill))[^.\n]{0,24}\b(?:disagree|differ|conflict)\b[^.\n]{0,40}\b(?:the (?:page|list|document)|newer|wins|prevails)|\bdo what(?:ever)? (?:is on it|it says|the page says)\b|\b(?:has|have|takes?) precedence over (?:this (?:file|page|skill)|what the user)\b|\bsame standing as\b|\bwork through (?:it|them|its (?:steps|lines)) (?:line by line|step by step|one by one|in order)\b|\b(?:standing )?(?:orders?|page|sheet|bulletin) (?:wins?|has the last word|goes first)\b/gi,
  hints: pieces(
    "adopt|take over|as if |disagree|differ|conflict|treat|whatever|everything|wins|precedence|overrid|outrank|part of this skill|carry|do what|same standing|work through|last word|goes first",
  ),
};

export const remoteInstructions: RuleFamily = {
  id: "remote-instructions",
  title: "Instructions from elsewhere",
  rules: [
    {
      id: "T07-remote-instructions",
      version: 3,
      title: "Instructions fetched from the network and obeyed",
      category: "T07",
      severity: "high",
      confidence: 0.8,
      kind: "malicious",
      layer: "static",
      where: { roles: ["prose", "quote", "hidden", "comment"] },
      detect: {
        kind: "chain",
        scope: "block",
        steps: [foreignUrl, download, obey],
        within: 300,
        anyOrder: true,
        unless:
          /\b(?:install(?:ation)? (?:instructions|guide|steps)|setup (?:instructions|guide)|official|documentation|docs|license|contributing|getting started|README)\b/i,
      },
      message: "The agent is to fetch a text and do what it says: its author can change it after the scan.",
      advice: "Put the instructions into the skill, where they are scanned and pinned.",
      references: ["OWASP Agentic Skills 06"],
    },
    {
      id: "T07-page-obeyed",
      version: 4,
      title: "A page fetched in one step and obeyed in another",
      category: "T07",
      severity: "high",
      confidence: 0.75,
      kind: "malicious",
      layer: "static",
      where: { roles: ["prose", "quote"] },
      detect: {
        kind: "chain",
        scope: "section",
        steps: [fetchedPage, givenTheWord],
        within: 700,
        unless: /\b(?:user approves|ask (?:the )?user|as data\b|untrusted|never (?:follow|obey|run))/i,
      },
      message: "A page from the network is given the last word over what the agent does.",
      advice: "Put the instructions into the skill, where they are scanned and pinned.",
      references: ["OWASP Agentic Skills 06"],
    },
    {
      id: "T07-remote-prompt-source",
      version: 2,
      title: "Rules or prompts loaded from a remote place at every run",
      category: "T07",
      severity: "high",
      confidence: 0.7,
      kind: "suspicious",
      layer: "static",
      where: { roles: ["prose", "quote", "hidden", "comment", "table"] },
      detect: {
        kind: "pattern",
        hints: pieces(
          "version of|copy of|edition of|poll|consult|query|check|ask |task list|orders|rest of|latest instructions|remote instructions|current instructions|updated instructions|new instructions|instructions from|rules from|prompt from|commands from|self-update|skill.md|fetch|load |download|retriev|replace|overwrite",
        ),
        any: [
          /\b(?:fetch|load|download|pull|retrieve|get|read|check)\b[^.\n]{0,60}\b(?:latest|current|updated|new|remote|additional|today['’]s|further)\s(?:\w{1,14}\s){0,2}?(?:instructions|directives|rules|prompts?|commands|tasks|policy|configuration|skill)\b[^.\n]{0,60}\b(?:from|at)\b[^.\n]{0,20}https?:\/\//gi,
          /\b(?:fetch|load|get|pull|take)\b[^.\n]{0,40}\b(?:version|copy|edition) of (?:these|this) (?:rules|instructions|guidelines)\b[^.\n]{0,20}\bfrom\b[^.\n]{0,20}https?:\/\/(?!(?:[\w-]{1,40}\.){0,3}(?:github|gitlab|clawhub|w3)\.)/gi,
          /\b(?:check|poll|ask|consult|query)\s{1,3}`?https?:\/\/[^\s`"')]{4,200}`? (?:for (?:updates? to this skill and (?:apply|install)|(?:new |further )?(?:commands|instructions)\b)|what to do)/gi,
          /\byour (?:task list|orders)\b[^.\n]{0,20}\b(?:is|are|lives?|stands?) at\s{1,3}`?https?:\/\/(?!(?:[\w-]{1,40}\.){0,3}(?:github|gitlab|linear|notion|atlassian)\.)/gi,
          /\b(?:replace|overwrite|update)\s(?:this (?:file|skill)|SKILL\.md|the skill(?:['’]s)? (?:file|instructions))\s(?:\w{1,14}\s){0,4}?(?:with|from)\b[^.\n]{0,60}https?:\/\//gi,
          /\b(?:every|each|once (?:a|per)|at the start of (?:each|every))\s(?:\w{1,12}\s){0,3}?(?:session|hour|minutes|day|heartbeat|run|conversation|time)\b[^.\n]{0,80}\b(?:fetch|load|download|pull|retrieve|curl|read)\b[^.\n]{0,60}https?:\/\/[^\n]{3,200}\b(?:follow|obey|execute|apply|run|do)\b/gi,
        ],
      },
      message: "What the skill says is loaded from elsewhere each time.",
      advice: "Publish a new version instead; what is scanned must be what is obeyed.",
      references: ["OWASP Agentic Skills 06"],
    },
  ],
};
