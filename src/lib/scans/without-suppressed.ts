/**
 * The result that the registry acts on: a report without the findings that a reviewer suppressed. The stored report keeps
 * all findings, and its score and verdict stay reproducible. Pure.
 */
import { decidingOf } from "../../scan/deciding.ts";
import type { ScanReport } from "../../scan/report.ts";
import { scoreOf, verdictOf } from "../../scan/score.ts";
import { ENGINE_VERSION } from "../../scan/version.ts";

export interface EffectiveReport extends ScanReport {
  /** How many findings were left out. */
  readonly suppressed: number;
}

/** Files that were not read, and rules that did not finish, count as before: no suppression makes a report complete. */
export function withoutSuppressed(
  report: ScanReport,
  suppressions: readonly { readonly ruleId: string }[],
): EffectiveReport {
  const rules = new Set(suppressions.map(({ ruleId }) => ruleId));
  const findings = report.findings.filter(({ ruleId }) => !rules.has(ruleId));
  const suppressed = report.findings.length - findings.length;
  if (suppressed === 0) return { ...report, suppressed };
  const score = scoreOf(findings);
  return {
    ...report,
    findings,
    score,
    verdict: verdictOf(findings, score, report.complete),
    // Another engine weighed its findings in another way.
    deciding: report.engine === ENGINE_VERSION ? decidingOf({ ...report, findings }) : null,
    suppressed,
  };
}
