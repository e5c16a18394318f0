/** T14: where packages, workflows and extensions come from. */
import type { PlaceKind } from "../facts.ts";
import { family } from "../rule.ts";

const foreign: readonly PlaceKind[] = ["undeclared", "anonymous", "shared"];

export const t14 = family({ id: "T14", title: "Supply chain", references: ["CWE-829"] }, [
  {
    id: "T14-install-script-fetch",
    version: 2,
    title: "Install script that fetches or runs code",
    severity: "critical",
    confidence: 0.85,
    kind: "malicious",
    match: [{ verb: ["install"], object: ["code"], row: ["install-script"] }],
    message: "Installing the package runs code from elsewhere: {detail}",
    advice: "Remove the script. What runs must stand in the skill, readable.",
    references: ["CWE-506"],
  },
  {
    id: "T14-installs-another",
    version: 2,
    title: "Install script that installs another package",
    severity: "medium",
    confidence: 0.6,
    match: [{ verb: ["install"], object: ["code"], row: ["install-another"] }],
    message: "Installing the package installs another one: {detail}",
    advice: "List it among the dependencies.",
  },
  {
    id: "T14-foreign-index",
    version: 5,
    title: "Packages from a foreign index or address",
    confidence: 0.65,
    match: [
      { verb: ["install"], object: ["package"], row: ["package-index", "package-address"], place: foreign },
      { verb: ["install"], object: ["repository"], row: ["package-remap"], place: foreign },
    ],
    message: "Packages come from {host}, which the skill does not declare.",
    advice: "Use the ecosystem's own registry, or name the host in the front matter.",
    references: ["CWE-829", "MITRE T1195"],
  },
  {
    id: "T14-look-alike-package",
    version: 2,
    title: "Package whose name imitates a much-used one",
    confidence: 0.7,
    match: [{ verb: ["impersonate"], object: ["package"] }],
    message: "The package has the name {detail}.",
    advice: "Correct the name. If this package is meant, say what it is.",
    references: ["CWE-1357", "MITRE T1195"],
  },
  {
    id: "T14-untrusted-workflow",
    version: 4,
    title: "Workflow that gives secrets to other people's code",
    confidence: 0.7,
    match: [{ verb: ["grant"], object: ["secret"] }],
    message: "A workflow with secrets takes in what other people wrote: {detail}",
    advice: "Use pull_request without secrets, and pass text through variables, quoted.",
    references: ["CWE-94", "CWE-829"],
  },
  {
    id: "T14-autorun-task",
    version: 2,
    title: "Task that runs when a folder is opened",
    confidence: 0.75,
    match: [{ verb: ["persist"], object: ["command"], row: ["task-at-open"] }],
    message: "Opening the folder runs a command.",
    advice: "Let the user start the task.",
  },
  {
    id: "T14-extension-bundle",
    version: 2,
    title: "Editor extension that installs others",
    severity: "medium",
    confidence: 0.6,
    match: [{ verb: ["install"], object: ["package"], row: ["extension-bundle", "package-extension"] }],
    message: "An extension is installed without being named to the user: {detail}",
    advice: "Name each extension and let the user install it.",
  },
]);
