/** T23: secrets in the context. */
import { family } from "../rule.ts";

export const t23 = family({ id: "T23", title: "Secrets in the context", references: ["OWASP LLM02"] }, [
  {
    id: "T23-secret-through-model",
    title: "The user is to paste a secret into the conversation",
    severity: "medium",
    confidence: 0.6,
    match: [{ verb: ["ask"], object: ["account"] }],
    message: 'Secrets would pass through the model and its logs ("{detail}").',
    advice: "Have the person put it into an environment variable or a secret store.",
  },
]);
