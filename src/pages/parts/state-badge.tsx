/** The states of a submission in the words that every page uses for them. */

const STATES: Readonly<Record<string, { label: string; tone: "good" | "bad" | "wait" | "" }>> = {
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

export function stateLabel(state: string): string {
  return STATES[state]?.label ?? state;
}

export function stateTone(state: string): string {
  return STATES[state]?.tone ?? "";
}

export function StateBadge({ state }: { state: string }) {
  return <span class={`badge ${stateTone(state)}`}>{stateLabel(state)}</span>;
}
