/** T30: rules about facts; what is detected stands in the readers. */
import type { RuleFamily } from "../rule.ts";

export const t30: RuleFamily = {
  id: "T30",
  title: "Slanted answers",
  rules: [
    {
      id: "T30-slanted",
      version: 1,
      title: "Slanted answers",
      category: "T30",
      severity: "medium",
      confidence: 0.6,
      kind: "suspicious",
      layer: "static",
      match: [{ verb: ["persuade"], object: ["answer"] }],
      message: 'Answers are to favour somebody, whatever the question ("{detail}").',
      advice: "Let the agent answer truthfully.",
      references: ["OWASP Agentic Skills 05"],
    },
  ],
};
