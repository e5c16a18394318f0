/** T03 and T04: hidden text and look-alike letters. */
import { family } from "../rule.ts";

export const t03 = family(
  { id: "T03", title: "Hidden text and look-alike letters", references: ["Unicode TR36"] },
  [
    {
      id: "T03-tag-characters",
      title: "Text in invisible tag characters",
      severity: "critical",
      confidence: 0.95,
      kind: "malicious",
      match: [{ verb: ["hide"], object: ["text"], row: ["tag-characters"] }],
      message: "Text is written in {detail}, which no person sees but a model reads.",
      advice: "Remove the characters.",
    },
    {
      id: "T03-invisible",
      title: "Characters that no reader sees",
      confidence: 0.8,
      kind: "malicious",
      match: [
        {
          verb: ["hide"],
          object: ["text"],
          row: ["zero-width", "variation-selectors", "selector-call", "direction"],
        },
      ],
      message: "The text holds {detail}, which no person sees.",
      advice: "Remove the characters.",
    },
    {
      id: "T03-unseen-element",
      title: "Sentences that a page does not show",
      confidence: 0.7,
      match: [{ verb: ["hide"], object: ["text"], row: ["unseen-element"] }],
      message: "A page holds sentences or links that nobody who looks at it sees.",
      advice: "Show them, or remove them.",
      references: ["CWE-451"],
    },
    {
      id: "T03-remark-to-agent",
      title: "A remark that gives the agent orders",
      confidence: 0.7,
      match: [{ verb: ["hide"], object: ["instructions"] }],
      message: "A remark that readers do not see gives orders to the agent.",
      advice: "Put instructions where a reader sees them.",
      references: ["OWASP LLM01"],
    },
    {
      id: "T04-look-alike",
      title: "Look-alike letters in commands, names or hosts",
      confidence: 0.8,
      kind: "malicious",
      match: [{ verb: ["hide"], object: ["name"], row: ["look-alike"] }],
      message: 'Letters of another script pass for Latin ones in "{detail}".',
      advice: "Write the word in one script.",
      references: ["Unicode TR39"],
    },
  ],
);
