/** Rules that need the registry: their findings are stored for each owner, apart from the report of the content. */
import { family } from "../rule.ts";

export const registryRules = family(
  { id: "registry", title: "Known malware, look-alike names, changed copies" },
  [
    {
      id: "T16-look-alike-name",
      version: 2,
      title: "Name that differs by one letter from another's",
      severity: "medium",
      confidence: 0.6,
      match: [{ verb: ["impersonate"], object: ["name"], row: ["look-alike-name"] }],
      message: "The name {detail}.",
      advice: "Choose a name of its own.",
    },
    {
      id: "T16-changed-copy",
      version: 2,
      title: "Another publisher's skill with a step added",
      severity: "medium",
      confidence: 0.7,
      match: [{ verb: ["impersonate"], object: ["file"], row: ["changed-copy"] }],
      message: "{detail}.",
      advice: "Say in the description what was copied and why this was added, or publish the addition alone.",
    },
    {
      id: "T16-known-bad-content",
      version: 2,
      title: "Content known as malware",
      severity: "critical",
      confidence: 0.99,
      kind: "malicious",
      decides: true,
      match: [{ verb: ["impersonate"], object: ["file"], row: ["known-bad-content"] }],
      message: "The same content was taken down as malicious.",
      advice: "Remove it.",
    },
    {
      id: "T06-known-bad-host",
      version: 2,
      title: "Host known from malware",
      severity: "critical",
      confidence: 0.97,
      kind: "malicious",
      decides: true,
      match: [{ verb: ["connect"], object: ["address"], row: ["known-bad-host"] }],
      message: "The skill names {host}, a host that malware used.",
      advice: "Remove it.",
    },
  ],
);
