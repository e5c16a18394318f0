import { createExecutionContext, createMessageBatch, env, getQueueResult } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { block, unblock } from "../../../src/lib/actions/block-actions.ts";
import { restoreVersion, takeDownSkill, yankVersion } from "../../../src/lib/actions/skill-actions.ts";
import {
  approveSubmission,
  rejectSubmission,
  rescanSubmission,
  unblockSubmission,
  withdrawSubmission,
} from "../../../src/lib/actions/submission-actions.ts";
import { getSubmission } from "../../../src/lib/ledger/submission-rows.ts";
import { processSubmission } from "../../../src/lib/pipeline/process-submission.ts";
import { getSkill } from "../../../src/lib/skills/skill-store.ts";
import { submitRepository } from "../../../src/lib/submissions/intake.ts";
import { readSubmission } from "../../../src/lib/submissions/read.ts";
import worker from "../../../src/worker.ts";
import { expectAgreement } from "../../support/invariants.ts";
import { TEST_EPOCH_MS, TestPlatform } from "../../support/platform.ts";
import { badSkill, goodSkill, submitFiles } from "../../support/skills.ts";

const by = { actor: "admin", reason: "seen by a reviewer" };
let platform: TestPlatform;
let day = 0;

beforeEach(() => {
  day += 5;
  platform = new TestPlatform(env, TEST_EPOCH_MS + day * 86_400_000);
});

const entry = (over: object) => ({
  skillName: null,
  sourceUrl: null,
  digest: null,
  owner: null,
  threatType: "exfiltration",
  severity: "critical" as const,
  reason: "it sends keys away",
  evidenceUrls: [],
  ...over,
});
const row = (id: string) => platform.run(() => getSubmission(id));

describe("blocklist", () => {
  it("a new entry takes down matching published skills everywhere, with the reason", async () => {
    const { id } = await platform.publishNotes("blocked-owner");
    const { takenDown } = await platform.run(() =>
      block(entry({ owner: "blocked-owner" }), by, platform.nowMs),
    );
    expect(takenDown).toEqual(["blocked-owner/uploads/notes"]);
    platform.nowMs += 5_000;
    await platform.settle();
    expect((await platform.run(() => getSkill("blocked-owner/uploads/notes"))).skill).toBeNull();
    expect(await env.SUBMISSIONS_KV.get("skill:blocked-owner/uploads/notes")).toBeNull();
    expect(await row(id)).toMatchObject({
      state: "BLOCKED",
      reason: expect.stringContaining("it sends keys away"),
    });
    await expectAgreement(env, "blocked-owner");
  });

  it("L20: a blocked source keeps one row, however often it is submitted", async () => {
    const sourceUrl = "https://github.com/evil/tools";
    await platform.run(() => block(entry({ sourceUrl }), by, platform.nowMs));
    const request = { repoUrl: "https://github.com/Evil/Tools.git", submittedBy: "anonymous" };
    const first = await platform.run(() => submitRepository(request, platform.nowMs));
    const second = await platform.run(() => submitRepository(request, platform.nowMs + 1_000));
    expect(first.kind).toBe("blocked");
    expect(second).toEqual(first);
    const rows = await env.DB.prepare("SELECT COUNT(*) AS n FROM submissions WHERE source_url = ?")
      .bind(sourceUrl)
      .first<{ n: number }>();
    expect(rows?.n).toBe(1);
  });

  it("L19: a name blocked for one source blocks no other source's skill of that name", async () => {
    await platform.run(() =>
      block(entry({ skillName: "notes", sourceUrl: "upload:somebody" }), by, platform.nowMs),
    );
    const { id } = await platform.publishNotes("somebody-else");
    expect(await row(id)).toMatchObject({ state: "PUBLISHED" });
    const hit = await platform.run(() =>
      submitFiles(goodSkill("notes"), { owner: "somebody", nowMs: platform.nowMs }),
    );
    expect(hit.kind).toBe("blocked");
  });

  it("an entry by digest blocks the same content under any name, even if added between intake and publishing", async () => {
    const id = await platform.submit(goodSkill("notes", { body: "This content alone." }), "by-digest");
    const { uploadDigest } = (await row(id))!;
    await platform.run(() => block(entry({ digest: uploadDigest }), by, platform.nowMs));
    platform.nowMs += 2_000;
    await platform.settle();
    expect(await row(id)).toMatchObject({ state: "BLOCKED" });
  });

  it("unblocking a submission restarts its pipeline from the first step", async () => {
    const { id } = await platform.publishNotes("second-chance");
    const blocked = await platform.run(() => block(entry({ owner: "second-chance" }), by, platform.nowMs));
    expect(await platform.run(() => unblockSubmission(id, by, platform.nowMs))).toEqual({ kind: "done" });
    platform.nowMs += 2_000;
    await platform.settle();
    expect(await row(id), "the entry is still in force").toMatchObject({ state: "BLOCKED" });
    await platform.run(() => unblock(blocked.entry.id, by, platform.nowMs));
    await platform.run(() => unblockSubmission(id, by, platform.nowMs));
    platform.nowMs += 2_000;
    await platform.settle();
    expect(await row(id)).toMatchObject({ state: "PUBLISHED" });
    expect((await platform.run(() => getSkill("second-chance/uploads/notes"))).skill?.version).toBe("1.0.0");
    await expectAgreement(env, "second-chance");
  });

  it("a new submission does not bring back a skill that was taken down", async () => {
    await platform.publishNotes("stays-down");
    await platform.run(() => takeDownSkill("stays-down/uploads/notes", by, platform.nowMs));
    const { id: again } = await platform.publishNotes("stays-down", "Slightly changed.");
    expect(await row(again)).toMatchObject({ state: "REJECTED", reasonCode: "SKILL_TAKEN_DOWN" });
  });
});

