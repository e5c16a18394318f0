/** T04: rules about facts; what is detected stands in the readers. */
import type { RuleFamily } from "../rule.ts";

export const t04: RuleFamily = {
  id: "T04",
  title: "Look-alike letters",
  rules: [
    {
      id: "T04-look-alike",
      version: 1,
      title: "Look-alike letters in commands, names or hosts",
      category: "T04",
      severity: "high",
      confidence: 0.8,
      kind: "malicious",
      layer: "static",
      match: [{ verb: ["hide"], object: ["name"], row: ["look-alike"] }],
      message: 'Letters of another script pass for Latin ones in "{detail}".',
      advice: "Write the word in one script.",
      references: ["Unicode TR39"],
    },
  ],
};
