import { describe, expect, it } from "vitest";
import { unstable_readConfig } from "wrangler";
import { QUEUE_RETRIES, RECOVERY_DELAYS_MS, retryDelaySeconds } from "../retries.ts";
import { STUCK_THRESHOLD_MS } from "../submission.ts";

describe("retries of a queue message", () => {
  it("wait 10, 30 and 90 seconds, never more than 300", () => {
    expect([1, 2, 3].map(retryDelaySeconds)).toEqual([10, 30, 90]);
    expect(retryDelaySeconds(1_000)).toBe(300);
  });

  it("are as many as the queue is configured for", () => {
    const { queues } = unstable_readConfig({ config: "wrangler.jsonc" });
    expect(queues.consumers?.[0]?.max_retries).toBe(QUEUE_RETRIES);
  });

  it("end before recovery looks for the submission", () => {
    const delays = Array.from({ length: QUEUE_RETRIES }, (_, n) => retryDelaySeconds(n + 1));
    expect(delays.reduce((sum, seconds) => sum + seconds * 1000, 0)).toBeLessThan(STUCK_THRESHOLD_MS);
  });
});

it("wait longer each time in recovery", () => {
  expect(RECOVERY_DELAYS_MS).toEqual([180_000, 600_000, 1_800_000]);
});
