/** TIER2_SCANNING: the deep analysis, an optional second opinion, and the decision. */
import { decide, lowerByExternalScan } from "../../domain/decision.ts";
import type { SkillFile } from "../../domain/skill-file.ts";
import { scanSkill } from "../../scan/engine.ts";
import type { ScanReport } from "../../scan/report.ts";
import { isVerifiedVendor } from "../accounts/vendors.ts";
import { requestExternalScans } from "../external-scan-dispatch.ts";
import type { SubmissionRow } from "../ledger/schema/submissions.ts";
import { findExternalTaint } from "../scans/external-scan-results.ts";
import { consultJudge } from "../scans/judge.ts";
import { gatherRegistryContext } from "../scans/registry-context.ts";
import { saveRegistryFindings } from "../scans/registry-findings-store.ts";
import { saveScanReport } from "../scans/scan-report-store.ts";
import { effectiveReport } from "../scans/suppression-store.ts";
import { advance, requireDigest, type Step } from "./step.ts";

export const scanDeep: Step = async (submission, run) => {
  const digest = requireDigest(submission);
  const files = await run.files(digest);
  const scanned = await scanWithRegistryContext(submission, { digest, files }, run.now());
  const report = await effectiveReport(scanned, run.now());
  await requestExternalScans(digest, run.now());
  const judge =
    report.verdict === "PASS" ? await consultJudge(files, report) : { kind: "not-configured" as const };
  const isVendor = await isVerifiedVendor(submission.owner);
  const decision = lowerByExternalScan(decide(report, { judge, isVendor }), await findExternalTaint(digest));
  const { to, ...reason } = decision;
  const set = { verdict: report.verdict, score: report.score };
  return advance(submission, { to, reason, set }, run);
};

/** Saves the report of the content alone, which anyone can reproduce, and separately what the registry context adds. */
async function scanWithRegistryContext(
  { owner, skillName }: SubmissionRow,
  { digest, files }: { readonly digest: string; readonly files: readonly SkillFile[] },
  nowMs: number,
): Promise<ScanReport> {
  const registry = await gatherRegistryContext({ owner, name: skillName, digest, files }, nowMs);
  const contentReport = scanSkill(files, { depth: "deep", digest });
  const report = registry === null ? contentReport : scanSkill(files, { depth: "deep", digest, registry });
  await saveScanReport(contentReport, nowMs);
  await saveRegistryFindings(owner, { contentReport, report }, nowMs);
  return report;
}
