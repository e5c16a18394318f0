/** T02: covert instructions. */
import { family } from "../rule.ts";

export const t02 = family(
  { id: "T02", title: "Covert instructions", references: ["OWASP Agentic Skills 05"] },
  [
    {
      id: "T02-keep-from-user",
      title: "Steps kept from the user",
      confidence: 0.8,
      kind: "malicious",
      match: [{ verb: ["conceal"], object: ["action"] }],
      message: 'Asks the agent to keep an action from its user ("{detail}").',
      advice: "Remove it. Whatever a skill has the agent do, the user may know.",
    },
    {
      id: "T02-answer-prepared",
      title: "A false answer prepared for the user",
      confidence: 0.6,
      match: [{ verb: ["conceal"], object: ["answer"] }],
      message: 'What the agent is to say to whoever asks is fixed beforehand ("{detail}").',
      advice: "Let the agent answer truthfully.",
    },
  ],
);
