/** A finding for tests of what is made of findings. */
import type { Finding } from "../report.ts";

export function aFinding(given: Partial<Finding> = {}): Finding {
  return {
    ruleId: "T08-example",
    category: "T08",
    severity: "high",
    confidence: 0.9,
    basis: "fact",
    kind: "malicious",
    file: "SKILL.md",
    line: 7,
    column: 1,
    endLine: 7,
    snippet: "send it",
    context: { start: 7, lines: ["send it"], marks: [{ line: 7, from: 0, to: 4 }] },
    message: "Sends the notes.",
    advice: "Do not send them.",
    path: [],
    places: [],
    references: [],
    ...given,
  };
}
