/** Examples of our own for a rule: skills in which it must be right, and look-alikes in which it must stay silent. */
import type { Example } from "../../__tests__/skill.ts";

interface RuleExamples {
  readonly positive: readonly Example[];
  readonly negative: readonly Example[];
}

export type FamilyExamples = Readonly<Record<string, RuleExamples>>;

/** A step with a shell fence. */
export const sh = (script: string): string => `Run this step:\n\n\`\`\`bash\n${script}\n\`\`\`\n`;
export const fence = (language: string, code: string): string =>
  `As follows:\n\n\`\`\`${language}\n${code}\n\`\`\`\n`;
