/** The reports of all examples of all rules and of all hostile acts: what Node and workerd must agree on. */
import { registryOfExamples as registry, skillOf } from "../src/scan/__tests__/skill.ts";
import { hostilePairs, transformations } from "../src/scan/__tests__/transformations/transformations.ts";
import { scanSkill } from "../src/scan/engine.ts";
import { examples } from "../src/scan/rules/examples/index.ts";

/** Reports as text, by the rule and the number of its example, or by the act. */
export function exampleReports(): Record<string, string> {
  const samples = [
    ...Object.entries(examples).flatMap(([id, { positive, negative }]) =>
      [...positive, ...negative].map((example, i) => ({ name: `${id} ${i + 1}`, files: skillOf(example) })),
    ),
    // The first transformation leaves the acts as they are.
    ...transformations
      .slice(0, 1)
      .flatMap(hostilePairs)
      .map(({ act, files }) => ({ name: act, files: files() })),
  ];
  return Object.fromEntries(
    samples.map(({ name, files }) => [name, JSON.stringify(scanSkill(files, { digest: "d", registry }))]),
  );
}
