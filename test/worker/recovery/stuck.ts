import { env } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { STUCK_STATES } from "../../../src/domain/submission.ts";
import { handleScheduled } from "../../../src/lib/cron/scheduled.ts";
import { getSubmission, listSubmissionEvents } from "../../../src/lib/ledger/submission-rows.ts";
import { listJobs } from "../../../src/lib/operations/job-store.ts";
import { pauseQueue } from "../../../src/lib/operations/pause-store.ts";
import { processSubmission } from "../../../src/lib/pipeline/process-submission.ts";
import { recoverStuck, resumeAfterPause, resumeAfterStart } from "../../../src/lib/submissions/recovery.ts";
import { TEST_EPOCH_MS, TestPlatform } from "../../support/platform.ts";
import { goodSkill } from "../../support/skills.ts";

const MINUTE = 60_000;
let platform: TestPlatform;
let start = TEST_EPOCH_MS;

beforeEach(async () => {
  start += 30 * 86_400_000;
  platform = new TestPlatform(env, start);
  await env.DB.batch(
    ["submission_events", "outbox", "skill_versions", "skills", "submissions", "switches"].map((table) =>
      env.DB.prepare(`DELETE FROM ${table}`),
    ),
  );
  for (const { name } of (await env.SUBMISSIONS_KV.list()).keys) await env.SUBMISSIONS_KV.delete(name);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const submitNamed = (name: string) => platform.submitWithoutMessage(goodSkill(name));
const row = (id: string) => platform.run(() => getSubmission(id));
const recover = () => platform.run(() => recoverStuck(platform.nowMs));

/** Leaves a submission as a worker that claimed it and died would. */
async function leaveWithDeadWorker(id: string, state: string): Promise<void> {
  await env.DB.prepare("UPDATE submissions SET state = ?, lease_token = 'dead', lease_until = 0 WHERE id = ?")
    .bind(state, id)
    .run();
}

describe("recovery", () => {
  it.each(STUCK_STATES)(
    "L24: finds a submission whose worker died in %s, records a retry and requeues it with exponential backoff",
    async (state) => {
      const id = await submitNamed("notes");
      await leaveWithDeadWorker(id, state);
      platform.nowMs += 5 * MINUTE;
      expect(await recover()).toMatchObject({ requeued: 1 });
      expect(await row(id)).toMatchObject({
        attempts: 1,
        updatedAt: platform.nowMs,
        nextAttemptAt: platform.nowMs + 3 * MINUTE,
      });
      expect(platform.queued).toEqual([]);
      platform.nowMs += 3 * MINUTE;
      await platform.run(() => recoverStuck(platform.nowMs));
      expect(platform.queued).toEqual([id]);
    },
  );

  it("L25: does not requeue it at the next tick", async () => {
    const id = await submitNamed("notes");
    await leaveWithDeadWorker(id, "TIER1_SCANNING");
    platform.nowMs += 5 * MINUTE;
    await recover();
    platform.nowMs += 5 * MINUTE;
    expect(await recover()).toMatchObject({ requeued: 0 });
    expect(await row(id)).toMatchObject({ attempts: 1 });
  });

  it("waits 3, 10 and 30 minutes, then gives up with an actionable reason", async () => {
    const id = await submitNamed("notes");
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await leaveWithDeadWorker(id, "TIER1_SCANNING");
      platform.nowMs += 5 * MINUTE;
      await recover();
      const { attempts, nextAttemptAt } = (await row(id))!;
      expect(attempts).toBe(attempt);
      waits.push((nextAttemptAt - platform.nowMs) / MINUTE);
      platform.nowMs = nextAttemptAt;
    }
    expect(waits).toEqual([3, 10, 30]);
    await leaveWithDeadWorker(id, "TIER1_SCANNING");
    platform.nowMs += 5 * MINUTE;
    expect(await recover()).toMatchObject({ exhausted: 1 });
    expect(await row(id)).toMatchObject({ state: "REJECTED", reasonCode: "STUCK_EXHAUSTED" });
    expect((await row(id))?.reason).toMatch(/Resubmit it/);
  });

  it("L58: gives up with the timeout as the reason if the host never responds", async () => {
    platform = new TestPlatform({ ...env, LIMIT_SOURCE_MS: "5" }, start);
    const silent = (_input: unknown, init?: RequestInit) =>
      new Promise<Response>((_, reject) => {
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
      });
    vi.stubGlobal("fetch", silent);
    const id = await platform.submitRepository("https://github.com/silent/tools");
    await platform.settle();
    const ended = await row(id);
    expect(ended).toMatchObject({ state: "REJECTED", reasonCode: "STUCK_EXHAUSTED" });
    expect(ended?.reason).toContain("SOURCE_TIMEOUT: api.github.com did not finish within 5 ms.");
  });

  it("uses up no attempt of a submission that only waits in a long queue", async () => {
    const id = await submitNamed("notes");
    for (let round = 0; round < 8; round += 1) {
      platform.nowMs += 30 * MINUTE;
      await recover();
    }
    expect(await row(id)).toMatchObject({ state: "RECEIVED", attempts: 0 });
    await platform.settle();
    expect(await row(id)).toMatchObject({ state: "PUBLISHED" });
  });

  it("L31: repairs a KV document that is behind the database, and acts on the database's state alone", async () => {
    const id = await submitNamed("notes");
    await platform.run(() => processSubmission(id, () => platform.nowMs + 2_000));
    const updatedAt = new Date(platform.nowMs).toISOString();
    await env.SUBMISSIONS_KV.put(
      `sub:${id}`,
      JSON.stringify({ id, state: "RECEIVED", version: 1, updatedAt }),
      {
        metadata: { state: "RECEIVED", updatedAt },
      },
    );
    platform.nowMs += 10 * MINUTE;
    expect(await recover()).toMatchObject({ repaired: 1, requeued: 0 });
    expect(await env.SUBMISSIONS_KV.get<{ state: string }>(`sub:${id}`, "json")).toMatchObject({
      state: "PUBLISHED",
    });
    expect((await platform.run(() => listSubmissionEvents(id))).at(-1)?.toState).toBe("PUBLISHED");
  });

  it("finds a submission that has no KV document", async () => {
    const id = await submitNamed("notes");
    await leaveWithDeadWorker(id, "TIER2_SCANNING");
    await env.SUBMISSIONS_KV.delete(`sub:${id}`);
    platform.nowMs += 6 * MINUTE;
    expect(await recover()).toMatchObject({ requeued: 1 });
  });

  it("does a bounded amount of work, and reports the remainder", async () => {
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 130)
       INSERT INTO submissions (id, source_kind, source_url, owner, repo, state, lease_token, submitted_by, created_at, updated_at)
       SELECT 'many' || i, 'github', 'https://github.com/many/r' || i, 'many', 'r', 'RECEIVED', 'dead', 'x', ?1, ?1 FROM n`,
    )
      .bind(platform.nowMs)
      .run();
    platform.nowMs += 6 * MINUTE;
    expect(await recover()).toMatchObject({ requeued: 100, left: 30 });
    expect(await recover()).toMatchObject({ requeued: 30, left: 0 });
  });
});

describe("pause", () => {
  const by = { actor: "admin", reason: "maintenance" };

  it("stops the pipeline and recovery without using up an attempt, and both continue afterwards", async () => {
    const id = await submitNamed("notes");
    await platform.run(() => pauseQueue(by, platform.nowMs));
    expect(await platform.run(() => processSubmission(id, platform.clock))).toEqual({ kind: "finished" });
    expect(await row(id)).toMatchObject({ state: "RECEIVED", rowVersion: 1 });
    platform.nowMs += 30 * MINUTE;
    expect(await recover()).toMatchObject({ requeued: 0, exhausted: 0 });
    await platform.run(() => resumeAfterPause("admin", "done", platform.nowMs));
    await platform.settle();
    expect(await row(id)).toMatchObject({ state: "PUBLISHED", attempts: 0 });
  });

  it("requeues at its end the submissions whose messages were consumed during it, but none that a worker holds", async () => {
    const [waiting, held] = [await submitNamed("one"), await submitNamed("two")];
    await platform.run(() => pauseQueue(by, platform.nowMs));
    for (const id of [waiting, held]) await platform.run(() => processSubmission(id, platform.clock));
    await env.DB.prepare("UPDATE submissions SET lease_token = 'alive', lease_until = ? WHERE id = ?")
      .bind(platform.nowMs + MINUTE, held)
      .run();
    platform.queued.length = 0;
    await platform.run(() => resumeAfterPause("admin", "done", platform.nowMs));
    expect(platform.queued).toEqual([waiting]);
  });

  it("L26: always expires: after an hour by default, after a day at the latest", async () => {
    const id = await submitNamed("notes");
    const hour = await platform.run(() => pauseQueue(by, platform.nowMs));
    expect(hour.expiresAt - platform.nowMs).toBe(60 * MINUTE);
    const forever = await platform.run(() => pauseQueue({ ...by, durationMs: 1e15 }, platform.nowMs));
    expect(forever.expiresAt - platform.nowMs).toBe(24 * 60 * MINUTE);
    platform.nowMs = forever.expiresAt;
    await platform.settle();
    expect(await row(id)).toMatchObject({ state: "PUBLISHED" });
  });
});

describe("a fresh start", () => {
  it("picks every active submission up at once, even if leased", async () => {
    const ids = [await submitNamed("one"), await submitNamed("two"), await submitNamed("three")];
    await env.DB.prepare("UPDATE submissions SET lease_token = 'gone', lease_until = ?")
      .bind(platform.nowMs + 1e9)
      .run();
    await env.DB.prepare("UPDATE outbox SET claimed_until = ? WHERE kind = 'queue-message'")
      .bind(platform.nowMs + 1e9)
      .run();
    expect(await platform.run(() => resumeAfterStart(platform.nowMs))).toEqual({ resumed: 3 });
    expect([...platform.queued].sort()).toEqual([...ids].sort());
    await platform.deliver();
    for (const id of ids) expect(await row(id)).toMatchObject({ state: "PUBLISHED" });
  });
});

describe("jobs", () => {
  it("L27, L39: record when they started and, only on success, when they succeeded", async () => {
    await platform.run(() => handleScheduled("*/5 * * * *", 1_000));
    const brokenKv = { list: async () => Promise.reject(new Error("KV is down")) } as unknown as KVNamespace;
    const broken = { ...platform.env, SUBMISSIONS_KV: brokenKv };
    await expect(platform.run(() => handleScheduled("*/5 * * * *", 2_000), broken)).rejects.toThrow(
      "KV is down",
    );
    const [job] = (await platform.run(() => listJobs())).filter(({ name }) => name === "recovery");
    expect(job).toMatchObject({
      startedAt: 2_000,
      succeededAt: 1_000,
      lastError: expect.stringContaining("KV is down"),
    });
  });

  it("an expression without a job is an error", async () => {
    await expect(platform.run(() => handleScheduled("1 2 3 4 5", 0))).rejects.toThrow("no job");
  });
});