describe("versions", () => {
  it("a yanked version is no longer offered, but stays available and can be restored", async () => {
    await platform.publishNotes("yanker", "First.");
    await platform.publishNotes("yanker", "Second.");
    const slug = "yanker/uploads/notes";
    expect((await platform.run(() => getSkill(slug))).skill?.version).toBe("1.0.1");
    await platform.run(() =>
      yankVersion({ slug, version: "1.0.1" }, { ...by, role: "operator" }, platform.nowMs),
    );
    const yanked = (await platform.run(() => getSkill(slug))).skill;
    expect(yanked?.version).toBe("1.0.0");
    expect(yanked?.versions.find(({ version }) => version === "1.0.1")?.yanked).toBe("seen by a reviewer");
    await platform.run(() =>
      restoreVersion({ slug, version: "1.0.1" }, { ...by, role: "operator" }, platform.nowMs),
    );
    expect((await platform.run(() => getSkill(slug))).skill?.version).toBe("1.0.1");
    platform.nowMs += 5_000;
    await platform.settle();
    await expectAgreement(env, "yanker");
  });

  it("different content that declares an equal or lower version is rejected and uses up no version number", async () => {
    const first = await platform.submit(goodSkill("notes", { version: "2.0.0" }), "fixed");
    platform.nowMs += 2_000;
    await platform.settle();
    const second = await platform.submit(goodSkill("notes", { version: "2.0.0", body: "Changed." }), "fixed");
    platform.nowMs += 2_000;
    await platform.settle();
    expect(await row(first)).toMatchObject({ state: "PUBLISHED", skillVersion: "2.0.0" });
    expect(await row(second)).toMatchObject({ state: "REJECTED", reasonCode: "VERSION_NOT_NEWER" });
    const { id: third } = await platform.publishNotes("fixed", "No version here.");
    expect(await row(third)).toMatchObject({ state: "PUBLISHED", skillVersion: "2.0.1" });
  });

  it("a re-scan of a published version keeps it live in the meantime and re-certifies it in place", async () => {
    const { id } = await platform.publishNotes("rescanned");
    expect(await platform.run(() => rescanSubmission(id, by, platform.nowMs))).toEqual({ kind: "done" });
    expect((await platform.run(() => getSkill("rescanned/uploads/notes"))).skill?.version).toBe("1.0.0");
    platform.nowMs += 2_000;
    await platform.settle();
    expect(await row(id)).toMatchObject({ state: "PUBLISHED", skillVersion: "1.0.0" });
    await expectAgreement(env, "rescanned");
  });

  it("of two concurrent takedowns one succeeds and the other is refused", async () => {
    await platform.publishNotes("gone");
    const slug = "gone/uploads/notes";
    const results = await platform.run(() =>
      Promise.all([takeDownSkill(slug, by, platform.nowMs), takeDownSkill(slug, by, platform.nowMs)]),
    );
    expect(results.map(({ kind }) => kind).sort()).toEqual(["done", "refused"]);
  });
});

