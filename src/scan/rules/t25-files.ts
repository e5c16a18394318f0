/** T25 and T26: files that nobody can read or that are not what their name says, and paths that leave the skill. */
import { family } from "../rule.ts";

export const t25 = family({ id: "T25", title: "Binaries, masked files and paths" }, [
  {
    id: "T25-opaque",
    version: 2,
    title: "Data of an unknown format",
    severity: "medium",
    confidence: 0.55,
    match: [{ verb: ["hide"], row: ["opaque"] }],
    message: "The file holds {detail}: encrypted or packed, nobody can say what it is.",
    advice: "Ship files in a known format.",
  },
  {
    id: "T25-program",
    version: 3,
    title: "Compiled program or bytecode",
    confidence: 0.7,
    match: [{ verb: ["hide"], row: ["program"] }],
    message: "The file cannot be read as source: {detail}",
    advice: "Ship the source, or name the program in its package registry.",
  },
  {
    id: "T25-masked-content",
    version: 2,
    title: "Content unlike its name",
    confidence: 0.8,
    match: [{ verb: ["hide"], row: ["masked", "double-extension"] }],
    message: "A file is not what its name says: {detail}.",
    advice: "Name files for what they are.",
    references: ["MITRE T1036"],
  },
  {
    id: "T26-path-tricks",
    version: 2,
    title: "Paths that leave the skill or collide",
    severity: "critical",
    confidence: 0.95,
    kind: "malicious",
    decides: true,
    match: [{ verb: ["hide"], object: ["name"], row: ["path"] }],
    message: "An unsafe path: {detail}.",
    advice: "Use plain relative paths.",
    references: ["CWE-22"],
  },
]);
