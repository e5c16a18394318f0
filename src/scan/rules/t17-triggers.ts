/** T17: rules about facts; what is detected stands in the readers. */
import type { RuleFamily } from "../rule.ts";

export const t17: RuleFamily = {
  id: "T17",
  title: "Over-broad triggers",
  rules: [
    {
      id: "T17-trigger-hijack",
      version: 1,
      title: "Description that wants to be chosen for everything",
      category: "T17",
      severity: "medium",
      confidence: 0.65,
      kind: "suspicious",
      layer: "static",
      match: [{ verb: ["trigger"], object: ["skill"] }],
      message: 'The description asks to be chosen whatever the task is ("{detail}").',
      advice: "Say for which task the skill is.",
      references: ["OWASP Agentic Skills 08"],
    },
    {
      id: "T17-shadowing",
      version: 1,
      title: "Other skills or tools to be put aside",
      category: "T17",
      severity: "high",
      confidence: 0.7,
      kind: "suspicious",
      layer: "static",
      match: [{ verb: ["trigger"], object: ["name"] }],
      message: 'Other skills or tools are to be put aside ("{detail}").',
      advice: "Leave the choice to the agent.",
      references: ["OWASP Agentic Skills 08"],
    },
  ],
};
