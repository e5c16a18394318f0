/** The states of a submission in the words that every page uses for them. */
import type { SubmissionState } from "../../domain/submission.ts";

const STATES: Readonly<Record<SubmissionState, { label: string; tone: "good" | "bad" | "wait" | "" }>> = {
  RECEIVED: { label: "Queued", tone: "wait" },
  TIER1_SCANNING: { label: "Static analysis", tone: "wait" },
  TIER2_SCANNING: { label: "Deep analysis", tone: "wait" },
  NEEDS_REVIEW: { label: "Needs review", tone: "wait" },
  AUTO_APPROVED: { label: "Publishing", tone: "wait" },
  VENDOR_APPROVED: { label: "Publishing", tone: "wait" },
  PUBLISHED: { label: "Published", tone: "good" },
  REJECTED: { label: "Rejected", tone: "bad" },
  TIER1_FAILED: { label: "Rejected (static)", tone: "bad" },
  BLOCKED: { label: "Blocked", tone: "bad" },
  DEQUEUED: { label: "Withdrawn", tone: "" },
  EXPANDED: { label: "Split", tone: "" },
};

export function stateLabel(state: SubmissionState): string {
  return STATES[state].label;
}

export function stateTone(state: SubmissionState): string {
  return STATES[state].tone;
}

export function StateBadge({ state }: { state: SubmissionState }) {
  return <span class={`badge ${stateTone(state)}`}>{stateLabel(state)}</span>;
}
