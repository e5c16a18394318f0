/** Rebuild of KV and the search index from the database and archives, inside workerd on the real stores. */
import { env } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import {
  REBUILD_START,
  type RebuildCursor,
  rebuildPage,
} from "../../../src/lib/operations/rebuild/rebuild.ts";
import { processSubmission } from "../../../src/lib/pipeline/process-submission.ts";
import { inRun, publishNow } from "../../support/publish.ts";
import { badSkill, submitFiles } from "../../support/skills.ts";

const kv = env.SUBMISSIONS_KV;
/** Later than any write of the test, so that every document may be written again. */
let clock = Date.now() + 60_000;

async function rebuildAll(): Promise<{ pages: number; problems: string[] }> {
  const problems: string[] = [];
  let cursor: RebuildCursor | null = REBUILD_START;
  let pages = 0;
  for (; cursor !== null; pages++) {
    clock += 5_000;
    const page = await rebuildPage(cursor, clock);
    problems.push(...page.problems);
    cursor = page.next;
  }
  return { pages, problems };
}

/** Everything in KV: value and metadata of each key. */
async function snapshot(): Promise<Record<string, unknown>> {
  const { keys } = await kv.list();
  const entries = keys.map(
    async ({ name, metadata }) => [name, { value: await kv.get(name), metadata }] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

const find = async (words: string) => {
  const rows = await env.DB.prepare(
    "SELECT skills.slug FROM skill_search JOIN skills ON skills.id = skill_search.rowid WHERE skill_search MATCH ? ORDER BY slug",
  )
    .bind(words)
    .all<{ slug: string }>();
  return rows.results.map(({ slug }) => slug);
};

const emptyKv = async () => {
  const { keys } = await kv.list();
  await Promise.all(keys.map(({ name }) => kv.delete(name)));
};

beforeEach(async () => {
  await emptyKv();
  for (const table of [
    "skill_search",
    "skill_search_trigram",
    "skill_versions",
    "skills",
    "skill_aliases",
    "outbox",
    "submission_events",
    "submissions",
  ])
    await env.DB.prepare(`DELETE FROM ${table}`).run();
});

async function seedRegistry() {
  await publishNow("alpha-notes");
  await publishNow("beta-notes", { owner: "globex" });
  const bad = await submitFiles(badSkill("formatter"));
  if (bad.kind === "accepted") await processSubmission(bad.submission.id);
  await env.DB.prepare("INSERT INTO skill_aliases VALUES ('old-alpha', 'acme/uploads/alpha-notes', 1)").run();
}

describe("rebuild", () => {
  it("L30: recreates every document byte for byte in an empty KV", async () => {
    await inRun(async () => {
      await seedRegistry();
      await rebuildAll();
      const before = await snapshot();
      expect(
        Object.keys(before)
          .sort()
          .filter((key) => !key.startsWith("sub:")),
      ).toEqual([
        "skill:acme/uploads/alpha-notes",
        "skill:alias:old-alpha",
        "skill:globex/uploads/beta-notes",
      ]);
      expect(Object.keys(before).filter((key) => key.startsWith("sub:"))).toHaveLength(3);
      await emptyKv();
      expect((await rebuildAll()).problems).toEqual([]);
      expect(await snapshot()).toEqual(before);
    });
  });

  it("recreates the search rows, and removes those of deleted skills (L33)", async () => {
    await inRun(async () => {
      await seedRegistry();
      const before = await find("decision");
      expect(before).toEqual(["acme/uploads/alpha-notes", "globex/uploads/beta-notes"]);
      await env.DB.prepare("DELETE FROM skill_search").run();
      await env.DB.prepare(
        "INSERT INTO skill_search (rowid, name, body) VALUES (999999, 'ghost', 'decision')",
      ).run();
      await rebuildAll();
      expect(await find("decision")).toEqual(before);
      expect(await env.DB.prepare("SELECT COUNT(*) AS n FROM skill_search").first("n")).toBe(2);
    });
  });

  it("removes keys without a row, and leaves everything else in KV unchanged", async () => {
    await inRun(async () => {
      await seedRegistry();
      for (const key of ["sub:ghost", "skill:ghost/repo/skill", "skill:alias:ghost"]) await kv.put(key, "{}");
      await kv.put("index:skills", "{}");
      await rebuildAll();
      const keys = Object.keys(await snapshot());
      expect(keys.filter((key) => key.includes("ghost"))).toEqual([]);
      expect(keys).toContain("index:skills");
    });
  });

  it("removes the document and search row of a skill that was taken down", async () => {
    await inRun(async () => {
      await seedRegistry();
      await env.DB.prepare("UPDATE skills SET status = 'taken_down' WHERE slug LIKE 'acme/%'").run();
      await rebuildAll();
      expect(await kv.get("skill:acme/uploads/alpha-notes")).toBeNull();
      expect(await find("decision")).toEqual(["globex/uploads/beta-notes"]);
    });
  });

  it("L04: reports a missing archive, which costs only that skill's full text", async () => {
    await inRun(async () => {
      await seedRegistry();
      const { digest } = await publishNow("gamma-notes");
      await env.ARCHIVES.delete(`content/${digest}/skill.tar.gz`);
      const { problems } = await rebuildAll();
      expect(problems).toEqual([`acme/uploads/gamma-notes: its archive is missing (${digest})`]);
      expect(await find("gamma")).toEqual(["acme/uploads/gamma-notes"]);
      expect(await kv.get("skill:acme/uploads/gamma-notes")).not.toBeNull();
    });
  });

  it("continues after a crash at any page, and queues no submission", async () => {
    await inRun(async () => {
      await seedRegistry();
      await env.DB.prepare(
        "INSERT INTO outbox (kind, key, due_at) SELECT 'queue-message', id, 0 FROM submissions WHERE TRUE ON CONFLICT DO UPDATE SET wanted = wanted + 1",
      ).run();
      await emptyKv();
      // A driver that dies at each page in turn and starts again.
      for (let reach = 1; reach <= 6; reach++) {
        let cursor: RebuildCursor | null = REBUILD_START;
        for (let page = 0; page < reach && cursor !== null; page++) {
          clock += 5_000;
          cursor = (await rebuildPage(cursor, clock)).next;
        }
      }
      await rebuildAll();
      expect(Object.keys(await snapshot())).toHaveLength(6);
      const unsent = await env.DB.prepare(
        "SELECT COUNT(*) AS n FROM outbox WHERE kind = 'queue-message' AND wanted > done",
      ).first("n");
      expect(unsent).toBe(3);
    });
  });
});
