/** T05: fake prerequisites. */
import { family } from "../rule.ts";

export const t05 = family(
  { id: "T05", title: "Fake prerequisites", references: ["OWASP Agentic Skills 02"] },
  [
    {
      id: "T05-locked-archive",
      title: "Prerequisite as an archive with a password",
      severity: "critical",
      confidence: 0.9,
      kind: "malicious",
      match: [{ verb: ["fetch"], row: ["locked-archive"] }],
      message:
        "A program is to be downloaded in an archive with a password, which keeps it from being examined.",
      advice: "Name the dependency in its package registry; honest software needs no password to unpack.",
    },
    {
      id: "T05-anonymous-place",
      title: "A file from a place without an owner",
      confidence: 0.65,
      match: [
        { verb: ["fetch"], row: ["anonymous-link"] },
        { verb: ["fetch"], place: ["anonymous"], actor: ["instruction"] },
      ],
      message: "Something is to be fetched from {host}, where anyone leaves files under no name, and used.",
      advice: "Ship the file in the skill, or fetch it from its publisher.",
      references: ["CWE-494"],
    },
    {
      id: "T05-step-from-undeclared",
      title: "Something from an undeclared host to be run",
      confidence: 0.6,
      match: [{ verb: ["fetch"], object: ["code"], place: ["undeclared", "shared"], actor: ["instruction"] }],
      message: "What {host} gives is to be run, and the skill does not declare {host}.",
      advice: "Ship it in the skill, or name its publisher in the description and pin a version.",
      references: ["OWASP Agentic Skills 02", "CWE-494"],
    },
  ],
);
