/** T01: prompt injection. */
import { family } from "../rule.ts";

export const t01 = family({ id: "T01", title: "Prompt injection", references: ["OWASP LLM01"] }, [
  {
    id: "T01-override",
    title: "Override of the agent's instructions or safety",
    confidence: 0.85,
    kind: "malicious",
    match: [{ verb: ["override"] }],
    message: 'Tells the agent to set aside its instructions or safety rules ("{detail}").',
    advice: "Remove it. A skill adds to an agent's instructions and never replaces them.",
  },
  {
    id: "T01-tool-asks",
    title: "Secrets or the agent's own prompt asked for",
    confidence: 0.8,
    kind: "malicious",
    match: [
      { verb: ["ask"], object: ["secret"], row: ["tool-asks"] },
      { verb: ["print"], object: ["instructions"] },
    ],
    message: 'Asks the agent for secrets, hidden steps or its own prompt ("{detail}").',
    advice: "A tool's description says what the tool does, and nothing else.",
    references: ["MCP tool poisoning"],
  },
]);
