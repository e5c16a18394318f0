/** T26: paths that leave the skill or collide. */
import type { RuleFamily } from "../rule.ts";

export const t26: RuleFamily = {
  id: "T26",
  title: "Paths",
  rules: [
    {
      id: "T26-path-tricks",
      version: 2,
      title: "Paths that leave the skill or collide",
      category: "T26",
      severity: "critical",
      confidence: 0.95,
      kind: "malicious",
      layer: "static",
      decides: true,
      match: [{ verb: ["hide"], object: ["name"], row: ["path"] }],
      message: "An unsafe path: {detail}.",
      advice: "Use plain relative paths.",
      references: ["CWE-22"],
    },
  ],
};
