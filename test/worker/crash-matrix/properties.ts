import { env } from "cloudflare:test";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { block, unblock } from "../../../src/lib/actions/block-actions.ts";
import {
  restoreSkill,
  restoreVersion,
  takeDownSkill,
  yankVersion,
} from "../../../src/lib/actions/skill-actions.ts";
import {
  approveSubmission,
  rejectSubmission,
  requeueSubmission,
  rescanSubmission,
  unblockSubmission,
  withdrawSubmission,
} from "../../../src/lib/actions/submission-actions.ts";
import { pauseQueue } from "../../../src/lib/operations/pause-store.ts";
import { processSubmission } from "../../../src/lib/pipeline/process-submission.ts";
import { resumeAfterPause } from "../../../src/lib/submissions/recovery.ts";
import { expectAgreement } from "../../support/invariants.ts";
import { TEST_EPOCH_MS, TestPlatform } from "../../support/platform.ts";
import { badSkill, goodSkill, submitFiles } from "../../support/skills.ts";

/** The possible steps, in any order. `n` selects the submission or skill that a step affects. */
const commands = [
  "submit",
  "submitBad",
  "deliver",
  "deliverThrice",
  "tick",
  "dieInStep",
  "approve",
  "reject",
  "withdraw",
  "rescan",
  "requeue",
  "takeDown",
  "bringBack",
  "yank",
  "restore",
  "block",
  "unblock",
  "pause",
  "resume",
] as const;

const step = fc.record({ command: fc.constantFrom(...commands), n: fc.nat(3) });
type Step = { command: (typeof commands)[number]; n: number };

let runs = 0;
let nowMs = TEST_EPOCH_MS;

class Scenario {
  readonly owner: string;
  readonly platform: TestPlatform;
  readonly ids: string[] = [];
  readonly entries: string[] = [];
  editions = 0;

  constructor() {
    runs += 1;
    nowMs += 10 * 86_400_000;
    this.owner = `scenario-${runs}`;
    this.platform = new TestPlatform(env, nowMs);
  }

  async apply({ command, n }: Step): Promise<void> {
    const { platform } = this;
    platform.nowMs += 1_500;
    const id = this.ids[n % Math.max(1, this.ids.length)] ?? "none";
    const slug = `${this.owner}/uploads/notes`;
    const by = { actor: "admin", reason: "because" };
    const now = platform.nowMs;
    const acts: Record<Step["command"], () => Promise<unknown>> = {
      submit: () => this.submit(goodSkill("notes", { body: `Edition ${n}.` })),
      submitBad: () => this.submit(badSkill("notes")),
      deliver: () => platform.deliver(),
      deliverThrice: () => Promise.all([1, 2, 3].map(() => processSubmission(id, platform.clock))),
      tick: () => platform.tick(),
      dieInStep: () =>
        env.DB.prepare(
          "UPDATE submissions SET lease_token = 'dead', lease_until = ? WHERE id = ? AND rested_at IS NULL",
        )
          .bind(now + 240_000, id)
          .run(),
      approve: () => approveSubmission(id, by, now),
      reject: () => rejectSubmission(id, by, now),
      withdraw: () => withdrawSubmission(id, by, now),
      rescan: () => rescanSubmission(id, by, now),
      requeue: () => requeueSubmission(id, by, now),
      takeDown: () => takeDownSkill(slug, by, now),
      bringBack: () => restoreSkill(slug, by, now),
      yank: () => yankVersion({ slug, version: `1.0.${n}` }, { ...by, role: "operator" }, now),
      restore: () => restoreVersion({ slug, version: `1.0.${n}` }, { ...by, role: "operator" }, now),
      block: async () => this.entries.push((await block(this.newBlock(), by, now)).entry.id),
      unblock: async () => {
        const entry = this.entries.pop();
        if (entry !== undefined) await unblock(entry, by, now);
        await unblockSubmission(id, by, now);
      },
      pause: () => pauseQueue(by, now),
      resume: () => resumeAfterPause("admin", "on", now),
    };
    await platform.run(acts[command]);
  }

  newBlock() {
    return {
      owner: this.owner,
      skillName: null,
      sourceUrl: null,
      digest: null,
      threatType: "test",
      severity: "high" as const,
      reason: "blocked by a property test",
      evidenceUrls: [],
    };
  }

  async submit(files: ReturnType<typeof goodSkill>): Promise<void> {
    const result = await submitFiles(files, { owner: this.owner, nowMs: this.platform.nowMs });
    if (result.kind === "accepted") this.ids.push(result.submission.id);
  }
}

describe("any sequence", () => {
  it("of submissions, retries, recoveries and admin actions reaches terminal states and keeps every invariant", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const scenario = new Scenario();
        await scenario.apply({ command: "submit", n: 0 });
        for (const each of steps) await scenario.apply(each);
        await scenario.platform.run(() => resumeAfterPause("admin", "end", scenario.platform.nowMs));
        await scenario.platform.settle();
        const rows = await expectAgreement(env, scenario.owner);
        expect(rows.length).toBeGreaterThan(0);
        const blocked = scenario.entries.length > 0;
        const live = await env.DB.prepare(
          "SELECT COUNT(*) AS n FROM skills WHERE owner = ? AND status = 'live'",
        )
          .bind(scenario.owner)
          .first<{ n: number }>();
        if (blocked) expect(live?.n, "nothing blocked is live").toBe(0);
        const bad = await env.DB.prepare(
          `SELECT COUNT(*) AS n FROM skill_versions v JOIN skills s ON s.id = v.skill_id WHERE s.owner = ?
             AND NOT EXISTS (SELECT 1 FROM scan_reports r WHERE r.digest = v.digest AND r.depth = 'deep' AND r.complete = 1)`,
        )
          .bind(scenario.owner)
          .first<{ n: number }>();
        expect(bad?.n, "nothing is published without a complete scan").toBe(0);
      }),
      { numRuns: 40, seed: 20260301 },
    );
  });
});
