/** T30: slanted answers. */
import { family } from "../rule.ts";

export const t30 = family({ id: "T30", title: "Slanted answers", references: ["OWASP Agentic Skills 05"] }, [
  {
    id: "T30-slanted",
    title: "Slanted answers",
    severity: "medium",
    confidence: 0.6,
    match: [{ verb: ["persuade"], object: ["answer"] }],
    message: 'Answers are to favour somebody, whatever the question ("{detail}").',
    advice: "Let the agent answer truthfully.",
  },
]);
