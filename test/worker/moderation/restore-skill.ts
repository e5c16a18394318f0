/** Restoring a skill that was taken down: completely, with an audit entry, and never against the blocklist. */
import { env } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { block, unblock } from "../../../src/lib/actions/block-actions.ts";
import { restoreSkill, takeDownSkill, yankVersion } from "../../../src/lib/actions/skill-actions.ts";
import { searchSkills } from "../../../src/lib/catalogue/search.ts";
import { getSubmission } from "../../../src/lib/ledger/submission-rows.ts";
import { getSkill } from "../../../src/lib/skills/skill-store.ts";
import { admin, call, callJson } from "../../support/call-api.ts";
import { expectAgreement } from "../../support/invariants.ts";
import { TEST_EPOCH_MS, TestPlatform } from "../../support/platform.ts";

const by = { actor: "admin", reason: "it was a mistake" };
let platform: TestPlatform;
let day = 0;

beforeEach(() => {
  day += 5;
  platform = new TestPlatform(env, TEST_EPOCH_MS + day * 86_400_000);
});

async function later(): Promise<void> {
  platform.nowMs += 5_000;
  await platform.settle();
}

const takeDown = (slug: string) => platform.run(() => takeDownSkill(slug, by, platform.nowMs));
const restore = (slug: string) => platform.run(() => restoreSkill(slug, by, platform.nowMs));
const offered = async (slug: string) => (await platform.run(() => getSkill(slug))).skill?.version;
const isFound = async (slug: string, q: string) =>
  (await platform.run(() => searchSkills({ q, limit: 50, offset: 0 }))).skills.some(
    (skill) => skill.slug === slug,
  );

describe("a skill that was taken down", () => {
  it("is restored everywhere with its versions, and its submissions show it", async () => {
    const { id, slug } = await platform.publishNotes("came-back", "Zebras are counted.");
    await takeDown(slug);
    await later();
    expect(await isFound(slug, "zebras")).toBe(false);
    expect(await restore(slug)).toEqual({ kind: "done" });
    await later();
    expect(await offered(slug)).toBe("1.0.0");
    expect(await isFound(slug, "zebras")).toBe(true);
    expect(await platform.run(() => getSubmission(id))).toMatchObject({
      state: "PUBLISHED",
      reasonCode: "RESTORED",
      reason: by.reason,
    });
    await expectAgreement(env, "came-back");
  });

  it("is restored with actor and reason in the audit log, and appears in the change feed", async () => {
    const { slug } = await platform.publishNotes("recorded");
    await takeDown(slug);
    await restore(slug);
    const { results } = await env.DB.prepare(
      "SELECT action, actor, reason FROM audit_log WHERE subject = ? ORDER BY rowid",
    )
      .bind(slug)
      .all();
    expect(results).toEqual(["skill.take-down", "skill.restore"].map((action) => ({ action, ...by })));
    const changes = await env.DB.prepare(
      "SELECT kind, version FROM skill_changes WHERE slug = ? ORDER BY seq",
    )
      .bind(slug)
      .all();
    expect(changes.results.at(-1)).toEqual({ kind: "restored", version: null });
  });

  it("may be updated again by its owner", async () => {
    const { slug } = await platform.publishNotes("goes-on", "First.");
    await takeDown(slug);
    await later();
    await restore(slug);
    await platform.publishNotes("goes-on", "Second.");
    expect(await offered(slug)).toBe("1.0.1");
    await expectAgreement(env, "goes-on");
  });

  it("is restored as it was: yanked versions stay yanked", async () => {
    const { slug } = await platform.publishNotes("still-yanked");
    await platform.run(() =>
      yankVersion({ slug, version: "1.0.0" }, { ...by, role: "operator" }, platform.nowMs),
    );
    await takeDown(slug);
    expect(await restore(slug)).toEqual({ kind: "done" });
    await later();
    expect(await offered(slug)).toBeNull();
    await expectAgreement(env, "still-yanked");
  });
});

