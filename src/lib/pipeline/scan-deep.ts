/** TIER2_SCANNING: the deep analysis, an optional second opinion, and the decision. */
import { decide, lowerByOutsideScan } from "../../domain/decision.ts";
import { scanSkill } from "../../scan/engine.ts";
import { requestExternalScans } from "../external-scan-dispatch.ts";
import { findTaint } from "../external-scan-results.ts";
import { askJudge } from "../judge.ts";
import { saveScanReport } from "../scan-report-store.ts";
import { isVerifiedVendor } from "../vendor-store.ts";
import { requireDigest } from "./require-digest.ts";
import { advance, type Step } from "./step.ts";

export const scanDeep: Step = async (submission, walk) => {
  const digest = requireDigest(submission);
  const files = await walk.files(digest);
  const report = scanSkill(files, { depth: "deep", digest });
  await saveScanReport(report, walk.now());
  await requestExternalScans(digest, walk.now());
  const judge =
    report.verdict === "PASS" ? await askJudge(files, report) : { kind: "not-configured" as const };
  const decision = lowerByOutsideScan(
    decide(report, judge, await isVerifiedVendor(submission.owner)),
    await findTaint(digest),
  );
  return advance(submission, decision.to, walk, {
    reason: { code: decision.code, text: decision.text },
    set: { verdict: report.verdict, score: report.score },
  });
};
