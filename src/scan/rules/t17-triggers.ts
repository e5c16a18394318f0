/** T17: over-broad triggers. */
import { family } from "../rule.ts";

export const t17 = family(
  { id: "T17", title: "Over-broad triggers", references: ["OWASP Agentic Skills 08"] },
  [
    {
      id: "T17-trigger-hijack",
      title: "Asks to be chosen for everything, or before others",
      confidence: 0.65,
      match: [{ verb: ["trigger"], object: ["skill", "name"] }],
      message: 'Asks to be chosen whatever the task is, or in place of others ("{detail}").',
      advice: "Say for which task the skill is.",
    },
  ],
);
