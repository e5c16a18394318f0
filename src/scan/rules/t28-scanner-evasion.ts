/** T28: rules about facts; what is detected stands in the readers. */
import type { RuleFamily } from "../rule.ts";

export const t28: RuleFamily = {
  id: "T28",
  title: "Scanner evasion",
  rules: [
    {
      id: "T28-judge-injection",
      version: 1,
      title: "Text addressed to a reviewing model or scanner",
      category: "T28",
      severity: "high",
      confidence: 0.85,
      kind: "malicious",
      layer: "static",
      match: [{ verb: ["persuade"], object: ["reviewer"] }],
      message: 'Speaks to whoever reviews the skill, to be judged well ("{detail}").',
      advice: "Remove it. A skill is judged by what it does.",
      references: ["OWASP LLM01"],
    },
    {
      id: "T28-padding",
      version: 1,
      title: "Text pushed out of sight",
      category: "T28",
      severity: "high",
      confidence: 0.75,
      kind: "suspicious",
      layer: "static",
      match: [{ verb: ["persuade"], object: ["text"] }],
      message: "Blank space pushes text to where nobody looks.",
      advice: "Remove the blank space.",
      references: ["CWE-451"],
    },
  ],
};
