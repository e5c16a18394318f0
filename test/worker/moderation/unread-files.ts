/** Incomplete reports: a reviewer may publish content with unread files, but nothing that a rule did not check. */
import { env } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { approveSubmission, rescanSubmission } from "../../../src/lib/actions/submission-actions.ts";
import { getSubmission } from "../../../src/lib/ledger/submission-rows.ts";
import { processSubmission } from "../../../src/lib/pipeline/process-submission.ts";
import { getOwnersReport, saveRegistryFindings } from "../../../src/lib/scans/registry-findings-store.ts";
import { saveScanReport } from "../../../src/lib/scans/scan-report-store.ts";
import { getSkill } from "../../../src/lib/skills/skill-store.ts";
import type { ScanReport } from "../../../src/scan/report.ts";
import worker from "../../../src/worker.ts";
import { expectAgreement } from "../../support/invariants.ts";
import { TEST_EPOCH_MS, TestPlatform } from "../../support/platform.ts";
import { goodSkill } from "../../support/skills.ts";

const by = { actor: "admin", reason: "seen by a reviewer" };
const platform = new TestPlatform(env, TEST_EPOCH_MS);
const row = async (id: string) => (await platform.run(() => getSubmission(id)))!;
const approve = (id: string) => platform.run(() => approveSubmission(id, by, platform.nowMs));
const unread = ["a.tar.bz2", "b.tar.bz2"].map((path) => ({
  path,
  bytes: new Uint8Array([0x42, 0x5a, 0x68, 0x39, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59]),
  executable: false,
}));
const brokenRule = { file: "", reason: "rule T01-example failed" };

let owner: string;
let id: string;
let owners = 0;

async function changeReport(change: (report: ScanReport) => Partial<ScanReport>): Promise<void> {
  const { digest } = await row(id);
  await platform.run(async () => {
    const report = await getOwnersReport(owner, digest ?? "");
    if (report === null) throw new Error("no report");
    await saveScanReport({ ...report, ...change(report) }, platform.nowMs);
  });
}

beforeEach(async () => {
  owners += 1;
  owner = `unread-${owners}`;
  const files = [...goodSkill("packed", { body: `Number ${owners}.` }), ...unread];
  id = await platform.publish(files, owner);
  platform.nowMs += 2_000;
});

describe("content with files that the scanner could not read", () => {
  it("waits for a reviewer, with the number of unread files as the reason", async () => {
    expect(await row(id)).toMatchObject({
      state: "NEEDS_REVIEW",
      reasonCode: "SCAN_INCOMPLETE",
      reason: "2 files could not be read in full, so a reviewer decides whether it can be published.",
    });
  });

  it("is published with concerns when a reviewer approves it, and the audit entry has the number", async () => {
    expect(await approve(id)).toEqual({ kind: "done" });
    platform.nowMs += 2_000;
    await platform.settle();
    expect(await row(id)).toMatchObject({ state: "PUBLISHED" });
    const { skill } = await platform.run(() => getSkill(`${owner}/uploads/packed`));
    expect(skill?.versions[0]).toMatchObject({ verdict: "CONCERNS", trustTier: "T2", certTier: "SCANNED" });
    const audit = await env.DB.prepare("SELECT detail FROM audit_log WHERE subject = ?")
      .bind(id)
      .first<{ detail: string }>();
    expect(JSON.parse(audit?.detail ?? "{}")).toEqual({
      from: "NEEDS_REVIEW",
      to: "AUTO_APPROVED",
      unreadFiles: 2,
    });
    await expectAgreement(env, owner);
  });

  it("has a skill page with its trust level, the number of unread files and their paths", async () => {
    await approve(id);
    platform.nowMs += 2_000;
    await platform.settle();
    const request = new Request(`http://registry/skills/${owner}/uploads/packed`);
    const html = await (await worker.fetch(request as never, platform.env, {} as never)).text();
    for (const text of [
      "Scanned – has concerns",
      "2 files could not be read in full",
      ...unread.map((f) => f.path),
    ])
      expect(html).toContain(text);
    expect(html).not.toContain("Scan passed");
  });

  it("is never published without a reviewer", async () => {
    await env.DB.prepare(
      "UPDATE submissions SET state = 'AUTO_APPROVED', reason_code = 'PASSED' WHERE id = ?",
    )
      .bind(id)
      .run();
    await platform.run(() => processSubmission(id, platform.clock));
    expect(await row(id)).toMatchObject({ state: "REJECTED", reasonCode: "SCAN_MISSING" });
  });
});

describe("approval is refused", () => {
  it("when a rule did not finish, also in the publish step", async () => {
    await changeReport(({ notLookedAt }) => ({ notLookedAt: [brokenRule, ...notLookedAt] }));
    expect(await approve(id)).toMatchObject({
      kind: "refused",
      problem: { code: "SCAN_MISSING", message: expect.stringContaining("rule T01-example failed") },
    });
    await changeReport(({ notLookedAt }) => ({ notLookedAt: notLookedAt.slice(1) }));
    expect(await approve(id)).toEqual({ kind: "done" });
    await changeReport(({ notLookedAt }) => ({ notLookedAt: [brokenRule, ...notLookedAt] }));
    await platform.run(() => processSubmission(id, platform.clock));
    expect(await row(id)).toMatchObject({ state: "REJECTED", reasonCode: "SCAN_MISSING" });
  });

  it("when the comparison with other skills did not finish", async () => {
    const { digest } = await row(id);
    await platform.run(async () => {
      const contentReport = (await getOwnersReport(owner, digest ?? ""))!;
      const report = { ...contentReport, notLookedAt: [brokenRule, ...contentReport.notLookedAt] };
      await saveRegistryFindings(owner, { contentReport, report }, platform.nowMs);
    });
    expect(await approve(id)).toMatchObject({ kind: "refused", problem: { code: "SCAN_MISSING" } });
  });

  it.each([
    ["there is no report", "DELETE FROM scan_reports WHERE digest = ?"],
    ["the report is of another engine", "UPDATE scan_reports SET engine = '0.0.1' WHERE digest = ?"],
    [
      "the report is of another content",
      "UPDATE scan_reports SET digest = 'sha256:0' || ? WHERE digest = ?1",
    ],
  ])("when %s, until a re-scan creates a report to decide on", async (_, sql) => {
    await env.DB.prepare(sql)
      .bind((await row(id)).digest)
      .run();
    expect(await approve(id)).toMatchObject({ kind: "refused", problem: { code: "SCAN_MISSING" } });
    expect(await row(id)).toMatchObject({ state: "NEEDS_REVIEW" });
    expect(await platform.run(() => rescanSubmission(id, by, platform.nowMs))).toEqual({ kind: "done" });
    platform.nowMs += 2_000;
    await platform.settle();
    expect(await approve(id)).toEqual({ kind: "done" });
  });
});
