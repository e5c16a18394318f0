/** Inserts the submissions of a source with several skills, as statements for the batch that expands it. */
import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "../db.ts";
import type { NewSubmission } from "./submission-rows.ts";

export interface Child {
  readonly id: string;
  readonly path: string;
  readonly name: string;
  /** '' for fetched content. */
  readonly uploadDigest: string;
}

type Parent = Pick<
  NewSubmission,
  "id" | "sourceKind" | "sourceUrl" | "owner" | "repo" | "sourceRef" | "submittedBy"
> & { readonly email?: string | null };

/**
 * Four statements for any number of children, because a batch of hundreds would be slow. A skill with an open
 * submission is skipped: the unique index decides, without a race.
 */
export function insertChildren(
  parent: Parent,
  children: readonly Child[],
  { nowMs, guard }: { readonly nowMs: number; readonly guard: SQL },
): Statement[] {
  const rows = JSON.stringify(children);
  const inserted = sql`(SELECT id FROM submissions WHERE parent_id = ${parent.id}
    AND id IN (SELECT json_extract(value, '$.id') FROM json_each(${rows})))`;
  return [
    statement(sql`
      INSERT INTO submissions (id, source_kind, source_url, owner, repo, source_ref, skill_path, skill_name,
        upload_digest, state, parent_id, submitted_by, email, created_at, updated_at)
      SELECT json_extract(value, '$.id'), ${parent.sourceKind}, ${parent.sourceUrl}, ${parent.owner}, ${parent.repo},
        ${parent.sourceRef}, json_extract(value, '$.path'), json_extract(value, '$.name'),
        json_extract(value, '$.uploadDigest'), 'RECEIVED',
        ${parent.id}, ${parent.submittedBy}, ${parent.email ?? null}, ${nowMs}, ${nowMs}
      FROM json_each(${rows}) WHERE ${guard} ON CONFLICT DO NOTHING`),
    statement(sql`
      INSERT INTO submission_events (event_id, submission_id, version, from_state, to_state, trigger, actor, at)
      SELECT lower(hex(randomblob(16))), id, 1, '', 'RECEIVED', 'submit', ${parent.submittedBy}, ${nowMs}
      FROM ${inserted}`),
    ...["submission-document", "queue-message"].map((kind) =>
      statement(sql`
        INSERT INTO outbox (kind, key, due_at) SELECT ${kind}, id, ${nowMs} FROM ${inserted} WHERE TRUE
        ON CONFLICT (kind, key) DO UPDATE SET wanted = outbox.wanted + 1`),
    ),
  ];
}
