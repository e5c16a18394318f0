/** TIER2_SCANNING: the deep analysis, an optional second opinion, and the decision. */
import { decide, lowerByOutsideScan } from "../../domain/decision.ts";
import type { SkillFile } from "../../domain/skill-file.ts";
import { scanSkill } from "../../scan/engine.ts";
import type { ScanReport } from "../../scan/report.ts";
import { isVerifiedVendor } from "../accounts/vendors.ts";
import { requestExternalScans } from "../external-scan-dispatch.ts";
import type { SubmissionRow } from "../ledger/schema.ts";
import { findTaint } from "../scans/external-scan-results.ts";
import { consultJudge } from "../scans/judge.ts";
import { gatherRegistryContext } from "../scans/registry-context.ts";
import { saveRegistryFindings } from "../scans/registry-findings-store.ts";
import { saveScanReport } from "../scans/scan-report-store.ts";
import { requireDigest } from "./require-digest.ts";
import { advance, type Step } from "./step.ts";

export const scanDeep: Step = async (submission, walk) => {
  const digest = requireDigest(submission);
  const files = await walk.files(digest);
  const report = await scanWithRegistryContext(submission, digest, files, walk.now());
  await requestExternalScans(digest, walk.now());
  const judge =
    report.verdict === "PASS" ? await consultJudge(files, report) : { kind: "not-configured" as const };
  const decision = lowerByOutsideScan(
    decide(report, judge, await isVerifiedVendor(submission.owner)),
    await findTaint(digest),
  );
  return advance(submission, decision.to, walk, {
    reason: { code: decision.code, text: decision.text },
    set: { verdict: report.verdict, score: report.score },
  });
};

/** Where others' skills matter, the content's own report is kept as well: it is what everyone can make again. */
async function scanWithRegistryContext(
  { owner, skillName }: SubmissionRow,
  digest: string,
  files: readonly SkillFile[],
  nowMs: number,
): Promise<ScanReport> {
  const registry = await gatherRegistryContext({ owner, name: skillName, digest, files }, nowMs);
  const contentReport = scanSkill(files, { depth: "deep", digest });
  const report = registry === null ? contentReport : scanSkill(files, { depth: "deep", digest, registry });
  await saveScanReport(contentReport, nowMs);
  await saveRegistryFindings(owner, { contentReport, report }, nowMs);
  return report;
}
