/**
 * Trust of a published version: the tiers that the API returns, derived from evidence here and nowhere else (L57),
 * and the two marks that people read (the result of the scan, and whether the publisher is verified). Pure.
 */

/** Lowest first. */
export const CERTIFICATIONS = ["SCANNED", "VERIFIED", "CERTIFIED"] as const;
export type Certification = (typeof CERTIFICATIONS)[number];
/** The certifications of a version that passed the scan, whether or not anyone approved it as well. */
export const PASSED_CERTIFICATIONS = ["VERIFIED", "CERTIFIED"] as const satisfies readonly Certification[];
/** Lowest first. */
export const TRUST_TIERS = ["T0", "T1", "T2", "T3", "T4"] as const;
export type TrustTier = (typeof TRUST_TIERS)[number];
/** The tiers that a listed skill can have. */
export const LISTED_TIERS = ["T2", "T3", "T4"] as const satisfies readonly TrustTier[];

/** How much more a search result of this tier weighs; docs/API.md has the whole formula. */
export const TRUST_WEIGHTS: Readonly<Record<(typeof LISTED_TIERS)[number], number>> = {
  T2: 1,
  T3: 1.2,
  T4: 1.5,
};

/** The verdict on a version as a whole, beside those of each scanner. */
export const OVERALL_VERDICTS = ["PASS", "FAIL", "PENDING", "TIMED_OUT", "CERTIFIED"] as const;

export const isCertified = (certTier: string): boolean => certTier === "CERTIFIED";
/** The content was fetched from a repository or site of a verified publisher. */
export const hasProvenance = (trustTier: string): boolean => trustTier === "T4";

export interface TrustEvidence {
  /** Verdict of the deep analysis for exactly this content, or null when there is none. */
  readonly verdict: string | null;
  readonly approvedBy: "engine" | "person" | "vendor";
  /** A later finding lowers the rating of this version, for example a critical one of an external scanner. */
  readonly tainted: boolean;
  readonly takenDown: boolean;
  /** Fetched from the owner's repository or site, not uploaded with a token. */
  readonly fromItsSource: boolean;
}

/** Uploads have a source URL with a scheme of its own, which nothing fetches. */
export const isFetched = (sourceUrl: string): boolean => /^https?:/.test(sourceUrl);

/** CERTIFIED needs a reviewer or a verified publisher on top of a passed deep analysis, never instead of one. */
export function certificationOf(evidence: TrustEvidence): Certification {
  if (evidence.verdict !== "PASS" || evidence.tainted) return "SCANNED";
  return evidence.approvedBy === "engine" ? "VERIFIED" : "CERTIFIED";
}

/** T4 also needs provenance: an upload by a verified publisher stays T3. */
export function trustTierOf(evidence: TrustEvidence): TrustTier {
  if (evidence.takenDown) return "T0";
  if (evidence.verdict === null) return "T1";
  const certification = certificationOf(evidence);
  if (certification === "SCANNED") return "T2";
  const isProven = evidence.approvedBy === "vendor" && evidence.fromItsSource;
  return certification === "CERTIFIED" && isProven ? "T4" : "T3";
}

/** The columns of a version and of its skill that both tiers are derived from. */
export interface TrustColumns extends Pick<TrustEvidence, "verdict" | "approvedBy"> {
  readonly taintedReason: string | null;
  readonly sourceUrl: string;
  readonly takenDown?: boolean;
}

export interface Tiers {
  readonly certTier: Certification;
  readonly trustTier: TrustTier;
}

export function tiersOf(row: TrustColumns): Tiers {
  const { verdict, approvedBy, taintedReason, sourceUrl, takenDown = false } = row;
  const tainted = taintedReason !== null;
  const evidence = { verdict, approvedBy, tainted, takenDown, fromItsSource: isFetched(sourceUrl) };
  return { certTier: certificationOf(evidence), trustTier: trustTierOf(evidence) };
}

