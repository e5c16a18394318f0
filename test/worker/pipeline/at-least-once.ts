import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { rescanSubmission } from "../../../src/lib/actions/submission-actions.ts";
import { getSubmission, listSubmissionEvents } from "../../../src/lib/ledger/submission-rows.ts";
import { transition } from "../../../src/lib/ledger/transition.ts";
import { processSubmission } from "../../../src/lib/pipeline/process-submission.ts";
import { expectAgreement } from "../../support/invariants.ts";
import { TEST_EPOCH_MS, TestPlatform } from "../../support/platform.ts";
import { goodSkill, submitFiles } from "../../support/skills.ts";

let day = 0;
function newPlatform(): TestPlatform {
  day += 1;
  return new TestPlatform(env, TEST_EPOCH_MS + day * 86_400_000);
}

async function submitNotes(platform: TestPlatform, owner: string, body = ""): Promise<string> {
  const id = await platform.submitWithoutMessage(goodSkill("notes", { body }), owner);
  platform.nowMs += 2_000;
  return id;
}

async function versionsOf(owner: string) {
  const { results } = await env.DB.prepare(
    "SELECT v.id, v.version, v.submission_id FROM skill_versions v JOIN skills s ON s.id = v.skill_id WHERE s.owner = ?",
  )
    .bind(owner)
    .all();
  return results;
}

const ALL_STATES = ["RECEIVED", "TIER1_SCANNING", "TIER2_SCANNING", "AUTO_APPROVED", "PUBLISHED"];

describe("at least once", () => {
  it("L02, L09: thirty consumers on one submission: one run wins, one event for each transition", async () => {
    const platform = newPlatform();
    const id = await submitNotes(platform, "thirty");
    await platform.run(() =>
      Promise.all(Array.from({ length: 30 }, () => processSubmission(id, platform.clock))),
    );
    await platform.settle();
    const events = await platform.run(() => listSubmissionEvents(id));
    expect(events.map(({ toState }) => toState)).toEqual(ALL_STATES);
    expect(await expectAgreement(env, "thirty")).toHaveLength(1);
  });

  it("a late redelivery of a message changes nothing", async () => {
    const platform = newPlatform();
    const id = await submitNotes(platform, "late");
    await platform.run(() => processSubmission(id, platform.clock));
    await platform.settle();
    const before = await platform.run(() => getSubmission(id));
    platform.nowMs += 3_600_000;
    expect(await platform.run(() => processSubmission(id, platform.clock))).toEqual({ kind: "finished" });
    expect(await platform.run(() => getSubmission(id))).toEqual(before);
  });

  it("a message for a submission that does not exist counts as finished", async () => {
    const platform = newPlatform();
    expect(await platform.run(() => processSubmission("no-such-id", platform.clock))).toEqual({
      kind: "finished",
    });
  });

  it("L06: one of ten concurrent guarded transitions wins, and the others return a conflict", async () => {
    const platform = newPlatform();
    const id = await submitNotes(platform, "ten");
    const results = await platform.run(async () => {
      const seen = await getSubmission(id);
      if (seen === null) throw new Error("gone");
      const move = {
        seen,
        to: "REJECTED",
        trigger: "pipeline",
        actor: "test",
        reason: { code: "X", text: "x" },
      } as const;
      return Promise.all(Array.from({ length: 10 }, () => transition(move, platform.nowMs)));
    });
    expect(results.filter(({ kind }) => kind === "moved")).toHaveLength(1);
    expect(results.filter(({ kind }) => kind === "lost")).toHaveLength(9);
    await platform.settle();
    await expectAgreement(env, "ten");
  });

  it("two versions of one skill that are processed concurrently are both published, with different numbers", async () => {
    const platform = newPlatform();
    const first = await submitNotes(platform, "twice", "First edition.");
    const second = await submitNotes(platform, "twice", "Second edition.");
    await platform.run(() => Promise.all([first, second].map((id) => processSubmission(id, platform.clock))));
    await platform.settle();
    const rows = await expectAgreement(env, "twice");
    expect(rows.map(({ skill_version }) => skill_version).sort()).toEqual(["1.0.0", "1.0.1"]);
  });

  it("L13: resubmitting published content returns the published version, and a re-scan reuses row and number", async () => {
    const platform = newPlatform();
    const id = await submitNotes(platform, "again");
    await platform.run(() => processSubmission(id, platform.clock));
    await platform.settle();
    const second = await platform.run(() =>
      submitFiles(goodSkill("notes"), { owner: "again", nowMs: platform.nowMs }),
    );
    expect(second).toEqual({ kind: "already-published", slug: "again/uploads/notes", version: "1.0.0" });
    const published = await versionsOf("again");
    platform.nowMs += 60_000;
    const by = { actor: "admin", reason: "look again" };
    expect(await platform.run(() => rescanSubmission(id, by, platform.nowMs))).toEqual({ kind: "done" });
    await platform.settle();
    const events = await platform.run(() => listSubmissionEvents(id));
    expect(events.filter(({ toState }) => toState === "PUBLISHED")).toHaveLength(2);
    expect(published).toEqual([expect.objectContaining({ version: "1.0.0", submission_id: id })]);
    expect(await versionsOf("again")).toEqual(published);
    expect(await expectAgreement(env, "again")).toHaveLength(1);
  });

  it("L12: a second submission while one is open returns the first", async () => {
    const platform = newPlatform();
    const submitted = await platform.run(() =>
      Promise.all(
        Array.from({ length: 10 }, () =>
          submitFiles(goodSkill("notes"), { owner: "dup", nowMs: platform.nowMs }),
        ),
      ),
    );
    expect(submitted.filter(({ kind }) => kind === "accepted")).toHaveLength(1);
    expect(submitted.filter(({ kind }) => kind === "duplicate")).toHaveLength(9);
    await platform.settle();
    expect(await expectAgreement(env, "dup")).toHaveLength(1);
  });
});
