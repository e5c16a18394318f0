/** The security information of a version: our own scan, and the results of external scanners for the same content. */
import type { SkillVersionDocument } from "../../domain/skill-document.ts";
import { isCertified, OVERALL_VERDICTS } from "../../domain/trust.ts";
import { listExternalScans } from "../external-scan-store.ts";
import { getOwnersReport } from "../scans/registry-findings-store.ts";

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
}

/** Needs the database: a verdict from a copy could be outdated. */
export async function getSecurity(owner: string, version: SkillVersionDocument): Promise<Security> {
  const [report, scans] = await Promise.all([
    getOwnersReport(owner, version.digest, version.engine),
    listExternalScans(version.digest),
  ]);
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
  return { overallVerdict: overallOf(version, providers), providers };
}

/** The worst verdict of all scanners. Missing data never passes (L56). */
function overallOf(version: SkillVersionDocument, providers: readonly ProviderVerdict[]): OverallVerdict {
  const hasVerdict = (verdict: string) => providers.some((entry) => entry.verdict?.toUpperCase() === verdict);
  if (version.tainted !== null || version.verdict === "FAIL" || hasVerdict("FAIL") || hasVerdict("MALICIOUS"))
    return "FAIL";
  if (providers.some(({ status }) => status === "pending" || status === "running")) return "PENDING";
  if (providers.some(({ status }) => status === "timed_out")) return "TIMED_OUT";
  if (version.verdict !== "PASS") return "PENDING";
  return OVERALL_VERDICTS.find((word) => isCertified(word) && isCertified(version.certTier)) ?? "PASS";
}
