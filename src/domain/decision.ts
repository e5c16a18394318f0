/**
 * Turns the deep report into a decision. Pure, and fails closed: only a complete, positive report for this content
 * passes. A judge can only lower the engine's result.
 */
import { type Problem, problem } from "./problem.ts";
import type { SubmissionState } from "./submission.ts";
import type { TrustEvidence } from "./trust.ts";

export interface DeepResult {
  readonly verdict: "PASS" | "CONCERNS" | "FAIL";
  readonly complete: boolean;
  readonly score: number;
  /** The parts that the scanner did not read. An entry without a file is not about a file: a rule did not finish. */
  readonly notLookedAt: readonly { readonly file: string; readonly reason: string }[];
  /** How many findings a reviewer suppressed. They count neither in the verdict nor in the score. */
  readonly suppressed?: number;
}

/** `clear` changes nothing. No opinion can raise the result. */
export type JudgeOpinion =
  | { readonly kind: "not-configured" }
  | { readonly kind: "clear" }
  | { readonly kind: "concern"; readonly why: string }
  | { readonly kind: "failed"; readonly why: string };

/** The states that a decision can lead to. */
export const DECISION_STATES = [
  "AUTO_APPROVED",
  "VENDOR_APPROVED",
  "NEEDS_REVIEW",
  "REJECTED",
] as const satisfies readonly SubmissionState[];

export interface Decision {
  readonly to: (typeof DECISION_STATES)[number];
  readonly code: string;
  readonly text: string;
}

export interface DecisionContext {
  readonly judge: JudgeOpinion;
  /** True when the owner is a verified publisher. */
  readonly isVendor: boolean;
}

export function decide(report: DeepResult, { judge, isVendor }: DecisionContext): Decision {
  if (report.verdict === "FAIL") {
    return {
      to: "REJECTED",
      code: "SCAN_FAILED",
      text: `Deep analysis found blocking issues (score ${report.score}/100). Fix them and resubmit.`,
    };
  }
  if (!report.complete) return review("SCAN_INCOMPLETE", incompleteText(report));
  if (report.verdict === "CONCERNS") {
    return review(
      "SCAN_CONCERNS",
      `The scan raised concerns (${report.score}/100). You can wait for a reviewer, or fix the findings and resubmit – often faster.`,
    );
  }
  if (judge.kind === "failed") {
    return review(
      "JUDGE_UNAVAILABLE",
      `The language model that reviews skills for this registry failed (${judge.why}), so a reviewer decides.`,
    );
  }
  if (judge.kind === "concern") return review("JUDGE_CONCERN", judge.why);
  const passed = `Passed every check${exceptSuppressed(report)}.`;
  return isVendor
    ? { to: "VENDOR_APPROVED", code: "PASSED", text: `${passed} The publisher is verified.` }
    : { to: "AUTO_APPROVED", code: "PASSED", text: passed };
}

function exceptSuppressed({ suppressed = 0 }: DeepResult): string {
  if (suppressed === 0) return "";
  return `, except for ${suppressed} ${suppressed === 1 ? "finding" : "findings"} that a reviewer suppressed`;
}

function incompleteText(report: DeepResult): string {
  if (!ranEveryRule(report))
    return "The scan did not finish, so it cannot be published as it is. Simplify the skill and resubmit, or wait for a reviewer to scan it again.";
  const unread = countUnreadFiles(report);
  return `${unread} ${unread === 1 ? "file" : "files"} could not be read in full, so a reviewer decides whether it can be published.`;
}

export function countUnreadFiles({ notLookedAt }: Pick<DeepResult, "notLookedAt">): number {
  return new Set(notLookedAt.map(({ file }) => file).filter((file) => file !== "")).size;
}

/** True if every rule finished. Unread files are allowed if the report names them. */
function ranEveryRule({ complete, notLookedAt }: DeepResult): boolean {
  return complete || (notLookedAt.length > 0 && notLookedAt.every(({ file }) => file !== ""));
}

/**
 * Why the report of a content does not allow publishing it, or null. A reviewer can accept files that the scanner could
 * not read, because the report names them. Nobody can accept what a rule did not see (L56).
 */
export function whyNotPublishable(
  report: DeepResult,
  approvedBy: TrustEvidence["approvedBy"],
): Problem | null {
  if (report.complete) return worseThanApproved(report, approvedBy);
  if (ranEveryRule(report)) return approvedBy === "person" ? null : problem("SCAN_MISSING");
  const reasons = report.notLookedAt.filter(({ file }) => file === "").map(({ reason }) => reason);
  return problem(
    "SCAN_MISSING",
    `The scan of this content did not finish (${reasons.join("; ")}), so it cannot be published as it is.`,
  );
}

/** Only a pass is approved without a reviewer. A suppression can end between that approval and the publication. */
function worseThanApproved({ verdict }: DeepResult, approvedBy: TrustEvidence["approvedBy"]): Problem | null {
  if (verdict === "PASS" || approvedBy === "person") return null;
  return problem("SCAN_MISSING", "A suppression ended after the approval. Re-scan this submission.");
}

/** Sends an approval to review when an external scanner has already reported a critical finding in this content. */
export function lowerByExternalScan(decision: Decision, critical: string | null): Decision {
  if (critical === null || decision.to === "REJECTED" || decision.to === "NEEDS_REVIEW") return decision;
  return review(
    "EXTERNAL_SCAN_CRITICAL",
    `An external scanner reported a critical finding (${critical}), so a reviewer decides.`,
  );
}

function review(code: string, text: string): Decision {
  return { to: "NEEDS_REVIEW", code, text };
}
