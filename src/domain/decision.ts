/**
 * From a deep report to a decision. Pure, and closed: whatever is not a positive, complete record for this content
 * is not a pass. A judge may only lower what the engine said.
 */
import type { SubmissionState } from "./submission.ts";

export interface DeepResult {
  readonly verdict: "PASS" | "CONCERNS" | "FAIL";
  readonly complete: boolean;
  readonly score: number;
}

/** `clear` changes nothing; there is no answer that raises. */
export type JudgeOpinion =
  | { readonly kind: "not-configured" }
  | { readonly kind: "clear" }
  | { readonly kind: "concern"; readonly why: string }
  | { readonly kind: "failed"; readonly why: string };

export interface Decision {
  readonly to: Extract<SubmissionState, "AUTO_APPROVED" | "VENDOR_APPROVED" | "NEEDS_REVIEW" | "REJECTED">;
  readonly code: string;
  readonly text: string;
}

export function decide(report: DeepResult, judge: JudgeOpinion, verifiedVendor: boolean): Decision {
  if (report.verdict === "FAIL") {
    return {
      to: "REJECTED",
      code: "SCAN_FAILED",
      text: `The deep analysis found what must not be published (score ${report.score}). See the findings for file, line and advice; fix them and submit again.`,
    };
  }
  if (!report.complete) {
    return review(
      "SCAN_INCOMPLETE",
      "Some of the content could not be analysed, so a person looks at it before it can be published.",
    );
  }
  if (report.verdict === "CONCERNS") {
    return review(
      "SCAN_CONCERNS",
      `The analysis has concerns (score ${report.score}); a person decides. See the findings: fixing them and submitting again is often quicker.`,
    );
  }
  if (judge.kind === "failed") {
    return review(
      "JUDGE_UNAVAILABLE",
      `The second opinion that this registry asks for did not come (${judge.why}); a person decides instead.`,
    );
  }
  if (judge.kind === "concern") return review("JUDGE_CONCERN", judge.why);
  return verifiedVendor
    ? { to: "VENDOR_APPROVED", code: "PASSED", text: "Passed every check; the owner is a verified vendor." }
    : { to: "AUTO_APPROVED", code: "PASSED", text: "Passed every check." };
}

/** What outside scanners have already found critical in this very content: an approval waits for a person. */
export function lowerByOutsideScan(decision: Decision, critical: string | null): Decision {
  if (critical === null || decision.to === "REJECTED" || decision.to === "NEEDS_REVIEW") return decision;
  return review(
    "EXTERNAL_SCAN_CRITICAL",
    `An outside scanner speaks against this content (${critical}); a person decides.`,
  );
}

function review(code: string, text: string): Decision {
  return { to: "NEEDS_REVIEW", code, text };
}
