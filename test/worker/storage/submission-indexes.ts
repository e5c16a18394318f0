import { env } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { resolveAlias } from "../../../src/lib/skills/skill-store.ts";
import {
  getPublishedSkillsList,
  getSubmissionIndex,
  migrateSkillSlugs,
} from "../../../src/lib/submission-store.ts";
import { ProbedKv } from "../../support/probed-kv.ts";
import { inRun } from "../../support/publish.ts";

const NOW = 1_800_000_000_000;
const deadLedger = {
  prepare: () => ({ bind: () => ({ all: down, run: down, raw: down }) }),
  batch: down,
} as unknown as D1Database;
async function down(): Promise<never> {
  throw new Error("D1_ERROR: Network connection lost");
}

async function insertSubmissions(count: number, prefix = "s"): Promise<void> {
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
     INSERT INTO submissions (id, source_kind, source_url, owner, repo, skill_path, state, submitted_by, created_at, updated_at)
     SELECT ?2 || printf('%06d', i), 'github', 'https://github.com/acme/' || ?2 || i, 'acme', 'r', '', 'PUBLISHED', 'x', 0, 0 FROM n`,
  )
    .bind(count, prefix)
    .run();
}

beforeEach(async () => {
  await env.DB.batch([
    env.DB.prepare("DELETE FROM submissions"),
    env.DB.prepare("DELETE FROM jobs"),
    env.DB.prepare("DELETE FROM skill_aliases"),
  ]);
  for (const { name } of (await env.SUBMISSIONS_KV.list()).keys) await env.SUBMISSIONS_KV.delete(name);
});

describe("index documents", () => {
  it("L44: contain every row, across any number of pages, in KV as in the database", async () => {
    await insertSubmissions(4_321);
    const built = await inRun(() => getSubmissionIndex(NOW));
    expect(built.total).toBe(4_321);
    const cached = await inRun(() => getSubmissionIndex(NOW + 1_000), { DB: deadLedger });
    expect(cached.entries).toEqual(built.entries);
    expect(cached.degraded).toBe(false);
  });

  it("L05, L15: are caches: a wrong or missing one is rebuilt from the database, never trusted", async () => {
    await insertSubmissions(3);
    await inRun(() => getSubmissionIndex(NOW));
    const pages = await env.SUBMISSIONS_KV.list({ prefix: "index:submissions:" });
    await env.SUBMISSIONS_KV.put(pages.keys[0]!.name, "[]");
    expect((await inRun(() => getSubmissionIndex(NOW + 2_000))).total).toBe(3);
    await env.SUBMISSIONS_KV.delete("index:submissions");
    expect((await inRun(() => getSubmissionIndex(NOW + 4_000))).total).toBe(3);
  });

  it("are written at most once a second per key, however many requests run concurrently", async () => {
    await insertSubmissions(2);
    const heads: string[] = [];
    const kv = new ProbedKv(env.SUBMISSIONS_KV);
    const put = kv.put.bind(kv);
    kv.put = async (key, value, options) => {
      if (key === "index:submissions") heads.push(value);
      await put(key, value, options);
    };
    await Promise.all(
      Array.from({ length: 10 }, () =>
        inRun(() => getSubmissionIndex(NOW), { SUBMISSIONS_KV: kv.asNamespace() }),
      ),
    );
    expect(heads).toHaveLength(1);
  });

  it("L36, L38: with the database down, an old index is returned as degraded, and a missing one is an error, never an empty list", async () => {
    await expect(inRun(() => getPublishedSkillsList(NOW), { DB: deadLedger })).rejects.toThrow();
    await insertSubmissions(1);
    await inRun(() => getSubmissionIndex(NOW));
    const later = await inRun(() => getSubmissionIndex(NOW + 3_600_000), { DB: deadLedger });
    expect(later).toMatchObject({ total: 1, degraded: true });
  });
});

describe("migrateSkillSlugs", () => {
  const put = (slug: string, value: unknown) =>
    env.SUBMISSIONS_KV.put(`skill:${slug}`, JSON.stringify(value));
  const keys = async () =>
    (await env.SUBMISSIONS_KV.list({ prefix: "skill:" })).keys.map(({ name }) => name).sort();

  beforeEach(async () => {
    await put("pdf", { name: "PDF", repoUrl: "https://github.com/Acme/Tools.git" });
    await put("xls", { name: "XLS", repoUrl: "https://github.com/acme/tools" });
    await put("acme/tools/csv", { name: "CSV", repoUrl: "https://github.com/acme/tools" });
    await put("lost", { name: "No repository" });
  });

  it("reports its changes in a dry run without making them", async () => {
    const before = await keys();
    const result = await inRun(() => migrateSkillSlugs({ dryRun: true }));
    expect(result.migrated.map(({ to }) => to).sort()).toEqual(["acme/tools/pdf", "acme/tools/xls"]);
    expect(result.refused).toEqual([
      { slug: "lost", reason: "its repository or name is not valid in a slug" },
    ]);
    expect(await keys()).toEqual(before);
  });

  it("moves each record, leaves an alias in KV and in the database, and is idempotent", async () => {
    await inRun(() => migrateSkillSlugs({ dryRun: false }));
    expect(await keys()).toEqual([
      "skill:acme/tools/csv",
      "skill:acme/tools/pdf",
      "skill:acme/tools/xls",
      "skill:alias:pdf",
      "skill:alias:xls",
      "skill:lost",
    ]);
    expect(await inRun(() => resolveAlias("pdf"))).toBe("acme/tools/pdf");
    expect(await inRun(() => resolveAlias("pdf"), { DB: deadLedger })).toBe("acme/tools/pdf");
    const again = await inRun(() => migrateSkillSlugs({ dryRun: false }));
    expect(again.migrated).toEqual([]);
  });

  it("L17: refuses two records that would become one, and names both", async () => {
    await put("other/pdf", { name: "PDF", repoUrl: "https://github.com/acme/tools/" });
    const { refused, migrated } = await inRun(() => migrateSkillSlugs({ dryRun: false }));
    expect(refused.map(({ slug }) => slug).sort()).toEqual(["lost", "other/pdf", "pdf"]);
    expect(migrated).toEqual([{ from: "xls", to: "acme/tools/xls" }]);
  });

  it("continues after a crash at any of its steps", async () => {
    for (const diesAt of [1, 2, 3]) {
      let calls = 0;
      const dying = new ProbedKv(env.SUBMISSIONS_KV);
      const dieOr = async <T>(go: () => Promise<T>): Promise<T> => {
        calls += 1;
        if (calls === diesAt) throw new Error("died");
        return go();
      };
      const [put_, delete_] = [dying.put.bind(dying), dying.delete.bind(dying)];
      dying.put = (...args) => dieOr(() => put_(...args));
      dying.delete = (...args) => dieOr(() => delete_(...args));
      await put("one", { name: "One", repoUrl: `https://github.com/acme/r${diesAt}` });
      const run = inRun(() => migrateSkillSlugs({ dryRun: false }), { SUBMISSIONS_KV: dying.asNamespace() });
      await expect(run).rejects.toThrow("died");
      await inRun(() => migrateSkillSlugs({ dryRun: false }));
      expect(await keys()).toContain(`skill:acme/r${diesAt}/one`);
      expect(await keys()).not.toContain("skill:one");
    }
  });

  it("refuses a target that another record holds", async () => {
    await put("acme/tools/pdf", { name: "Another", repoUrl: "https://github.com/acme/tools" });
    const { refused } = await inRun(() => migrateSkillSlugs({ dryRun: false }));
    expect(refused).toContainEqual({ slug: "pdf", reason: "acme/tools/pdf exists already" });
  });
});
