/** TIER1_SCANNING: the static rules over the pinned content. */
import { scanSkill } from "../../scan/engine.ts";
import { saveScanReport } from "../scans/scan-report-store.ts";
import { effectiveReport } from "../scans/suppression-store.ts";
import { advance, requireDigest, type Step } from "./step.ts";

export const scanStatic: Step = async (submission, run) => {
  const digest = requireDigest(submission);
  const report = scanSkill(await run.files(digest), { depth: "static", digest });
  await saveScanReport(report, run.now());
  const { verdict, score } = await effectiveReport(report, run.now());
  if (verdict !== "FAIL") return advance(submission, { to: "TIER2_SCANNING" }, run);
  const text = `Static analysis found blocking issues (score ${score}/100). Fix them and resubmit.`;
  const set = { verdict, score };
  return advance(submission, { to: "TIER1_FAILED", reason: { code: "STATIC_SCAN_FAILED", text }, set }, run);
};
