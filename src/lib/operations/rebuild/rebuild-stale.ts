/**
 * Deletes KV keys without a row in the database. A row is always written before its document, so no new key is
 * affected.
 */
import { sql } from "drizzle-orm";
import { ledger } from "../../db.ts";
import {
  aliasKey,
  SKILL_PREFIX,
  SUBMISSION_PREFIX,
  skillKey,
  submissionKey,
  submissionsKv,
} from "../../platform/kv.ts";

/** One operation lists them, and each deletion is one operation. */
const KEYS_PER_PAGE = 500;

/** `after` is the cursor of KV. */
export async function removeStaleKeys(
  of: "submissions" | "skills",
  after: string,
): Promise<{ after: string; done: number }> {
  const kv = submissionsKv();
  const page = await kv.list({
    prefix: of === "submissions" ? SUBMISSION_PREFIX : SKILL_PREFIX,
    limit: KEYS_PER_PAGE,
    ...(after === "" ? {} : { cursor: after }),
  });
  const names = page.keys.map(({ name }) => name);
  const stale = names.length === 0 ? [] : await withoutRow(of, names);
  await Promise.all(stale.map((name) => kv.delete(name)));
  return { after: page.list_complete ? "" : page.cursor, done: stale.length };
}

/** The lengths come from the prefixes of the key builders, so that the key format is defined once. */
async function withoutRow(of: "submissions" | "skills", names: readonly string[]): Promise<string[]> {
  const known =
    of === "submissions"
      ? sql`EXISTS (SELECT 1 FROM submissions WHERE id = substr(value, ${submissionKey("").length + 1}))`
      : sql`(EXISTS (SELECT 1 FROM skills WHERE slug = substr(value, ${skillKey("").length + 1}))
          OR (substr(value, 1, ${aliasKey("").length}) = ${aliasKey("")} AND EXISTS (SELECT 1 FROM skill_aliases
            WHERE old_slug = substr(value, ${aliasKey("").length + 1}))))`;
  const rows = await ledger().all<{ name: string }>(sql`
    SELECT value AS name FROM json_each(${JSON.stringify(names)}) WHERE NOT ${known}`);
  return rows.map(({ name }) => name);
}
