/** T02: rules about facts; what is detected stands in the readers. */
import type { RuleFamily } from "../rule.ts";

export const t02: RuleFamily = {
  id: "T02",
  title: "Covert instructions",
  rules: [
    {
      id: "T02-keep-from-user",
      version: 1,
      title: "Steps kept from the user",
      category: "T02",
      severity: "high",
      confidence: 0.8,
      kind: "malicious",
      layer: "static",
      match: [{ verb: ["conceal"], object: ["action"] }],
      message: 'Asks the agent to keep an action from its user ("{detail}").',
      advice: "Remove it. Whatever a skill has the agent do, the user may know.",
      references: ["OWASP Agentic Skills 05"],
    },
    {
      id: "T02-unannounced",
      version: 1,
      title: "An act of which the user is not told",
      category: "T02",
      severity: "high",
      confidence: 0.7,
      kind: "malicious",
      layer: "static",
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
      references: ["OWASP Agentic Skills 05"],
    },
    {
      id: "T02-answer-prepared",
      version: 1,
      title: "A false answer prepared for the user",
      category: "T02",
      severity: "high",
      confidence: 0.6,
      kind: "suspicious",
      layer: "static",
      match: [{ verb: ["conceal"], object: ["answer"] }],
      message: 'What the agent is to say to whoever asks is fixed beforehand ("{detail}").',
      advice: "Let the agent answer truthfully.",
      references: ["OWASP Agentic Skills 05"],
    },
  ],
};
