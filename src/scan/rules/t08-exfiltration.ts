import type { RuleFamily } from "../rule.ts";

const secret = { verb: ["send"], object: ["secret"] } as const;
const wholesale = ["machine-secret", "environment", "secret-file"];
const programs = ["program", "configuration"] as const;
const common = { category: "T08", references: ["CWE-200"] } as const;
const oneKey = "Send only the one key that the service needs, in its own header.";

export const t08Code: RuleFamily = {
  id: "T08-code",
  title: "Exfiltration by programs and commands",
  rules: [
    {
      ...common,
      id: "T08-secrets-anonymous",
      version: 1,
      title: "Sends secrets to an anonymous place",
      severity: "critical",
      confidence: 0.95,
      kind: "malicious",
      layer: "deep",
      match: [{ ...secret, place: ["anonymous"] }],
      message: "Sends {detail} to {host}, which anyone can set up without a name.",
      advice: "Remove it.",
    },
    {
      ...common,
      id: "T08-secrets-undeclared",
      version: 1,
      title: "Sends secrets to an undeclared host",
      severity: "critical",
      confidence: 0.9,
      kind: "malicious",
      layer: "deep",
      match: [
        { ...secret, place: ["undeclared", "shared"], row: wholesale },
        { ...secret, place: ["placeholder"], row: wholesale, actor: programs },
      ],
      message: "Sends {detail} to {host}, which the front matter does not name.",
      advice: oneKey,
    },
    {
      ...common,
      id: "T08-secrets-elsewhere",
      version: 1,
      title: "Sends secrets over the network",
      severity: "high",
      confidence: 0.6,
      kind: "suspicious",
      layer: "deep",
      match: [
        { ...secret, place: ["none"], row: ["machine-secret", "environment"] },
        { ...secret, place: ["well-known", "declared"], row: ["machine-secret"] },
        { ...secret, place: ["undeclared", "shared"], row: ["settings-file", "agent-notes", "known-key"] },
        {
          ...secret,
          place: ["placeholder"],
          row: ["settings-file", "known-key", "own-key"],
          actor: programs,
        },
        { ...secret, row: ["in-names", "variable-in-names", "environment-encoded"] },
      ],
      message: "Sends {detail} to {host}.",
      advice: oneKey,
    },
    {
      ...common,
      id: "T08-upload-undeclared",
      version: 1,
      title: "Uploads files or output to an undeclared host",
      severity: "high",
      confidence: 0.6,
      kind: "suspicious",
      layer: "static",
      match: [
        { verb: ["send"], object: ["output"], place: ["undeclared", "anonymous", "shared"] },
        { verb: ["send"], object: ["output"], place: ["placeholder"], actor: programs, row: ["upload"] },
      ],
      message: "Sends {detail} to {host}, which the front matter does not name.",
      advice: "Name the service in the front matter, and ask before anything leaves the machine.",
    },
    {
      ...common,
      id: "T08-repository-out",
      version: 1,
      title: "Pushes a repository to a foreign remote",
      severity: "high",
      confidence: 0.65,
      kind: "suspicious",
      layer: "deep",
      match: [{ verb: ["send"], object: ["repository"] }],
      message: "Pushes the repository to {host}: {detail}.",
      advice: "Push to the user's own remotes only.",
    },
    {
      ...common,
      id: "T08-program-calls-undeclared",
      version: 1,
      title: "Program calls an undeclared host",
      severity: "medium",
      confidence: 0.55,
      kind: "suspicious",
      layer: "deep",
      match: [{ verb: ["connect"], place: ["undeclared", "shared"], actor: ["program"] }],
      message: "Calls {host}, which the front matter does not name.",
      advice: "Name the service in the front matter.",
    },
  ],
};
