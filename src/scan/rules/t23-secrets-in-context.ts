/** T23: rules about facts; what is detected stands in the readers. */
import type { RuleFamily } from "../rule.ts";

export const t23: RuleFamily = {
  id: "T23",
  title: "Secrets in the context",
  rules: [
    {
      id: "T23-secret-through-model",
      version: 1,
      title: "The user is to paste a secret into the conversation",
      category: "T23",
      severity: "medium",
      confidence: 0.6,
      kind: "suspicious",
      layer: "static",
      match: [{ verb: ["ask"], object: ["account"] }],
      message: 'Secrets would pass through the model and its logs ("{detail}").',
      advice: "Have the person put it into an environment variable or a secret store.",
      references: ["OWASP LLM02"],
    },
  ],
};
