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
      id: "T02-unannounced",
      title: "An act of which the user is not told",
      confidence: 0.7,
      kind: "malicious",
      match: [
        {
          verb: ["conceal"],
          object: ["text", "output"],
          with: { verb: ["send"], place: ["undeclared", "anonymous", "shared", "placeholder"] },
        },
        { verb: ["conceal"], object: ["text"], with: { verb: ["persist", "delete", "lock", "fetch-run"] } },
      ],
      message: 'The skill sends, changes or starts something, and the user is not told ("{detail}").',
      advice: "Tell the user what is done, and ask first.",
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
