/** T01: rules about facts; what is detected stands in the readers. */
import type { RuleFamily } from "../rule.ts";

export const t01: RuleFamily = {
  id: "T01",
  title: "Prompt injection",
  rules: [
    {
      id: "T01-override",
      version: 1,
      title: "Override of the agent's instructions",
      category: "T01",
      severity: "high",
      confidence: 0.85,
      kind: "malicious",
      layer: "static",
      match: [{ verb: ["override"], object: ["instructions", "approval"] }],
      message: 'Tells the agent to set aside the instructions it was given ("{detail}").',
      advice: "Remove it. A skill adds to an agent's instructions and never replaces them.",
      references: ["OWASP LLM01"],
    },
    {
      id: "T01-safety-off",
      version: 1,
      title: "Takeover of the agent's role or safety",
      category: "T01",
      severity: "high",
      confidence: 0.8,
      kind: "malicious",
      layer: "static",
      match: [{ verb: ["override"], object: ["protection"] }],
      message: 'Tries to switch the agent\'s safety rules off ("{detail}").',
      advice: "Remove it. State the task; the agent's own rules stay in force.",
      references: ["OWASP LLM01"],
    },
    {
      id: "T01-tool-asks",
      version: 1,
      title: "Secrets or the agent's own prompt asked for",
      category: "T01",
      severity: "high",
      confidence: 0.8,
      kind: "malicious",
      layer: "static",
      match: [
        { verb: ["ask"], object: ["secret"], row: ["tool-asks"] },
        { verb: ["print"], object: ["instructions"] },
      ],
      message: 'Asks the agent for secrets, hidden steps or its own prompt ("{detail}").',
      advice: "A tool's description says what the tool does, and nothing else.",
      references: ["MCP tool poisoning"],
    },
  ],
};
