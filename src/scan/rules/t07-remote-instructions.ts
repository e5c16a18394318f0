/** T07: rules about facts; what is detected stands in the readers. */
import type { RuleFamily } from "../rule.ts";

export const t07: RuleFamily = {
  id: "T07",
  title: "Remote instructions",
  rules: [
    {
      id: "T07-remote-instructions",
      version: 1,
      title: "A page elsewhere to be obeyed",
      category: "T07",
      severity: "high",
      confidence: 0.7,
      kind: "suspicious",
      layer: "static",
      match: [{ verb: ["obey"], object: ["instructions"] }],
      message: "What {host} returns is to be obeyed like the skill itself.",
      advice: "Ship the instructions in the skill, where they are scanned.",
      references: ["OWASP LLM01", "CWE-829"],
    },
    {
      id: "T07-obey-data",
      version: 1,
      title: "Text found in data to be obeyed",
      category: "T07",
      severity: "high",
      confidence: 0.65,
      kind: "suspicious",
      layer: "static",
      match: [{ verb: ["obey"], object: ["text"] }],
      message: 'Text that is found in data is to be obeyed like the user ("{detail}").',
      advice: "Treat what is read as data, and ask the user before acting on it.",
      references: ["OWASP LLM01"],
    },
  ],
};
