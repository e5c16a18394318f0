/** Trust marks, severities and submission states in the words that every page uses for them. */
import { type Trust, type TrustMark, trustMarksOf } from "../../domain/trust.ts";

/** The content mark, and the publisher mark where it is known. */
export function TrustBadges({ trust }: { trust: Trust }) {
  const { content, publisher } = trustMarksOf(trust);
  return (
    <>
      <MarkBadge mark={content} />
      {publisher !== null && (
        <>
          {" "}
          <MarkBadge mark={publisher} />
        </>
      )}
    </>
  );
}

export function MarkBadge({ mark: { id, label, meaning } }: { mark: TrustMark }) {
  return (
    <span class={`badge mark-${id}`} title={meaning}>
      {label}
    </span>
  );
}

export function SeverityBadge({ severity }: { severity: string }) {
  return <span class={`badge sev-${severity}`}>{severity}</span>;
}

const STATES: Readonly<Record<string, { label: string; tone: "good" | "bad" | "wait" | "" }>> = {
  RECEIVED: { label: "Received", tone: "wait" },
  TIER1_SCANNING: { label: "Static rules", tone: "wait" },
  TIER2_SCANNING: { label: "Deep analysis", tone: "wait" },
  NEEDS_REVIEW: { label: "Needs review", tone: "wait" },
  AUTO_APPROVED: { label: "Approved, publishing", tone: "wait" },
  VENDOR_APPROVED: { label: "Approved, publishing", tone: "wait" },
  PUBLISHED: { label: "Published", tone: "good" },
  REJECTED: { label: "Rejected", tone: "bad" },
  TIER1_FAILED: { label: "Failed static rules", tone: "bad" },
  BLOCKED: { label: "Blocked", tone: "bad" },
  DEQUEUED: { label: "Withdrawn", tone: "" },
  EXPANDED: { label: "Split into skills", tone: "" },
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
