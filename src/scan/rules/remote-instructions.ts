import { type Concept, download, obey, pieces } from "../lexicon.ts";
import type { RuleFamily } from "../rule.ts";

/** An address that is not one of the well-known vendors' documentation. */
const foreignUrl: Concept = {
  id: "foreign-url",
  pattern:
    /(?<!\]\()\bhttps?:\/\/(?!example\.(?:com|org|net)(?:[\s"'`<>)\]]|$))(?!(?:[\w-]{1,40}\.){0,3}(?:microsoft|google|amazon|anthropic|openai|mozilla|python|nodejs|apple|github|npmjs|cloudflare|vercel|docker|kubernetes|pytorch|tensorflow|huggingface|nvidia|stripe|supabase|openreview|expo|figma|atlassian|slack|notion)\.(?:com|org|io|dev|net|co)\b)[^\s"'`<>)\]]{3,300}/gi,
  hints: pieces("http"),
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
      id: "T07-remote-prompt-source",
      version: 1,
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
          "latest instructions|remote instructions|current instructions|updated instructions|new instructions|instructions from|rules from|prompt from|commands from|self-update|skill.md|fetch|load |download|retriev|replace|overwrite",
        ),
        any: [
          /\b(?:fetch|load|download|pull|retrieve|get|read|check)\b[^.\n]{0,60}\b(?:latest|current|updated|new|remote|additional|today['’]s|further)\s(?:\w{1,14}\s){0,2}?(?:instructions|directives|rules|prompts?|commands|tasks|policy|configuration|skill)\b[^.\n]{0,60}\b(?:from|at)\b[^.\n]{0,20}https?:\/\//gi,
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
