/** Tiers, verdicts and severities in the words that every page uses for them. */

interface TrustLabel {
  readonly label: string;
  readonly means: string;
}

const TIERS: Readonly<Record<string, TrustLabel>> = {
  T0: { label: "Blocked", means: "Taken down or on the blocklist. It cannot be installed from here." },
  T1: { label: "Unscanned", means: "No verdict for this content yet. Never listed." },
  T2: {
    label: "Scanned",
    means:
      "Every file was read by the static rules and nothing forbade publishing it, but the deep analysis did not give a clean pass, or something found later speaks against it.",
  },
  T3: {
    label: "Verified",
    means: "Passed the static rules and the deep analysis of code and data flows, for exactly these bytes.",
  },
  T4: {
    label: "Certified",
    means: "Verified, and its owner has proven that the name and the source are theirs.",
  },
};

export const TIER_NAMES = ["T4", "T3", "T2", "T1", "T0"] as const;

export function trustLabel(tier: string | null): TrustLabel {
  return TIERS[tier ?? "T1"] ?? { label: tier ?? "Unknown", means: "A tier that this page does not know." };
}

export function TrustBadge({ tier }: { tier: string | null }) {
  const { label, means } = trustLabel(tier);
  return (
    <span class={`badge ${(tier ?? "t1").toLowerCase()}`} title={means}>
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
