import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { processSubmission } from "../../../src/lib/pipeline/process-submission.ts";
import type { IntakeResult } from "../../../src/lib/submissions/intake.ts";
import { type Fault, FaultyEnv } from "../../support/faulty-env.ts";
import { expectAgreement } from "../../support/invariants.ts";
import { TEST_EPOCH_MS, TestPlatform } from "../../support/platform.ts";
import { goodSkill, submitFiles } from "../../support/skills.ts";

/**
 * Every call to a binding in the submission and the pipeline run is numbered. For each number, one run lets the call throw,
 * one loses its result after it took effect, and one kills the worker at it.
 */
const faults: readonly Fault[] = ["throws", "response-lost", "dies"];
let nowMs = TEST_EPOCH_MS;
let runs = 0;

interface Run {
  readonly owner: string;
  readonly platform: TestPlatform;
  readonly faulty: FaultyEnv;
  /** The result that the caller of submit received; null if it received none. */
  readonly result: IntakeResult | null;
}

/** Submits and runs the pipeline once with a fault in call number `at` (none when 0), then lets recovery finish. */
async function runWithFault(at: number, fault: Fault): Promise<Run> {
  runs += 1;
  nowMs += 3 * 24 * 3_600_000;
  const owner = `crash-${runs}`;
  const platform = new TestPlatform(env, nowMs);
  const faulty = new FaultyEnv(platform.env, at === 0 ? null : { at, fault });
  const attempt = async <T>(go: () => Promise<T>): Promise<T | null> => {
    const work = platform.run(go, faulty.env).catch(() => null);
    const ended = await Promise.race([work, faulty.died]);
    return ended === "died" ? null : (ended as T | null);
  };
  const result = await attempt(() => submitFiles(goodSkill("notes"), { owner, nowMs: platform.nowMs }));
  platform.nowMs += 2_000;
  for (const id of platform.queued.splice(0)) await attempt(() => processSubmission(id, platform.clock));
  await platform.settle();
  return { owner, platform, faulty, result };
}

async function expectOneOutcome({ owner, result }: Run): Promise<void> {
  const rows = await expectAgreement(env, owner);
  if (result?.kind === "accepted") expect(rows.map(({ id }) => id)).toContain(result.submission.id);
  expect(rows.length, "at most one submission").toBeLessThanOrEqual(1);
  for (const row of rows) expect(row).toMatchObject({ state: "PUBLISHED", skill_version: "1.0.0" });
  const versions = await env.DB.prepare(
    "SELECT version FROM skill_versions JOIN skills ON skills.id = skill_id WHERE owner = ?",
  )
    .bind(owner)
    .all<{ version: string }>();
  expect(versions.results).toEqual(rows.map(() => ({ version: "1.0.0" })));
}

describe("crash matrix, upload", () => {
  it.each(faults)(
    "L21, L23, L32: nothing is lost or duplicated, and no version number is skipped, for each call with the fault %s",
    async (fault) => {
      const clean = await runWithFault(0, fault);
      await expectOneOutcome(clean);
      expect(clean.faulty.calls).toBeGreaterThan(30);
      for (let at = 1; at <= clean.faulty.calls; at += 1) {
        const run = await runWithFault(at, fault);
        try {
          await expectOneOutcome(run);
        } catch (error) {
          throw new Error(`call ${at} (${run.faulty.names[at - 1]}) ${fault}: ${String(error)}`, {
            cause: error,
          });
        }
      }
    },
    180_000,
  );
});
