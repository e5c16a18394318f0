/** Submissions as the ledger has them: reads, the first row, and the lease. State changes are in `transition`. */
import { and, eq, inArray, lte, sql } from "drizzle-orm";
import { PROCESSING_STATES } from "../../domain/submission.ts";
import { ledger, type Statement, statement } from "../db.ts";
import { type FollowUp, wantFollowUp } from "../outbox/follow-ups.ts";
import { type SubmissionRow, submissionEvents, submissions } from "./schema.ts";

export async function getSubmission(id: string): Promise<SubmissionRow | null> {
  return (await ledger().select().from(submissions).where(eq(submissions.id, id)).get()) ?? null;
}

/** The row of an id that came from the ledger itself; its absence is a bug. */
export async function requireSubmission(id: string): Promise<SubmissionRow> {
  const row = await getSubmission(id);
  if (row === null) throw new Error(`submission ${id} is not in the ledger`);
  return row;
}

export async function listSubmissionEvents(id: string): Promise<(typeof submissionEvents.$inferSelect)[]> {
  return ledger()
    .select()
    .from(submissionEvents)
    .where(eq(submissionEvents.submissionId, id))
    .orderBy(submissionEvents.version);
}

/** True when a person has let this submission walk again after it was blocked. */
export async function wasUnblocked(id: string): Promise<boolean> {
  const event = await ledger()
    .select({ seq: submissionEvents.seq })
    .from(submissionEvents)
    .where(and(eq(submissionEvents.submissionId, id), eq(submissionEvents.trigger, "unblock")))
    .get();
  return event !== undefined;
}

/** What a new submission is made of; the rest has its default. */
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
 * The statements that create a submission with its first event and what must follow, for one batch. A unique
 * violation means that one is open already.
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
          version: 1,
          fromState: "",
          toState: state,
          trigger,
          actor: row.submittedBy,
          reasonCode: row.reasonCode ?? null,
          reason: row.reason ?? null,
          at: nowMs,
        }),
    ),
    ...followUps.map((followUp) => wantFollowUp(followUp, nowMs)),
  ];
}

/**
 * Takes the work on a submission for a bounded time. Null when it is unknown, not a worker's to move, put off until
 * later, or someone holds it. A worker that dies holds it no longer than `leaseMs` (L24).
 */
export async function claimSubmission(
  id: string,
  lease: { token: string; leaseMs: number },
  nowMs: number,
): Promise<SubmissionRow | null> {
  const rows = await ledger()
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
    .returning();
  return rows[0] ?? null;
}

/** Gives it back; does nothing when the lease has passed to another. The token stays: it tells that work began. */
export async function releaseSubmission(id: string, token: string): Promise<void> {
  await ledger()
    .update(submissions)
    .set({ leaseUntil: 0 })
    .where(and(eq(submissions.id, id), eq(submissions.leaseToken, token)));
}

/** Ends every lease and wait: only for a process that knows it is the only one and has just started. */
export async function releaseAllLeases(): Promise<void> {
  await ledger()
    .update(submissions)
    .set({ leaseUntil: 0, nextAttemptAt: 0 })
    .where(sql`${submissions.leaseUntil} > 0 OR ${submissions.nextAttemptAt} > 0`);
}
