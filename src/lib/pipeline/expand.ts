/** A source with several skills: one submission each, in the batch that ends the parent. */
import { sql } from "drizzle-orm";
import { ledger } from "../db.ts";
import type { SubmissionRow } from "../ledger/schema.ts";
import type { FetchedSource } from "../sources/fetch-source.ts";
import { advance, type StepOutcome, type Walk } from "./step.ts";

interface Child {
  readonly id: string;
  readonly path: string;
  readonly name: string;
}

/**
 * Children are pinned to the commit that the parent saw. One that is open already is left as it is: the unique
 * index decides, not a look-up before.
 */
export async function expand(
  parent: SubmissionRow,
  fetched: FetchedSource,
  walk: Walk,
): Promise<StepOutcome> {
  const children: Child[] = fetched.skills.map(({ path }) => ({
    id: crypto.randomUUID(),
    path,
    name: path.split("/").at(-1) ?? "",
  }));
  const source = {
    kind: parent.sourceKind,
    url: fetched.ref.url,
    owner: fetched.ref.owner,
    repo: fetched.ref.repo,
    ref: fetched.commit ?? parent.sourceRef,
  };
  return advance(parent, "EXPANDED", walk, {
    reason: {
      code: "EXPANDED",
      text: `The source has ${children.length} skills; each is a submission of its own.`,
    },
    set: { details: JSON.stringify({ children }) },
    also: (moved) => insertChildren(parent, source, children, walk.now(), moved),
  });
}

function insertChildren(
  parent: SubmissionRow,
  source: { kind: string; url: string; owner: string; repo: string; ref: string },
  children: readonly Child[],
  nowMs: number,
  moved: ReturnType<typeof sql>,
) {
  const rows = JSON.stringify(children);
  const inserted = sql`(SELECT id FROM submissions WHERE parent_id = ${parent.id}
    AND id IN (SELECT json_extract(value, '$.id') FROM json_each(${rows})))`;
  return [
    ledger().run(sql`
      INSERT INTO submissions (id, source_kind, source_url, owner, repo, source_ref, skill_path, skill_name, state,
        parent_id, submitted_by, email, created_at, updated_at)
      SELECT json_extract(value, '$.id'), ${source.kind}, ${source.url}, ${source.owner}, ${source.repo},
        ${source.ref}, json_extract(value, '$.path'), json_extract(value, '$.name'), 'RECEIVED',
        ${parent.id}, ${parent.submittedBy}, ${parent.email}, ${nowMs}, ${nowMs}
      FROM json_each(${rows}) WHERE ${moved} ON CONFLICT DO NOTHING`),
    ledger().run(sql`
      INSERT INTO submission_events (event_id, submission_id, version, from_state, to_state, trigger, actor, at)
      SELECT lower(hex(randomblob(16))), id, 1, '', 'RECEIVED', 'submit', ${parent.submittedBy}, ${nowMs}
      FROM ${inserted}`),
    ...["submission-document", "queue-message"].map((kind) =>
      ledger().run(sql`
        INSERT INTO outbox (kind, key, due_at) SELECT ${kind}, id, ${nowMs} FROM ${inserted} WHERE TRUE
        ON CONFLICT (kind, key) DO UPDATE SET wanted = outbox.wanted + 1`),
    ),
  ];
}
