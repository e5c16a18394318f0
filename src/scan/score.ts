/**
 * Findings to a score and a verdict. Confidences are combined (noisy-or, with a cap for each category), never added
 * up: a long skill is not a worse skill.
 */
import type { Finding, Severity, Verdict } from "./report.ts";

/** How much of the trust a certain finding of this severity takes away. */
const weight: Readonly<Record<Severity, number>> = {
  info: 0,
  low: 0.06,
  medium: 0.3,
  high: 0.55,
  critical: 0.8,
};

/** What one category may take away in all: ten weak signs of one kind are one sign. */
const capMalicious = 0.9;
const capVulnerable = 0.35;

/** From this confidence on, one malicious finding of high severity is enough to fail. */
const failConfidence = 0.85;
/** Below this confidence a finding is told but opens no concern. */
const concernConfidence = 0.5;
/** Below this one it weighs nothing either, however many there are: guesses do not add up to knowledge. */
const guessConfidence = 0.2;

export function scoreOf(findings: readonly Finding[]): number {
  const keep = new Map<string, number>();
  for (const finding of heardOnce(findings)) {
    const key = `${finding.category}:${finding.kind === "vulnerable" ? "v" : "m"}`;
    const rest = 1 - weightOf(finding) * finding.confidence;
    const known = keep.get(key) ?? 1;
    // The same flaw in ten places is one habit of the author.
    keep.set(key, finding.kind === "vulnerable" ? Math.min(known, rest) : known * rest);
  }
  let trust = 1;
  for (const [key, rest] of keep) {
    const cap = key.endsWith(":v") ? capVulnerable : capMalicious;
    trust *= 1 - Math.min(cap, 1 - rest);
  }
  return Math.round(trust * 100);
}

/** The findings that weigh anything, without those that say again what was said. */
function heardOnce(findings: readonly Finding[]): Finding[] {
  const heard = new Set<string>();
  return findings.filter((finding) => {
    if (finding.kind === "quality" || finding.confidence < guessConfidence) return false;
    const said = sayings(finding);
    if (said.some((saying) => heard.has(saying))) return false;
    for (const saying of said) heard.add(saying);
    return true;
  });
}

function sayings({ ruleId, category, kind, confidence, file, line, message }: Finding): string[] {
  // What opens no concern in one place opens none in ten, and two rules that hear the same words hear one thing.
  if (confidence < concernConfidence) return [`hunch ${ruleId}`, `hunch ${category} ${file}:${line}`];
  // The same suspicion of the same thing in ten lines is one suspicion.
  return kind === "suspicious" ? [`${ruleId} ${message}`] : [];
}

/** What opens no concern does not weigh like one: a hunch of something grave is a hunch. */
function weightOf({ severity, confidence }: Finding): number {
  return confidence < concernConfidence ? Math.min(weight[severity], weight.medium) : weight[severity];
}

/** An incomplete report is never a PASS; "vulnerable" alone never fails. */
export function verdictOf(findings: readonly Finding[], score: number, complete: boolean): Verdict {
  const certain = findings.some(
    (f) =>
      f.kind === "malicious" &&
      f.confidence >= failConfidence &&
      (f.severity === "high" || f.severity === "critical"),
  );
  const open = findings.some(
    (f) =>
      (f.kind === "malicious" || f.kind === "suspicious") &&
      f.confidence >= concernConfidence &&
      f.severity !== "info" &&
      f.severity !== "low",
  );
  const blame = findings.some((f) => f.kind === "malicious" || f.kind === "suspicious");
  if (certain || (score < 50 && blame)) return "FAIL";
  if (open || score < 80 || !complete) return "CONCERNS";
  return "PASS";
}
