/** Digests of the reports of all examples: what Node and workerd must agree on. One digest for each threat. */
import { registryOfExamples as registry, skillOf } from "../src/scan/__tests__/skill.ts";
import { scanSkill } from "../src/scan/engine.ts";
import { examples } from "../src/scan/rules/examples/index.ts";

/**
 * The reports of a threat's examples, as one text. The engine's version and the digest of the rules are in every report;
 * they are kept apart, so that a changed rule changes the lines of the threats whose reports it changes, and no others.
 */
export function exampleReports(): Record<string, string> {
  const groups: Record<string, string[]> = {};
  for (const id of Object.keys(examples).sort()) {
    const { positive, negative } = examples[id] ?? { positive: [], negative: [] };
    for (const example of [...positive, ...negative]) {
      const { engine, rules, ...report } = scanSkill(skillOf(example), { digest: "d", registry });
      groups["engine and rules"] = [engine, rules];
      groups[threatOf(id)] = [...(groups[threatOf(id)] ?? []), JSON.stringify(report)];
    }
  }
  return Object.fromEntries(Object.entries(groups).map(([name, reports]) => [name, reports.join("\n")]));
}

const threatOf = (id: string) => /^T\d\d/.exec(id)?.[0] ?? "other";

export async function exampleReportsDigest(reports: Record<string, string>): Promise<Record<string, string>> {
  const out: Record<string, string> = {};
  for (const [name, report] of Object.entries(reports)) {
    const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(report));
    out[name] = [...new Uint8Array(hash).slice(0, 8)]
      .map((byte) => byte.toString(16).padStart(2, "0"))
      .join("");
  }
  return out;
}
