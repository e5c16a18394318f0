/** T12: what stays behind, and protections switched off. */
import { family } from "../rule.ts";

/** "shipped": hooks of git and keys of logins that lie where they are obeyed. */
const waysBack = ["way-back", "login-key", "windows-account", "shipped"];

export const t12 = family({ id: "T12", title: "What stays behind, and protections switched off" }, [
  {
    id: "T12-autostart",
    version: 7,
    title: "Makes a program start automatically",
    confidence: 0.6,
    match: [
      { verb: ["persist"], row: ["persistence", "shell-start-file"] },
      { verb: ["persist"], row: ["persist-from"] },
    ],
    message: "Writes {detail}, which runs automatically later.",
    advice: "Say it in the description, or leave starting to the person.",
    references: ["MITRE T1547"],
  },
  {
    id: "T12-way-back",
    title: "Leaves a way back: login keys, hooks, start folders",
    confidence: 0.75,
    match: [{ verb: ["persist"], row: waysBack }],
    message: "Brings or sets up {detail}.",
    advice: "Remove it.",
    references: ["MITRE T1547", "MITRE T1098"],
  },
  {
    id: "T12-out-of-sight",
    title: "Runs a process out of sight",
    confidence: 0.65,
    match: [{ verb: ["run"], object: ["code"] }],
    message: "Starts {detail}.",
    advice: "Run in the foreground, or say why not.",
    references: ["MITRE T1564.003"],
  },
  {
    id: "T12-protection-off",
    version: 5,
    title: "Switches off a protection of the machine",
    severity: "critical",
    confidence: 0.8,
    kind: "malicious",
    match: [{ verb: ["disable"], object: ["protection"] }],
    message: "Switches off {detail}.",
    advice: "Remove it; a skill works with protections on.",
    references: ["MITRE T1562.001"],
  },
]);
