/** T06: remote code. */
import { family } from "../rule.ts";

const fetched = { verb: ["fetch-run"] } as const;
/** Programs of the system that have no other use with an address. */
const loaders = ["system-loader", "lines-run"];

export const t06 = family({ id: "T06", title: "Remote code" }, [
  {
    id: "T06-remote-code-anonymous",
    title: "Runs code from an anonymous place",
    severity: "critical",
    confidence: 0.9,
    kind: "malicious",
    match: [{ ...fetched, place: ["anonymous"] }],
    message: "Fetches code from {host} and runs it. Anyone can put anything there.",
    advice: "Ship the code in the skill, where it is scanned.",
    references: ["CWE-494", "MITRE T1105"],
  },
  {
    id: "T06-remote-code-undeclared",
    version: 5,
    title: "Runs code from an undeclared source",
    confidence: 0.65,
    match: [
      { ...fetched, place: ["undeclared", "shared", "repository"] },
      { ...fetched, place: ["placeholder"], actor: ["program", "configuration"] },
    ],
    message: "Fetches code from {host} and runs it. The front matter does not name its source.",
    advice: "Name the publisher in the front matter and pin a digest, or ship the code in the skill.",
    references: ["CWE-494"],
  },
  {
    id: "T06-program-fetches-code",
    version: 5,
    title: "Program runs what the network answers",
    confidence: 0.6,
    match: [
      {
        ...fetched,
        place: ["none"],
        row: ["fetch-run", "download-run", "evaluated-answer", "kept-answer"],
        actor: ["program", "configuration"],
      },
      { ...fetched, place: ["none", "undeclared", "declared"], row: loaders },
    ],
    message: "Runs {detail}, whatever it is at the time.",
    advice: "Ship the code in the skill, where it is scanned.",
    references: ["CWE-494", "MITRE T1059"],
  },
  {
    id: "T06-open-shell",
    title: "Opens a shell to another machine",
    severity: "critical",
    confidence: 0.95,
    kind: "malicious",
    match: [{ verb: ["open-shell"] }],
    message: "Opens a shell to {host}: {detail}.",
    advice: "Remove it.",
    references: ["MITRE T1059"],
  },
  {
    id: "T06-callers-command",
    version: 2,
    title: "Runs whatever a caller sends",
    confidence: 0.7,
    match: [{ verb: ["run"], object: ["action"], actor: ["program"] }],
    message: "Runs the text of a request or a message as a command: a shell for whoever sends one.",
    advice: "Offer the few acts that are needed, by name.",
    references: ["CWE-78", "MITRE T1505.003"],
  },
  {
    id: "T06-anonymous-host",
    title: "Program reaches for an anonymous place",
    confidence: 0.65,
    match: [
      { verb: ["connect"], place: ["anonymous"], actor: ["program", "configuration"] },
      { verb: ["connect"], place: ["anonymous"], row: ["number-address"] },
    ],
    message: "Connects to {host}, which anyone can set up without a name.",
    advice: "Use the service's own address.",
    references: ["CWE-918"],
  },
]);
