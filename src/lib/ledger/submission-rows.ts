/** Submissions in the database: reads, the first row, and the lease. `transition` changes the state. */
import { and, eq, inArray, lte, sql } from "drizzle-orm";
import { PROCESSING_STATES } from "../../domain/submission.ts";
import { execute, executeReturning, ledger, type Statement, statement } from "../db.ts";
import { type FollowUp, recordFollowUp } from "../outbox/follow-ups.ts";
import { type SubmissionRow, submissionEvents, submissions } from "./schema/submissions.ts";

export async function getSubmission(id: string): Promise<SubmissionRow | null> {
  return (await ledger().select().from(submissions).where(eq(submissions.id, id)).get()) ?? null;
}

/** The row of an id that came from the database; throws if it is missing. */
export async function requireSubmission(id: string): Promise<SubmissionRow> {
  const row = await getSubmission(id);
  if (row === null) throw new Error(`submission ${id} is not in the database`);
  return row;
}

export async function listSubmissionEvents(id: string): Promise<(typeof submissionEvents.$inferSelect)[]> {
  return ledger()
    .select()
    .from(submissionEvents)
    .where(eq(submissionEvents.submissionId, id))
    .orderBy(submissionEvents.rowVersion);
}

/** True when an admin has unblocked this submission. */
export async function wasUnblocked(id: string): Promise<boolean> {
  const event = await ledger()
    .select({ seq: submissionEvents.seq })
    .from(submissionEvents)
    .where(and(eq(submissionEvents.submissionId, id), eq(submissionEvents.trigger, "unblock")))
    .get();
  return event !== undefined;
}

/** The columns that a new submission must have; the others have defaults. */
export type NewSubmission = Pick<
  SubmissionRow,
  | "id"
  | "sourceKind"
  | "sourceUrl"
  | "owner"
  | "repo"
  | "sourceRef"
  | "skillPath"
  | "skillName"
  | "submittedBy"
> &
  Partial<SubmissionRow>;

/**
 * The statements that create a submission with its first event and its outbox rows, for one batch. A unique violation
 * means that a submission of the same skill is already open.
 */
export function insertSubmission(row: NewSubmission, trigger: string, nowMs: number): Statement[] {
  const state = row.state ?? "RECEIVED";
  const followUps: FollowUp[] = [{ kind: "submission-document", key: row.id }];
  if (state === "RECEIVED") followUps.push({ kind: "queue-message", key: row.id });
  return [
    statement(
      ledger()
        .insert(submissions)
        .values({ ...row, state, createdAt: nowMs, updatedAt: nowMs }),
    ),
    statement(
      ledger()
        .insert(submissionEvents)
        .values({
          eventId: crypto.randomUUID(),
          submissionId: row.id,
          rowVersion: 1,
          fromState: "",
          toState: state,
          trigger,
          actor: row.submittedBy,
          reasonCode: row.reasonCode ?? null,
          reason: row.reason ?? null,
          at: nowMs,
        }),
    ),
    ...followUps.map((followUp) => recordFollowUp(followUp, nowMs)),
  ];
}

/**
 * Claims a submission for a limited time. Null when it is unknown, in a state without work, postponed, or claimed by
 * another run. A worker that dies holds it no longer than `leaseMs` (L24).
 */
export async function claimSubmission(
  id: string,
  lease: { token: string; leaseMs: number },
  nowMs: number,
): Promise<SubmissionRow | null> {
  const rows = await executeReturning(
    ledger()
      .update(submissions)
      .set({ leaseToken: lease.token, leaseUntil: nowMs + lease.leaseMs })
      .where(
        and(
          eq(submissions.id, id),
          inArray(submissions.state, [...PROCESSING_STATES]),
          lte(submissions.leaseUntil, nowMs),
          lte(submissions.nextAttemptAt, nowMs),
        ),
      )
      .returning(),
  );
  return rows[0] ?? null;
}

/**
 * Releases the lease, unless another run holds it by now. The token stays, because it shows that a worker has
 * started.
 */
export async function releaseSubmission(id: string, token: string): Promise<void> {
  await execute(
    statement(
      ledger()
        .update(submissions)
        .set({ leaseUntil: 0 })
        .where(and(eq(submissions.id, id), eq(submissions.leaseToken, token))),
    ),
  );
}

/** Ends every lease and delay. Only for a process that is the only one and has just started. */
export async function releaseAllLeases(): Promise<void> {
  await execute(
    statement(
      ledger()
        .update(submissions)
        .set({ leaseUntil: 0, nextAttemptAt: 0 })
        .where(sql`${submissions.leaseUntil} > 0 OR ${submissions.nextAttemptAt} > 0`),
    ),
  );
}
