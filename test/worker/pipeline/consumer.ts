import {
  applyD1Migrations,
  createExecutionContext,
  createMessageBatch,
  env,
  getQueueResult,
} from "cloudflare:test";
import { beforeAll, expect, it } from "vitest";
import type { CloudflareEnv } from "../../../src/env.ts";
import { handleSubmissionQueue } from "../../../src/lib/queue/consumer.ts";
import { runWithWorkerEnv } from "../../../src/lib/worker-context.ts";
import { acceptedId, goodSkill, submitFiles } from "../../support/skills.ts";

beforeAll(() => applyD1Migrations(env.OTHER_DB, env.TEST_MIGRATIONS));

/** A second KV namespace and database. A batch's writes show which environment it used. */
const otherEnv: CloudflareEnv = { ...env, SUBMISSIONS_KV: env.OTHER_KV, DB: env.OTHER_DB };

async function submitTo(batchEnv: CloudflareEnv, name: string): Promise<string> {
  return acceptedId(
    await runWithWorkerEnv(batchEnv, () => submitFiles(goodSkill(name), { nowMs: Date.now() - 60_000 })),
  );
}

const batchOf = (ids: readonly string[]) =>
  createMessageBatch(
    "submission-processing",
    ids.map((submissionId) => ({
      id: submissionId,
      timestamp: new Date(0),
      attempts: 1,
      body: { submissionId },
    })),
  );

it("TC-065: concurrent batches run on two real KV namespaces, and none reads or writes the other's", async () => {
  const names = (prefix: string) => Array.from({ length: 6 }, (_, n) => `${prefix}-${n}`);
  const mine: string[] = [];
  for (const name of names("main")) mine.push(await submitTo(env, name));
  const theirs: string[] = [];
  for (const name of names("other")) theirs.push(await submitTo(otherEnv, name));
  const batches = [0, 3].flatMap((start) => [
    { batch: batchOf(mine.slice(start, start + 3)), batchEnv: env },
    { batch: batchOf(theirs.slice(start, start + 3)), batchEnv: otherEnv },
  ]);

  await Promise.all(batches.map(({ batch, batchEnv }) => handleSubmissionQueue(batch, batchEnv)));

  for (const { batch } of batches) {
    const result = await getQueueResult(batch, createExecutionContext());
    expect(result.explicitAcks).toHaveLength(3);
    expect(result.retryMessages).toEqual([]);
  }
  const stateIn = async (kv: KVNamespace, id: string) =>
    (await kv.get<{ state: string }>(`sub:${id}`, "json"))?.state ?? null;
  for (const id of mine)
    expect([await stateIn(env.SUBMISSIONS_KV, id), await stateIn(env.OTHER_KV, id)]).toEqual([
      "PUBLISHED",
      null,
    ]);
  for (const id of theirs)
    expect([await stateIn(env.SUBMISSIONS_KV, id), await stateIn(env.OTHER_KV, id)]).toEqual([
      null,
      "PUBLISHED",
    ]);
});
