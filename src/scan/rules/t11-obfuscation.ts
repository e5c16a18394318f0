/** T11: encoded, assembled or disguised code. */
import { family } from "../rule.ts";

export const t11 = family(
  { id: "T11", title: "Encoded, assembled or disguised code", references: ["MITRE T1027"] },
  [
    {
      id: "T11-decode-and-run",
      version: 4,
      title: "Decodes text and runs it",
      severity: "critical",
      confidence: 0.9,
      kind: "malicious",
      match: [{ verb: ["decode-run"] }],
      message: "Decodes text ({detail}) and runs it.",
      advice: "Write the code in plain text.",
    },
    {
      id: "T11-encoded-command",
      version: 2,
      title: "Encoded text is a command or an address",
      confidence: 0.75,
      kind: "malicious",
      match: [
        { verb: ["hide"], object: ["command"], row: ["encoded-command"] },
        { verb: ["hide"], object: ["address"], row: ["encoded-address", "hidden-address"] },
      ],
      message: "Encoded text holds {detail}, so that nobody who reads the skill sees it.",
      advice: "Write it in plain text.",
    },
    {
      id: "T11-disguised-command",
      version: 2,
      title: "Spells a command or a secret's path in pieces",
      confidence: 0.85,
      kind: "malicious",
      match: [{ verb: ["hide"], row: ["disguised-command", "secret-path-spelled"] }],
      message: "Spelled so that filters miss it: {detail}.",
      advice: "Write commands and paths in plain letters.",
    },
    {
      id: "T11-hidden-name",
      title: "Hides which functions or modules it uses",
      confidence: 0.75,
      kind: "malicious",
      match: [{ verb: ["hide"], object: ["name"] }],
      message: "Hides which function or module it uses: {detail}.",
      advice: "Call functions by name, and publish the program as it was written.",
    },
  ],
);
