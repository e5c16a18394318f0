/** The only place that derives certification and trust (L57); everyone else asks here. Pure. */

export type Certification = "SCANNED" | "VERIFIED" | "CERTIFIED";
export type TrustTier = "T0" | "T1" | "T2" | "T3" | "T4";

export interface TrustEvidence {
  /** Verdict of the deep analysis for exactly this content, or null when there is none. */
  readonly verdict: string | null;
  readonly approvedBy: "engine" | "person" | "vendor";
  /** Set when something found later speaks against this version, an outside scanner's critical finding say. */
  readonly tainted: boolean;
  readonly takenDown: boolean;
}

/** CERTIFIED needs a person or a proven vendor on top of a passed deep analysis, never instead of one. */
export function certificationOf(evidence: TrustEvidence): Certification {
  if (evidence.verdict !== "PASS" || evidence.tainted) return "SCANNED";
  return evidence.approvedBy === "engine" ? "VERIFIED" : "CERTIFIED";
}

/** T4 also needs provenance: the content came from a repository that its owner has proven to be theirs. */
export function trustTierOf(evidence: TrustEvidence): TrustTier {
  if (evidence.takenDown) return "T0";
  if (evidence.verdict === null) return "T1";
  const certification = certificationOf(evidence);
  if (certification === "SCANNED") return "T2";
  return certification === "CERTIFIED" && evidence.approvedBy === "vendor" ? "T4" : "T3";
}
