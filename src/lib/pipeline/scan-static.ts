/** TIER1_SCANNING: the static rules over the pinned content. */
import { scanSkill } from "../../scan/engine.ts";
import { saveScanReport } from "../scans/scan-report-store.ts";
import { requireDigest } from "./require-digest.ts";
import { advance, type Step } from "./step.ts";

export const scanStatic: Step = async (submission, walk) => {
  const digest = requireDigest(submission);
  const report = scanSkill(await walk.files(digest), { depth: "static", digest });
  await saveScanReport(report, walk.now());
  if (report.verdict !== "FAIL") return advance(submission, "TIER2_SCANNING", walk);
  const text = `The static rules found what must not be published (score ${report.score}). See the findings for file, line and advice; fix them and submit again.`;
  return advance(submission, "TIER1_FAILED", walk, {
    reason: { code: "STATIC_SCAN_FAILED", text },
    set: { verdict: report.verdict, score: report.score },
  });
};
