/** Blocklist matching exists as a function and as SQL. Both must give the same result for every entry and subject. */
import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { BLOCK_FIELDS, type BlockFields, entryMatches } from "../../../src/domain/blocklist.ts";
import { ledger } from "../../../src/lib/db.ts";
import { blocklist } from "../../../src/lib/ledger/schema/skills.ts";
import { type BlockSubject, entryMatchesSql, findBlock } from "../../../src/lib/skills/blocklist-store.ts";
import { runWithWorkerEnv } from "../../../src/lib/worker-context.ts";

const VALUES = [null, "x", "y"];
/** Every assignment of null, x or y to the four fields. */
const all: BlockFields[] = BLOCK_FIELDS.reduce<BlockFields[]>(
  (partial, field) => partial.flatMap((fields) => VALUES.map((value) => ({ ...fields, [field]: value }))),
  [{} as BlockFields],
);
/** The same assignments as rows, so that one query compares a value with all of them. */
const rows = sql`(SELECT key, value ->> 'owner' AS owner, value ->> 'sourceUrl' AS sourceUrl,
  value ->> 'skillName' AS skillName, value ->> 'digest' AS digest FROM json_each(${JSON.stringify(all)})) AS side`;
const columns = {
  owner: sql.raw("side.owner"),
  sourceUrl: sql.raw("side.sourceUrl"),
  skillName: sql.raw("side.skillName"),
  digest: sql.raw("side.digest"),
};
const indexes = (test: (fields: BlockFields) => boolean) =>
  all.flatMap((fields, index) => (test(fields) ? [index] : []));

describe("a blocklist entry", () => {
  it("matches the same subjects in SQL as in code, entry by entry", async () => {
    await runWithWorkerEnv(env, async () => {
      for (const entry of all) {
        const found = await ledger().all<{ key: number }>(
          sql`SELECT key FROM ${rows} WHERE ${entryMatchesSql(entry, columns)} ORDER BY key`,
        );
        expect(found.map(({ key }) => key)).toEqual(indexes((subject) => entryMatches(entry, subject)));
      }
    });
  });

  it("is found for the same subjects in SQL as in code, subject by subject", async () => {
    await runWithWorkerEnv(env, async () => {
      for (const subject of all) {
        const found = await ledger().all<{ key: number }>(
          sql`SELECT key FROM ${rows} WHERE ${entryMatchesSql(columns, subject)} ORDER BY key`,
        );
        expect(found.map(({ key }) => key)).toEqual(indexes((entry) => entryMatches(entry, subject)));
      }
    });
  });

  it("is no longer found once it is removed", async () => {
    const subject: BlockSubject = { owner: "x", sourceUrl: "x", skillName: "x", digest: "x" };
    await runWithWorkerEnv(env, async () => {
      const entry = { threatType: "t", severity: "low", reason: "r", createdBy: "c", createdAt: 1 } as const;
      await ledger()
        .insert(blocklist)
        .values({ ...entry, id: "match-removed", owner: "x", removedAt: 2 });
      expect(await findBlock(subject)).toBeNull();
      await ledger()
        .insert(blocklist)
        .values({ ...entry, id: "match-active", owner: "x" });
      expect((await findBlock(subject))?.id).toBe("match-active");
    });
  });
});
