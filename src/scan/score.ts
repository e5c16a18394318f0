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

/** From this confidence on, a flow of malicious kind is enough to fail. */
const failConfidence = 0.85;
/** From this confidence on, a malicious fact fails together with an independent one. */
const jointConfidence = 0.65;
/** Below this confidence a finding is a note and opens no concern. */
const concernConfidence = 0.5;

export function scoreOf(findings: readonly Finding[]): number {
  const keep = new Map<string, number>();
  for (const finding of countedOnce(findings)) {
    const key = `${finding.category}:${finding.kind === "vulnerable" ? "v" : "m"}`;
    const rest = 1 - weight[finding.severity] * finding.confidence;
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

/** One finding for each line, the heaviest, and one for each equal message of a rule. */
function countedOnce(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  return findings
    .filter(({ kind, severity }) => kind !== "quality" && weight[severity] > 0)
    .toSorted((a, b) => weight[b.severity] * b.confidence - weight[a.severity] * a.confidence)
    .filter(({ ruleId, message, file, line }) => {
      const keys = [`${ruleId} ${message}`, `${file}:${line}`];
      const isNew = keys.every((key) => !seen.has(key));
      for (const key of keys) seen.add(key);
      return isNew;
    });
}

/**
 * FAIL needs a malicious flow, or a malicious fact and an independent one that is malicious, too, or a flow. A place whose context makes it unclear counts
 * for neither. An incomplete report is never a PASS, and a flaw of the author ("vulnerable") alone never fails.
 */
export function verdictOf(findings: readonly Finding[], score: number, complete: boolean): Verdict {
  const open = findings.filter(isOpen);
  if (open.some(isDecisive) || hasIndependentPair(open)) return "FAIL";
  return open.length > 0 || score < 80 || !complete ? "CONCERNS" : "PASS";
}

function isOpen({ kind, confidence, severity }: Finding): boolean {
  return (
    (kind === "malicious" || kind === "suspicious") &&
    confidence >= concernConfidence &&
    severity !== "info" &&
    severity !== "low"
  );
}

export function isDecisive({ basis, kind, confidence, severity }: Finding): boolean {
  return (
    basis === "flow" &&
    kind === "malicious" &&
    confidence >= failConfidence &&
    (severity === "high" || severity === "critical")
  );
}

function hasIndependentPair(open: readonly Finding[]): boolean {
  const certain = open.filter(
    ({ basis, kind, confidence }) =>
      basis !== "context" && (kind === "malicious" || basis === "flow") && confidence >= jointConfidence,
  );
  return certain.some(
    (one) =>
      one.kind === "malicious" &&
      certain.some(
        (other) => other.category !== one.category && (other.file !== one.file || other.line !== one.line),
      ),
  );
}
