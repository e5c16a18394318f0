/** Findings with the same rule and message become one, which names all their places: a reader wants to know it once. */
import { messageWithFlow } from "./flow-message.ts";
import type { Finding } from "./report.ts";

/** Happens before the score, so that what a report shows is what was weighed. */
export function grouped(findings: readonly Finding[]): Finding[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    // The same kind and severity follow from the rule.
    const key = `${finding.ruleId}\0${finding.message}`;
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  return [...groups.values()].flatMap(one);
}

/** The surest of them, with the places of the others. */
function one(equal: readonly Finding[]): Finding[] {
  const [surest] = [...equal].sort((a, b) => b.confidence - a.confidence);
  if (surest === undefined) return [];
  const seen = new Set([`${surest.file}:${surest.line}`]);
  const places = equal.flatMap(({ file, line }) => {
    const place = `${file}:${line}`;
    if (seen.has(place)) return [];
    seen.add(place);
    return [{ file, line }];
  });
  return [{ ...surest, message: messageWithFlow(surest), places }];
}