describe("manual decisions", () => {
  it("a failed scan can be approved only with a complete deep report, and the approver is recorded", async () => {
    const id = await platform.submit(badSkill("notes"), "reviewed");
    platform.nowMs += 2_000;
    await platform.settle();
    const failed = (await row(id))!;
    expect(["TIER1_FAILED", "REJECTED"]).toContain(failed.state);
    const approval = await platform.run(() =>
      approveSubmission(id, { ...by, seenVersion: failed.rowVersion }, platform.nowMs),
    );
    const hasDeepReport = failed.state === "REJECTED";
    expect(approval.kind).toBe(hasDeepReport ? "done" : "refused");
  });

  it("L09: of two decisions on the same version one wins", async () => {
    const id = await platform.submit(goodSkill("notes"), "contested");
    await env.DB.prepare("UPDATE submissions SET state = 'NEEDS_REVIEW' WHERE id = ?").bind(id).run();
    const { rowVersion } = (await row(id))!;
    const results = await platform.run(() =>
      Promise.all([
        rejectSubmission(id, { ...by, seenVersion: rowVersion }, platform.nowMs),
        rejectSubmission(id, { actor: "other", reason: "me too", seenVersion: rowVersion }, platform.nowMs),
      ]),
    );
    expect(results.map(({ kind }) => kind).sort()).toEqual(["done", "refused"]);
  });

  it("an author can withdraw an open submission, and a later worker finds nothing to do", async () => {
    const id = await platform.submit(goodSkill("notes"), "withdrawn");
    expect(await platform.run(() => withdrawSubmission(id, by, platform.nowMs))).toEqual({ kind: "done" });
    await platform.run(() => processSubmission(id, platform.clock));
    expect(await row(id)).toMatchObject({ state: "DEQUEUED", reason: "seen by a reviewer" });
  });
});

describe("dead letters", () => {
  it("are stored once, shown with their submission, and not lost while the database is down", async () => {
    const id = await platform.submit(goodSkill("notes"), "dead");
    const batch = () =>
      createMessageBatch("submission-dlq", [
        { id: "letter-1", timestamp: new Date(1_000), attempts: 4, body: { submissionId: id } },
      ]);
    const first = batch();
    await worker.queue(first, platform.env);
    await worker.queue(batch(), platform.env);
    expect((await getQueueResult(first, createExecutionContext())).explicitAcks).toEqual(["letter-1"]);
    const detail = await platform.run(() => readSubmission(id));
    expect(detail).toMatchObject({ deadLetters: [{ id: "letter-1" }] });
    const down = {
      prepare: () => ({ bind: () => ({ run: async () => Promise.reject(new Error("down")) }) }),
    };
    const third = createMessageBatch("submission-dlq", [
      { id: "letter-2", timestamp: new Date(0), attempts: 4, body: "odd" },
    ]);
    await worker.queue(third, { ...platform.env, DB: down as unknown as D1Database });
    expect((await getQueueResult(third, createExecutionContext())).retryMessages).toHaveLength(1);
  });
});