/** One mark as people read it: on pages, in badges, in `/openapi.json`, in MCP search and in the CLI. */
export interface TrustMark {
  readonly id: string;
  readonly label: string;
  readonly meaning: string;
}

/** The result of the scan. Says nothing about the publisher. */
export const CONTENT_MARKS = {
  removed: { id: "removed", label: "Removed", meaning: "Removed; cannot be installed." },
  unscanned: { id: "unscanned", label: "Not scanned", meaning: "Not scanned yet; not listed." },
  concerns: {
    id: "concerns",
    label: "Scanned – has concerns",
    meaning:
      "No blocking issues, but the deep analysis raised concerns, or a later finding lowered its rating.",
  },
  passed: {
    id: "passed",
    label: "Scan passed",
    meaning: "Passed static analysis and deep analysis of code and data flow, for this exact content.",
  },
  approved: {
    id: "approved",
    label: "Scan passed, approved",
    meaning: "The scan passed, and a reviewer or a verified publisher approved this version.",
  },
} as const satisfies Record<string, TrustMark>;

/** For API clients, which get the certification itself. */
export const CERTIFICATION_WORDS =
  "Result of the scan, not the publisher's identity. SCANNED: not passed; VERIFIED: passed; CERTIFIED: passed, and " +
  "approved by a reviewer or a verified publisher.";

/** The identity of the publisher. Says nothing about the content. */
export const PUBLISHER_MARKS = {
  verified: {
    id: "publisher-verified",
    label: "Verified publisher",
    meaning: "From a publisher whose identity is verified.",
  },
  unverified: {
    id: "publisher-unverified",
    label: "Unverified publisher",
    meaning: "Nobody has verified who publishes under this name.",
  },
} as const satisfies Record<string, TrustMark>;

export interface Trust {
  /** Absent if only the trust tier is known, as in lists and filters. */
  readonly certTier?: string | null;
  readonly trustTier: string | null;
  /** Whether the owner is a verified publisher now. Absent or null: not looked up. */
  readonly publisherVerified?: boolean | null;
}

export interface TrustMarks {
  readonly content: TrustMark;
  /** Null when the publisher was not looked up. */
  readonly publisher: TrustMark | null;
}

export function trustMarksOf(trust: Trust): TrustMarks {
  return { content: contentMarkOf(trust), publisher: publisherMarkOf(trust) };
}

function contentMarkOf({ certTier, trustTier }: Trust): TrustMark {
  if (trustTier === "T0") return CONTENT_MARKS.removed;
  if (trustTier === "T2") return CONTENT_MARKS.concerns;
  if (trustTier === "T3" && isCertified(certTier ?? "")) return CONTENT_MARKS.approved;
  // The approval at T4 is the publisher's, which is the other mark.
  if (trustTier === "T3" || trustTier === "T4") return CONTENT_MARKS.passed;
  return CONTENT_MARKS.unscanned;
}

/** Never from the tier: a version stays T4 after the verification of its publisher is revoked. */
function publisherMarkOf({ publisherVerified }: Trust): TrustMark | null {
  if (publisherVerified == null) return null;
  return publisherVerified ? PUBLISHER_MARKS.verified : PUBLISHER_MARKS.unverified;
}

/** A trust tier on its own, as in a filter: what was true when the version was published. */
export function tierMark(tier: string): TrustMark {
  const mark = contentMarkOf({ trustTier: tier });
  if (!hasProvenance(tier)) return mark;
  return {
    id: mark.id,
    label: `${mark.label} · publisher verified when published`,
    meaning: "The scan passed, and the publisher's identity was verified when the version was published.",
  };
}

/** In place of the marks. */
export const NO_VERSION = "No installable version";

/** Both marks in one line, for a filter, a badge image or a terminal. */
export function trustLine(trust: Trust): string {
  const { content, publisher } = trustMarksOf(trust);
  return publisher === null ? content.label : `${content.label} · ${publisher.label}`;
}
