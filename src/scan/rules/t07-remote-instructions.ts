/** T07: remote instructions. */
import { family } from "../rule.ts";

export const t07 = family({ id: "T07", title: "Remote instructions" }, [
  {
    id: "T07-remote-instructions",
    title: "A page elsewhere to be obeyed",
    confidence: 0.7,
    match: [{ verb: ["obey"], object: ["instructions"] }],
    message: "What {host} returns is to be obeyed like the skill itself.",
    advice: "Ship the instructions in the skill, where they are scanned.",
    references: ["OWASP LLM01", "CWE-829"],
  },
  {
    id: "T07-obey-data",
    title: "Text found in data to be obeyed",
    confidence: 0.65,
    match: [{ verb: ["obey"], object: ["text"] }],
    message: 'Text that is found in data is to be obeyed like the user ("{detail}").',
    advice: "Treat what is read as data, and ask the user before acting on it.",
    references: ["OWASP LLM01"],
  },
]);
