/** T19: destruction, and resources used up. */
import { family } from "../rule.ts";

export const t19 = family(
  { id: "T19", title: "Destruction, and resources used up", references: ["MITRE T1485"] },
  [
    {
      id: "T18-resources",
      title: "Mines coins or uses the machine up",
      confidence: 0.85,
      kind: "malicious",
      match: [{ verb: ["exhaust"] }],
      message: "On this machine, {detail}.",
      advice: "Remove it.",
      references: ["MITRE T1496", "CWE-400"],
    },
    {
      id: "T19-machine-wiped",
      title: "Wipes the machine or the home folder",
      severity: "critical",
      confidence: 0.85,
      kind: "malicious",
      match: [{ verb: ["delete"], object: ["system"] }],
      message: "Deletes the machine's or the person's files: {detail}.",
      advice: "Delete only what the skill made.",
    },
    {
      id: "T19-work-wiped",
      title: "Deletes all files of the working folder",
      confidence: 0.75,
      kind: "malicious",
      match: [{ verb: ["delete"], object: ["work-files"] }],
      message: "Deletes whatever the person works on: {detail}.",
      advice: "Delete only what the skill made, by name.",
    },
    {
      id: "T19-work-locked",
      title: "Encrypts or locks the person's files",
      confidence: 0.75,
      kind: "malicious",
      match: [{ verb: ["lock"], object: ["work-files"] }],
      message: "Makes the person's files unreadable: {detail}.",
      advice: "Leave the originals where they are.",
      references: ["MITRE T1486"],
    },
    {
      id: "T19-traffic-redirect",
      version: 4,
      title: "Changes where the machine's traffic goes",
      confidence: 0.65,
      match: [{ verb: ["write"], object: ["network-settings"] }],
      message: "Changes where traffic goes: {detail}.",
      advice: "Leave names, routes and certificates to the person.",
      references: ["MITRE T1565"],
    },
  ],
);
