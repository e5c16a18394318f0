import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CloudflareEnv } from "../../../env.ts";
import { getStuckSubmissions, getSubmissionsFresh } from "../../submission-store.ts";
import { runWithWorkerEnv } from "../../worker-context.ts";
import { KV_LIMIT_MS, submissionsKv } from "../kv.ts";
import { StoreUnavailable } from "../time-limit.ts";

const hang = () => new Promise<never>(() => undefined);
const hanging = { get: hang, put: hang, delete: hang, list: hang };
const withKv = <T>(kv: object, fn: () => Promise<T>) =>
  runWithWorkerEnv({ SUBMISSIONS_KV: kv } as unknown as CloudflareEnv, fn);

/** The outcome of a call, once the time limit has passed. */
async function afterLimit(call: () => Promise<unknown>): Promise<unknown> {
  const outcome = withKv(hanging, call).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(KV_LIMIT_MS);
  return outcome;
}

describe("the KV wrapper", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it.each([
    ["get", () => submissionsKv().get("k")],
    ["getMany", () => submissionsKv().getMany(["k", "l"])],
    ["list", () => submissionsKv().list({ prefix: "k" })],
    ["put", () => submissionsKv().put("k", "v")],
    ["delete", () => submissionsKv().delete("k")],
  ])("%s of a KV that hangs ends as StoreUnavailable at the time limit", async (_, call) => {
    expect(await afterLimit(call)).toBeInstanceOf(StoreUnavailable);
  });

  it("keeps the cause of a failure in the message", async () => {
    const failing = { get: async () => Promise.reject(new Error("KV GET failed: 500")) };
    await expect(withKv(failing, async () => submissionsKv().get("k"))).rejects.toThrow("KV GET failed: 500");
  });

  it("lets the sweep for stuck submissions fail instead of waiting forever when a list hangs", async () => {
    expect(await afterLimit(() => getStuckSubmissions())).toBeInstanceOf(StoreUnavailable);
  });

  it("counts a read that hangs as failed", async () => {
    const onSkipped = vi.fn();
    expect(await afterLimit(() => getSubmissionsFresh(["a"], { onSkipped }))).toEqual([]);
    expect(onSkipped).toHaveBeenCalledWith(expect.objectContaining({ readFailed: 1 }));
  });
});
