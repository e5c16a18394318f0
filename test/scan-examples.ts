/** The reports of all examples of all rules: what Node and workerd must agree on. */
import { registryOfExamples as registry, skillOf } from "../src/scan/__tests__/skill.ts";
import { scanSkill } from "../src/scan/engine.ts";
import { examples } from "../src/scan/rules/examples/index.ts";

/** Reports as text, by the rule and the number of its example. */
export function exampleReports(): Record<string, string> {
  const reports = Object.entries(examples).flatMap(([id, { positive, negative }]) =>
    [...positive, ...negative].map((example, i): [string, string] => [
      `${id} ${i + 1}`,
      JSON.stringify(scanSkill(skillOf(example), { digest: "d", registry })),
    ]),
  );
  return Object.fromEntries(reports);
}
