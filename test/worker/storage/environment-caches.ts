/** Two environments in one isolate, each with its own database and bucket, never see each other's cached data. */
import { applyD1Migrations, createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { app } from "../../../src/app.ts";
import type { CloudflareEnv } from "../../../src/env.ts";
import { countFacets } from "../../../src/lib/catalogue/facets.ts";
import { listSkills } from "../../../src/lib/catalogue/list.ts";
import { openArchiveByKey } from "../../../src/lib/contents/archive-store.ts";
import { readSkillText } from "../../../src/lib/contents/skill-content.ts";
import { recordInstalls } from "../../../src/lib/skills/install-store.ts";
import { loadSkillDocument } from "../../../src/lib/skills/skill-document.ts";
import { runWithWorkerEnv } from "../../../src/lib/worker-context.ts";
import { fakeR2 } from "../../support/fake-r2.ts";
import { publishNow } from "../../support/publish.ts";

/** A new object has empty caches, whatever ran before in this isolate. */
const own: CloudflareEnv = { ...env };
const other: CloudflareEnv = {
  ...env,
  DB: env.OTHER_DB,
  SUBMISSIONS_KV: env.OTHER_KV,
  ARCHIVES: fakeR2().bucket,
};
const here = <T>(fn: () => Promise<T>) => runWithWorkerEnv(own, fn);
const there = <T>(fn: () => Promise<T>) => runWithWorkerEnv(other, fn);
const page = { sort: "name", limit: 10, offset: 0 } as const;

let slug: string;
let digest: string;

/** Both catalogues are at the same revision and hold the same skill; only their later contents differ. */
beforeAll(async () => {
  await applyD1Migrations(env.OTHER_DB, env.TEST_MIGRATIONS);
  ({ slug, digest } = await here(() => publishNow("notes")));
  await there(() => publishNow("notes"));
});

describe("two environments in one isolate", () => {
  it("keep separate skill counts", async () => {
    const nowMs = Date.now();
    expect((await here(() => listSkills(page, nowMs))).total).toBe(1);
    await env.OTHER_DB.prepare("UPDATE skills SET status = 'taken_down'").run();
    expect((await there(() => listSkills(page, nowMs))).total).toBe(0);
    await env.OTHER_DB.prepare("UPDATE skills SET status = 'live'").run();
  });

  it("keep separate facets", async () => {
    const nowMs = Date.now();
    await env.OTHER_DB.prepare("UPDATE skills SET category = 'elsewhere'").run();
    const counted = await here(() => countFacets(nowMs));
    expect((await there(() => countFacets(nowMs))).category).toEqual([{ value: "elsewhere", count: 1 }]);
    expect(counted.category).not.toEqual([{ value: "elsewhere", count: 1 }]);
  });

  it("keep separate skill documents, even if both rows have the same revision", async () => {
    const row = await env.DB.prepare("SELECT * FROM skills WHERE slug = ?").bind(slug).first();
    const { revision, write_id, created_at, updated_at } = row ?? {};
    await env.OTHER_DB.prepare(
      "UPDATE skills SET description = 'Another text.', revision = ?, write_id = ?, created_at = ?, updated_at = ?",
    )
      .bind(revision, write_id, created_at, updated_at)
      .run();
    const document = await here(() => loadSkillDocument(slug));
    expect(document?.description).not.toBe("Another text.");
    expect((await there(() => loadSkillDocument(slug)))?.description).toBe("Another text.");
  });

  it("keep separate archives and texts", async () => {
    const key = `content/${digest}/skill.zip`;
    expect(await here(() => openArchiveByKey(key, 1))).not.toBeNull();
    expect(await here(() => readSkillText(digest))).not.toBeNull();
    const empty: CloudflareEnv = { ...other, ARCHIVES: fakeR2().bucket };
    expect((await runWithWorkerEnv(empty, () => openArchiveByKey(key, 1))) === null).toBe(true);
    expect(await runWithWorkerEnv(empty, () => readSkillText(digest))).toBeNull();
  });

  it("identify the same client differently, because each has its own key", async () => {
    const event = { slug, version: "1.0.0", client: "address:192.0.2.1", source: "test", download: false };
    await here(() => recordInstalls([event], Date.now()));
    await there(() => recordInstalls([event], Date.now()));
    const client = (db: D1Database) =>
      db.prepare("SELECT client FROM install_events WHERE source = 'test'").first("client");
    expect(await client(env.DB)).toEqual(expect.any(String));
    expect(await client(env.OTHER_DB)).not.toBe(await client(env.DB));
  });

  it("count concurrent downloads, each in its own database", async () => {
    const download = async (bindings: CloudflareEnv) => {
      const context = createExecutionContext();
      const request = new Request(`http://registry.test/api/v1/skills/${slug}/versions/1.0.0/archive`);
      const response = await runWithWorkerEnv(bindings, async () => app.fetch(request, bindings, context));
      await response.arrayBuffer();
      return waitOnExecutionContext(context);
    };
    await Promise.all([env, other, env].map(download));
    const counted = (db: D1Database) => db.prepare("SELECT sum(count) AS n FROM download_counts").first("n");
    expect([await counted(env.DB), await counted(env.OTHER_DB)]).toEqual([2, 1]);
  });
});

describe("within one environment", () => {
  it("an archive is read from the bucket once", async () => {
    const bucket = fakeR2();
    await bucket.bucket.put("content/a/skill.zip", new Uint8Array([1, 2, 3]));
    const get = vi.spyOn(bucket.bucket, "get");
    const counted: CloudflareEnv = { ...env, ARCHIVES: bucket.bucket };
    for (let n = 0; n < 3; n += 1)
      expect(await runWithWorkerEnv(counted, () => openArchiveByKey("content/a/skill.zip", 3))).toEqual(
        new Uint8Array([1, 2, 3]),
      );
    expect(get).toHaveBeenCalledTimes(1);
  });
});