describe("a restore is refused", () => {
  const entry = (over: object) => ({
    ...{ skillName: null, sourceUrl: null, digest: null, owner: null, threatType: "exfiltration" },
    ...{ severity: "critical" as const, reason: "it sends keys away", evidenceUrls: [], ...over },
  });

  it.each([
    ["its owner", () => ({ owner: "blocked-1" }), "blocked-1"],
    ["its source", () => ({ sourceUrl: "upload:blocked-2" }), "blocked-2"],
    ["an older version's content", (digests: string[]) => ({ digest: digests[0] ?? "" }), "blocked-3"],
  ])("while a blocklist entry matches %s, and possible once that is gone", async (_what, make, owner) => {
    const { slug } = await platform.publishNotes(owner, `${owner} first.`);
    await platform.publishNotes(owner, `${owner} second.`);
    const digests = await env.DB.prepare(
      "SELECT v.digest FROM skill_versions v JOIN skills s ON s.id = v.skill_id WHERE slug = ? ORDER BY v.id",
    )
      .bind(slug)
      .all<{ digest: string }>();
    const fields = make(digests.results.map(({ digest }) => digest));
    const blocked = await platform.run(() => block(entry(fields), by, platform.nowMs));
    expect(blocked.takenDown).toEqual([slug]);
    await later();
    expect(await restore(slug)).toMatchObject({
      kind: "refused",
      problem: { code: "CONFLICT", message: expect.stringContaining("blocklist") },
    });
    expect(await offered(slug)).toBeUndefined();
    await platform.run(() => unblock(blocked.entry.id, by, platform.nowMs));
    expect(await restore(slug)).toEqual({ kind: "done" });
    await later();
    expect(await offered(slug)).toBe("1.0.1");
    await expectAgreement(env, owner);
  });

  it("for a skill that is live, or never existed", async () => {
    const { slug } = await platform.publishNotes("live");
    expect(await restore(slug)).toMatchObject({ kind: "refused", problem: { code: "NOT_FOUND" } });
    expect(await restore("no/such/skill")).toMatchObject({ kind: "refused", problem: { code: "NOT_FOUND" } });
  });

  it("if its bytes were deleted, because it could not be installed", async () => {
    const { slug } = await platform.publishNotes("lost-bytes", "These bytes get lost.");
    await takeDown(slug);
    await later();
    const { digest } = (await env.DB.prepare(
      "SELECT v.digest FROM skill_versions v JOIN skills s ON s.id = v.skill_id WHERE slug = ?",
    )
      .bind(slug)
      .first<{ digest: string }>()) ?? { digest: "" };
    await env.ARCHIVES.delete(`content/${digest}/skill.tar.gz`);
    expect(await restore(slug)).toMatchObject({ kind: "refused", problem: { code: "CONTENT_GONE" } });
  });

  it("L09: for the second of two concurrent restores, and if a block is added at the same time", async () => {
    const { slug } = await platform.publishNotes("raced");
    await takeDown(slug);
    const results = await platform.run(() =>
      Promise.all([restoreSkill(slug, by, platform.nowMs), restoreSkill(slug, by, platform.nowMs)]),
    );
    expect(results.map(({ kind }) => kind).sort()).toEqual(["done", "refused"]);
    await takeDown(slug);
    await platform.run(() =>
      Promise.all([
        restoreSkill(slug, by, platform.nowMs),
        block(entry({ owner: "raced" }), by, platform.nowMs),
      ]),
    );
    await later();
    expect(await offered(slug)).toBeUndefined();
    await expectAgreement(env, "raced");
  });
});

it("the API restores for admins only, and requires a reason", async () => {
  const { slug } = await platform.publishNotes("by-api");
  const path = `/api/v1/admin/skills/${slug}`;
  await callJson(`${path}/take-down`, admin({ reason: "for the test" }));
  expect((await call(`${path}/restore`, { json: { reason: "I want it" } })).status).toBe(401);
  await callJson(`${path}/restore`, admin({}), 400);
  await callJson(`${path}/restore`, admin({ reason: "it was a mistake" }));
  await callJson(`/api/v1/skills/${slug}`);
  await callJson(`${path}/restore`, admin({ reason: "it was a mistake" }), 404);
});
