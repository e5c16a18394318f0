/** The only place that derives certification and trust (L57); everyone else asks here. Pure. */

/** Lowest first. */
export const CERTIFICATIONS = ["SCANNED", "VERIFIED", "CERTIFIED"] as const;
export type Certification = (typeof CERTIFICATIONS)[number];
export type TrustTier = "T0" | "T1" | "T2" | "T3" | "T4";
/** The tiers that a listed skill can have. */
export const LISTED_TIERS = ["T2", "T3", "T4"] as const satisfies readonly TrustTier[];

/** How much more a search result of this tier weighs; docs/API.md has the whole formula. */
export const TRUST_WEIGHTS: Readonly<Record<(typeof LISTED_TIERS)[number], number>> = {
  T2: 1,
  T3: 1.2,
  T4: 1.5,
};

/** What is said about a version as a whole, on top of the verdicts of each scanner. */
export const OVERALL_VERDICTS = ["PASS", "FAIL", "PENDING", "TIMED_OUT", "CERTIFIED"] as const;

export const isCertified = (certTier: string): boolean => certTier === "CERTIFIED";
/** The content came from a repository or site that its owner has proven to be theirs. */
export const hasProvenance = (trustTier: string): boolean => trustTier === "T4";

export interface TrustEvidence {
  /** Verdict of the deep analysis for exactly this content, or null when there is none. */
  readonly verdict: string | null;
  readonly approvedBy: "engine" | "person" | "vendor";
  /** Set when something found later speaks against this version, an outside scanner's critical finding say. */
  readonly tainted: boolean;
  readonly takenDown: boolean;
  /** Fetched from where its owner keeps it, not sent by whoever had a token. */
  readonly fromItsSource: boolean;
}

/** Whether a skill's source is one that is fetched: uploads have an address of their own kind. */
export const isFetched = (sourceUrl: string): boolean => /^https?:/.test(sourceUrl);

/** CERTIFIED needs a person or a proven vendor on top of a passed deep analysis, never instead of one. */
export function certificationOf(evidence: TrustEvidence): Certification {
  if (evidence.verdict !== "PASS" || evidence.tainted) return "SCANNED";
  return evidence.approvedBy === "engine" ? "VERIFIED" : "CERTIFIED";
}

/** T4 also needs provenance: the content came from a repository or site that its owner has proven to be theirs. */
export function trustTierOf(evidence: TrustEvidence): TrustTier {
  if (evidence.takenDown) return "T0";
  if (evidence.verdict === null) return "T1";
  const certification = certificationOf(evidence);
  if (certification === "SCANNED") return "T2";
  const isProven = evidence.approvedBy === "vendor" && evidence.fromItsSource;
  return certification === "CERTIFIED" && isProven ? "T4" : "T3";
}
