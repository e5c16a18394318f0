/**
 * The one way to change a skill's row together with rows that depend on it (versions, search, audit, outbox). The first
 * statement carries the guards and writes a new `write_id`; every later one applies only if that id is in the row. So the
 * batch changes everything or nothing, and a lost race is a result, not an error. Only a critical external scan changes
 * skills elsewhere (`scans/external-scan-results`): all that have the content at once, guarded by the delivery's id.
 */
import { and, eq, type SQL, sql } from "drizzle-orm";
import { commit, ledger, type Statement, statement } from "../db.ts";
import { type SkillRow, skills } from "../ledger/schema/skills.ts";
import { recordFollowUp } from "../outbox/follow-ups.ts";

export interface SkillWrite {
  readonly slug: string;
  /** Inserts or updates the row under its guards and stores `writeId` in it. */
  readonly change: (writeId: string) => Statement;
  /** The statements that apply only if `change` did; each takes `written` as its guard. */
  readonly dependents: (written: SQL) => readonly Statement[];
}

/** Runs the batch and orders the skill's KV document. False when the guards of `change` did not hold. */
export async function guardedSkillWrite(
  { slug, change, dependents }: SkillWrite,
  nowMs: number,
): Promise<boolean> {
  const writeId = crypto.randomUUID();
  const written = sql`EXISTS (SELECT 1 FROM skills WHERE slug = ${slug} AND write_id = ${writeId})`;
  const [changed] = await commit([
    change(writeId),
    ...dependents(written),
    recordFollowUp({ kind: "skill-document", key: slug }, nowMs, written),
  ]);
  return changed === 1;
}

export interface SkillUpdate {
  /** The row as the caller read it. If the revision in the database differs, the update does not apply. */
  readonly seen: SkillRow;
  readonly set: Partial<SkillRow>;
  readonly onlyIf?: SQL;
}

/** An update of the row under its optimistic lock, for `change`. */
export function lockedSkillUpdate({ seen, set, onlyIf }: SkillUpdate, nowMs: number) {
  return (writeId: string): Statement =>
    statement(
      ledger()
        .update(skills)
        .set({ ...set, revision: seen.revision + 1, writeId, updatedAt: nowMs })
        .where(and(eq(skills.id, seen.id), eq(skills.revision, seen.revision), onlyIf)),
    );
}
