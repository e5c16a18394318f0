/** The security information of a version: our own scan, and the results of external scanners for the same content. */
import type { SkillVersionDocument } from "../../domain/skill-document.ts";
import type { Suppression } from "../../domain/suppression.ts";
import { isCertified, OVERALL_VERDICTS } from "../../domain/trust.ts";
import { listExternalScans } from "../external-scan-store.ts";
import { getOwnersReport } from "../scans/registry-findings-store.ts";
import { listSuppressionsOf } from "../scans/suppression-store.ts";
import { withoutSuppressed } from "../scans/without-suppressed.ts";

type OverallVerdict = (typeof OVERALL_VERDICTS)[number];

interface ProviderVerdict {
  readonly provider: string;
  readonly status: string;
  readonly verdict: string | null;
  readonly criticalCount: number;
}

export interface Security {
  readonly overallVerdict: OverallVerdict;
  readonly providers: readonly ProviderVerdict[];
  /** In force now. The registry's own verdict leaves their findings out. */
  readonly suppressions: readonly Suppression[];
}

/** Needs the database: a verdict from a copy could be outdated. */
export async function getSecurity(
  owner: string,
  version: SkillVersionDocument,
  nowMs: number,
): Promise<Security> {
  const [scanned, scans, suppressions] = await Promise.all([
    getOwnersReport(owner, version.digest, version.engine),
    listExternalScans(version.digest),
    listSuppressionsOf(version.digest, nowMs),
  ]);
  const report = scanned === null ? null : withoutSuppressed(scanned, suppressions);
  const critical = report?.findings.filter(({ severity }) => severity === "critical").length ?? 0;
  const own = {
    provider: "vskill",
    status: report === null ? "pending" : "done",
    verdict: report?.verdict ?? null,
    criticalCount: critical,
  };
  const external = scans.map(({ provider, status, verdict, criticalCount }) => ({
    provider,
    status,
    verdict,
    criticalCount,
  }));
  const providers = [own, ...external];
  return { overallVerdict: overallOf(version, providers), providers, suppressions };
}

/** The worst verdict of all scanners. Missing data never passes (L56). */
function overallOf(version: SkillVersionDocument, providers: readonly ProviderVerdict[]): OverallVerdict {
  const hasVerdict = (verdict: string) => providers.some((entry) => entry.verdict?.toUpperCase() === verdict);
  if (version.tainted !== null || version.verdict === "FAIL" || hasVerdict("FAIL") || hasVerdict("MALICIOUS"))
    return "FAIL";
  if (providers.some(({ status }) => status === "pending" || status === "running")) return "PENDING";
  if (providers.some(({ status }) => status === "timed_out")) return "TIMED_OUT";
  // The scan's own result now: a suppression may have ended since the version was published.
  if (version.verdict !== "PASS" || providers[0]?.verdict !== "PASS") return "PENDING";
  return OVERALL_VERDICTS.find((word) => isCertified(word) && isCertified(version.certTier)) ?? "PASS";
}
