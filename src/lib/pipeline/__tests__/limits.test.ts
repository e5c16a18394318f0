import { describe, expect, it } from "vitest";
import { defaultLimits, limitTable } from "../../../domain/limits.ts";
import { STUCK_THRESHOLD_MS } from "../../../domain/submission.ts";
import { QUERY_LIMIT_MS } from "../../db.ts";
import { R2_LIMIT_MS } from "../../platform/bucket.ts";
import { KV_LIMIT_MS } from "../../platform/kv.ts";
import { JUDGE_LIMIT_MS } from "../../scans/judge.ts";
import { LAST_STEP_START_MS, LEASE_MS, RUN_LIMIT_MS, STEP_LIMIT_MS } from "../limits.ts";

describe("time limits", () => {
  it("L21: nest: source < its maximum < step < run < lease < stuck threshold", () => {
    const source = [defaultLimits.sourceMs, limitTable.sourceMs.maximum];
    const chain = [...source, STEP_LIMIT_MS, RUN_LIMIT_MS, LEASE_MS, STUCK_THRESHOLD_MS];
    expect(chain).toEqual([...new Set(chain)].sort((a, b) => a - b));
  });

  it("of a step leave time for the stores after its longest call", () => {
    const stores = QUERY_LIMIT_MS + KV_LIMIT_MS + R2_LIMIT_MS;
    expect(defaultLimits.sourceMs + stores).toBeLessThan(STEP_LIMIT_MS);
    expect(JUDGE_LIMIT_MS + stores).toBeLessThan(STEP_LIMIT_MS);
  });

  it("let a step that starts last end within the run", () => {
    expect(LAST_STEP_START_MS + STEP_LIMIT_MS).toBeLessThanOrEqual(RUN_LIMIT_MS);
  });
});
