/** The audit log of manual actions: who and why. An entry belongs to the batch of the action that it records. */
import { desc, type SQL, sql } from "drizzle-orm";
import { commit, execute, ledger, type Statement, statement } from "../db.ts";
import { auditLog } from "./schema/operations.ts";

const HOUR_MS = 60 * 60_000;

export interface AuditEntry {
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly reason: string;
  readonly detail?: unknown;
}

/** The statement for a batch. With a guard, it is written only if the action took place. */
export function auditEntry(entry: AuditEntry, nowMs: number, guard: SQL = sql`TRUE`): Statement {
  const { actor, action, subject, reason, detail = {} } = entry;
  return statement(sql`
    INSERT INTO audit_log (actor, action, subject, reason, detail, at)
    SELECT ${actor}, ${action}, ${subject}, ${reason}, ${JSON.stringify(detail)}, ${nowMs} WHERE ${guard}`);
}

/** Records an event that changes nothing else in the database, such as a sign-in. */
export async function recordAction(entry: AuditEntry, nowMs: number): Promise<void> {
  await execute(auditEntry(entry, nowMs));
}

/**
 * Records a failed sign-in. Equal ones within an hour are counted in one row, so that guessing cannot fill the log. The
 * action is part of the text of the query, because its index covers this action only.
 */
export async function recordFailedSignIn(
  { actor, subject, reason }: Omit<AuditEntry, "action" | "detail">,
  nowMs: number,
): Promise<void> {
  await commit([
    statement(sql`
      UPDATE audit_log SET detail = json_set(detail, '$.times', json_extract(detail, '$.times') + 1)
      WHERE action = 'sign-in.failed' AND at > ${nowMs - HOUR_MS}
        AND actor = ${actor} AND subject = ${subject} AND reason = ${reason}`),
    auditEntry(
      { actor, action: "sign-in.failed", subject, reason, detail: { times: 1 } },
      nowMs,
      sql`changes() = 0`,
    ),
  ]);
}

/** Newest first. */
export async function listAuditLog(limit: number, offset = 0): Promise<(typeof auditLog.$inferSelect)[]> {
  return ledger().select().from(auditLog).orderBy(desc(auditLog.id)).limit(limit).offset(offset);
}

export function countAuditLog(): Promise<number> {
  return ledger().$count(auditLog);
}
