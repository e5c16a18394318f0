import { describe, expect, it } from "vitest";
import { FakeKv } from "../../../test/support/fake-kv.ts";
import { submissionStoreSuite } from "../../../test/support/submission-store-suite.ts";
import type { CloudflareEnv } from "../../env.ts";
import { getStuckSubmissions } from "../submission-store.ts";
import { runWithWorkerEnv } from "../worker-context.ts";

describe("submission store, on a KV that refuses what production refuses", () => {
  submissionStoreSuite(async () => {
    const fake = new FakeKv();
    return {
      kv: fake.asNamespace(),
      seed: async (records) => {
        for (const { key, value, metadata } of records) fake.seed(key, value, metadata ?? null);
      },
    };
  });

  const OLD = "2026-01-01T00:00:00.000Z";
  const record = (id: string) => JSON.stringify({ id, state: "RECEIVED", updatedAt: OLD });

  it("sweeps 50,000 keys without metadata inside production's 1,000 operations, losing none", async () => {
    const fake = new FakeKv();
    for (let n = 0; n < 50_000; n += 1) fake.seed(`sub:${n}`, record(String(n)));
    const env = { SUBMISSIONS_KV: fake.asNamespace() } as CloudflareEnv;
    const stuck = await runWithWorkerEnv(env, () => getStuckSubmissions(Date.parse(OLD) + 3_600_000));
    expect(stuck).toHaveLength(50_000);
    expect(fake.operations).toBe(50 + 500);
  });

  it("finds everything between tombstone pages", async () => {
    const fake = new FakeKv({ tombstoneEvery: 3 });
    for (let n = 0; n < 10; n += 1) fake.seed(`sub:${n}`, record(String(n)));
    const env = { SUBMISSIONS_KV: fake.asNamespace() } as CloudflareEnv;
    expect(await runWithWorkerEnv(env, () => getStuckSubmissions(Date.parse(OLD) + 3_600_000))).toHaveLength(
      10,
    );
  });

  it("L40: a list that fails is a failure, not an empty answer", async () => {
    const env = { SUBMISSIONS_KV: new FakeKv({ operationsPerInvocation: 0 }).asNamespace() } as CloudflareEnv;
    await expect(runWithWorkerEnv(env, () => getStuckSubmissions())).rejects.toThrow("Too many API requests");
  });
});
