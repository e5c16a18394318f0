/** T29: rules about facts; what is detected stands in the readers. */
import type { RuleFamily } from "../rule.ts";

export const t29: RuleFamily = {
  id: "T29",
  title: "Payments",
  rules: [
    {
      id: "T29-unasked-payment",
      version: 1,
      title: "Money moves at each use",
      category: "T29",
      severity: "medium",
      confidence: 0.7,
      kind: "suspicious",
      layer: "static",
      match: [{ verb: ["pay"], object: ["account", "wallet"], actor: ["instruction"] }],
      message: 'Money moves without a question ("{detail}").',
      advice: "Ask before every payment, and say the price in the description.",
      references: ["OWASP Agentic Skills 05"],
    },
  ],
};
