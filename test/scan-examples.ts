/** Reports of all examples as text, and their digests: what Node and workerd must agree on. */
import { registryOfExamples as registry, skillOf } from "../src/scan/__tests__/skill.ts";
import { scanSkill } from "../src/scan/engine.ts";
import { examples } from "../src/scan/rules/examples/index.ts";

export function exampleReports(): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [id, { positive, negative }] of Object.entries(examples)) {
    for (const [i, example] of [...positive, ...negative].entries()) {
      out[`${id} ${i + 1}`] = JSON.stringify(scanSkill(skillOf(example), { digest: "d", registry }));
    }
  }
  return out;
}

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
