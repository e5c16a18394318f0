/**
 * Deletes submissions that ended before anything was fetched: the source did not exist, or was made up. Nothing else
 * refers to them. A submission with content is history and stays.
 */
import { inArray, sql } from "drizzle-orm";
import { UNPUBLISHED_STATES } from "../../domain/submission.ts";
import { commit, statement } from "../db.ts";
import { recordDocumentsOf } from "../outbox/follow-ups.ts";
import { submissions } from "./schema/submissions.ts";

interface Selection {
  /** Only submissions that have not changed since. */
  readonly beforeMs: number;
  readonly limit: number;
}

/** Returns how many were deleted. The outbox deletes their documents, because their rows are gone. */
export async function deleteUnfetched({ beforeMs, limit }: Selection, nowMs: number): Promise<number> {
  // One transaction, and nothing before the last statement changes what is selected.
  const old = sql`
    SELECT id FROM submissions WHERE digest IS NULL AND upload_digest = '' AND parent_id IS NULL
      AND updated_at < ${beforeMs} AND ${inArray(submissions.state, [...UNPUBLISHED_STATES])}
      AND NOT EXISTS (SELECT 1 FROM submissions AS child WHERE child.parent_id = submissions.id)
    ORDER BY updated_at, id LIMIT ${limit}`;
  const results = await commit([
    recordDocumentsOf("submissions", sql`id IN (${old})`, nowMs),
    statement(sql`DELETE FROM outbox WHERE kind = 'queue-message' AND key IN (${old})`),
    statement(sql`DELETE FROM submission_events WHERE submission_id IN (${old})`),
    statement(sql`DELETE FROM submissions WHERE id IN (${old})`),
  ]);
  return results.at(-1) ?? 0;
}
