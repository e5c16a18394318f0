import type { RuleFamily } from "../rule.ts";

const common = { category: "T11", severity: "high", references: ["MITRE T1027"] } as const;

export const t11: RuleFamily = {
  id: "T11",
  title: "Encoded, assembled or disguised code",
  rules: [
    {
      ...common,
      id: "T11-decode-and-run",
      version: 4,
      title: "Decodes text and runs it",
      severity: "critical",
      confidence: 0.9,
      kind: "malicious",
      layer: "static",
      match: [{ verb: ["decode-run"] }],
      message: "Decodes text ({detail}) and runs it.",
      advice: "Write the code in plain text.",
    },
    {
      ...common,
      id: "T11-encoded-command",
      version: 2,
      title: "Encoded text is a command or an address",
      confidence: 0.75,
      kind: "malicious",
      layer: "static",
      match: [
        { verb: ["hide"], object: ["command"], row: ["encoded-command"] },
        { verb: ["hide"], object: ["address"], row: ["encoded-address", "hidden-address"] },
      ],
      message: "Encoded text holds {detail}, so that nobody who reads the skill sees it.",
      advice: "Write it in plain text.",
    },
    {
      ...common,
      id: "T11-disguised-command",
      version: 2,
      title: "Spells a command or a secret's path in pieces",
      confidence: 0.85,
      kind: "malicious",
      layer: "static",
      match: [{ verb: ["hide"], row: ["disguised-command", "secret-path-spelled"] }],
      message: "Spelled so that filters miss it: {detail}.",
      advice: "Write commands and paths in plain letters.",
    },
    {
      ...common,
      id: "T11-hidden-name",
      version: 1,
      title: "Hides which functions or modules it uses",
      confidence: 0.75,
      kind: "malicious",
      layer: "static",
      match: [{ verb: ["hide"], object: ["name"] }],
      message: "Hides which function or module it uses: {detail}.",
      advice: "Call functions by name, and publish the program as it was written.",
    },
  ],
};
