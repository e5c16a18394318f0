/** The hourly deletion of rows that nobody needs any more, on the real stores. */
import { env } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { deleteOldRows } from "../../../src/lib/cron/delete-old-rows.ts";
import { commit, ledger } from "../../../src/lib/db.ts";
import { submissions } from "../../../src/lib/ledger/schema/submissions.ts";
import { insertSubmission } from "../../../src/lib/ledger/submission-rows.ts";
import { drainOutbox } from "../../../src/lib/outbox/outbox.ts";
import { runWithWorkerEnv } from "../../../src/lib/worker-context.ts";
import { inRun, publishNow } from "../../support/publish.ts";

const DAY = 24 * 60 * 60_000;
const NOW = Date.now();

beforeEach(async () => {
  const tables = ["skill_versions", "skills", "submission_events", "submissions", "outbox", "device_codes"];
  for (const table of [...tables, "skill_reports", "webhook_deliveries"])
    await env.DB.prepare(`DELETE FROM ${table}`).run();
});

async function left(table: string, column: string): Promise<unknown[]> {
  const { results } = await env.DB.prepare(`SELECT ${column} AS v FROM ${table} ORDER BY 1`).all();
  return results.map(({ v }) => v);
}

/** A submission that ended, `ageDays` ago, with its KV document. */
async function ended(
  id: string,
  { ageDays = 31, ...change }: Record<string, unknown> & { ageDays?: number },
) {
  const source = { sourceKind: "github" as const, sourceUrl: `https://github.com/made/${id}`, sourceRef: "" };
  const row = {
    id,
    ...source,
    owner: "made",
    repo: id,
    skillPath: "",
    skillName: "",
    submittedBy: "anonymous",
  };
  const at = NOW - ageDays * DAY;
  await commit(insertSubmission({ ...row, state: "REJECTED", ...change }, "submit", at));
  await drainOutbox(at, { key: id });
}

describe("old rows", () => {
  it("of deliveries and device codes are deleted a day after they ended", async () => {
    const delivery = env.DB.prepare("INSERT INTO webhook_deliveries (delivery_id, at) VALUES (?, ?)");
    const code = env.DB.prepare(
      "INSERT INTO device_codes (code_hash, user_code, created_at, expires_at) VALUES (?, ?, 1, ?)",
    );
    const old = NOW - DAY - 1;
    const young = NOW - DAY + 60_000;
    await env.DB.batch([delivery.bind("old", old), delivery.bind("young", young)]);
    await env.DB.batch([code.bind("old", "A", old), code.bind("young", "B", young)]);
    expect(await inRun(() => deleteOldRows(NOW))).toMatchObject({ deliveries: 1, deviceCodes: 1 });
    expect(await left("webhook_deliveries", "delivery_id")).toEqual(["young"]);
    expect(await left("device_codes", "code_hash")).toEqual(["young"]);
  });

  it("of closed abuse reports are deleted after 90 days; open ones stay", async () => {
    const report = env.DB.prepare(
      `INSERT INTO skill_reports (id, slug, kind, message, reported_by, status, created_at, closed_at)
       VALUES (?, 'a/b/c', 'malware', 'It steals.', 'anonymous', ?, 1, ?)`,
    );
    await env.DB.batch([
      report.bind("old", "closed", NOW - 91 * DAY),
      report.bind("recent", "closed", NOW - 89 * DAY),
      report.bind("open", "open", null),
    ]);
    expect(await inRun(() => deleteOldRows(NOW))).toMatchObject({ reports: 1 });
    expect(await left("skill_reports", "id")).toEqual(["open", "recent"]);
  });

  it("of submissions of which nothing was ever fetched are deleted after RETENTION_DAYS, with all that belongs to them", async () => {
    await inRun(async () => {
      await ended("made-up", {});
      await ended("withdrawn", { state: "DEQUEUED" });
      await ended("recent", { ageDays: 29 });
      await ended("had-content", { digest: `sha256:${"a".repeat(64)}` });
      await ended("was-uploaded", { uploadDigest: `sha256:${"b".repeat(64)}` });
      await ended("open", { state: "NEEDS_REVIEW" });
      await ended("parent", {});
      await ended("child", { parentId: "parent" });
      const { id } = await publishNow("kept");
      const kept = ["child", "had-content", "open", "parent", "recent", "was-uploaded", id].sort();

      expect(await deleteOldRows(NOW)).toMatchObject({ submissions: 2 });
      expect(await left("submissions", "id")).toEqual(kept);
      expect([...new Set(await left("submission_events", "submission_id"))]).toEqual(kept);
      expect(await left("outbox", "key")).not.toContain("made-up");
      expect(await env.SUBMISSIONS_KV.get("sub:made-up")).toBeNull();
      expect(await env.SUBMISSIONS_KV.get("sub:recent")).not.toBeNull();
      expect(await deleteOldRows(NOW)).toMatchObject({ submissions: 0 });
    });
    await runWithWorkerEnv({ ...env, RETENTION_DAYS: "7" }, () => deleteOldRows(NOW));
    expect(await left("submissions", "id")).not.toContain("recent");
  });

  it("are deleted in portions: a run leaves the rest to the next one", async () => {
    await inRun(async () => {
      const source = { sourceKind: "github" as const, owner: "made", repo: "up", state: "REJECTED" as const };
      const times = { createdAt: 1, updatedAt: 1, terminalAt: 1, submittedBy: "anonymous" };
      for (let start = 0; start < 501; start += 3) {
        const ids = [0, 1, 2].map((n) => `many-${start + n}`);
        const rows = ids.map((id) => ({ id, sourceUrl: `https://github.com/${id}`, ...source, ...times }));
        await ledger().insert(submissions).values(rows);
      }
      expect(await deleteOldRows(NOW)).toMatchObject({ submissions: 500 });
      expect(await deleteOldRows(NOW)).toMatchObject({ submissions: 1 });
      expect(await left("outbox", "key")).toEqual([]);
    });
  });
});
