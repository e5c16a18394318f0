/** T29: payments. */
import { family } from "../rule.ts";

export const t29 = family({ id: "T29", title: "Payments", references: ["OWASP Agentic Skills 05"] }, [
  {
    id: "T29-unasked-payment",
    title: "Money moves at each use",
    severity: "medium",
    confidence: 0.7,
    match: [{ verb: ["pay"], object: ["account", "wallet"], actor: ["instruction"] }],
    message: 'Money moves without a question ("{detail}").',
    advice: "Ask before every payment, and say the price in the description.",
  },
]);
