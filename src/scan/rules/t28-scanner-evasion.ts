/** T28: scanner evasion. */
import { family } from "../rule.ts";

export const t28 = family({ id: "T28", title: "Scanner evasion" }, [
  {
    id: "T28-judge-injection",
    title: "Text addressed to a reviewing model or scanner",
    confidence: 0.85,
    kind: "malicious",
    match: [{ verb: ["persuade"], object: ["reviewer"] }],
    message: 'Speaks to whoever reviews the skill, to be judged well ("{detail}").',
    advice: "Remove it. A skill is judged by what it does.",
    references: ["OWASP LLM01"],
  },
  {
    id: "T28-padding",
    title: "Text pushed out of sight",
    confidence: 0.75,
    match: [{ verb: ["persuade"], object: ["text"] }],
    message: "Blank space pushes text to where nobody looks.",
    advice: "Remove the blank space.",
    references: ["CWE-451"],
  },
]);
