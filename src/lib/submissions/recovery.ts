/**
 * Requeues submissions that have lost their worker. KV lists the candidates and the database decides: a stale KV
 * document is repaired, not acted on (L31). The work of one run is bounded; the next run continues.
 *
 * Each failure leaves a trace. A worker that died in a step leaves that step's state and a lease that expires. One that
 * died between commit and queue leaves an outbox row. A lost message leaves an unclaimed row.
 */
import { and, asc, inArray, lte, sql } from "drizzle-orm";
import { isProblemCode } from "../../domain/problem.ts";
import { RECOVERY_DELAYS_MS } from "../../domain/retries.ts";
import { isStuck, PROCESSING_STATES, STUCK_THRESHOLD_MS } from "../../domain/submission.ts";
import { execute, ledger, statement } from "../db.ts";
import { type SubmissionRow, submissions } from "../ledger/schema/submissions.ts";
import { getSubmission, listSubmissionEvents, releaseAllLeases } from "../ledger/submission-rows.ts";
import { recordRetry, transition } from "../ledger/transition.ts";
import { getPause, resumeQueue } from "../operations/pause-store.ts";
import { recordFollowUp } from "../outbox/follow-ups.ts";
import { drainAfterCommit, drainOutbox } from "../outbox/outbox.ts";
import { getStuckSubmissions } from "../submission-store.ts";

/** A long queue is not a failure: up to this age, a submission that no worker has claimed loses no attempt. */
const UNCLAIMED_GRACE_MS = 24 * 60 * 60_000;
const MAX_PER_RUN = 100;

export interface RecoveryCounts {
  requeued: number;
  exhausted: number;
  repaired: number;
  waiting: number;
  /** Found stuck, left for the next run. */
  left: number;
}

/** One run. Does nothing while the queue is paused, because nothing is stuck then. */
export async function recoverStuck(nowMs: number): Promise<RecoveryCounts> {
  const counts: RecoveryCounts = { requeued: 0, exhausted: 0, repaired: 0, waiting: 0, left: 0 };
  if ((await getPause(nowMs)) !== null) return counts;
  const ids = await findStuckIds(nowMs);
  counts.left = Math.max(0, ids.length - MAX_PER_RUN);
  for (const id of ids.slice(0, MAX_PER_RUN)) {
    counts[await recoverOne(id, nowMs)] += 1;
  }
  await drainOutbox(nowMs, { limit: MAX_PER_RUN });
  return counts;
}

/** The candidates from KV and, because a document may be missing, from the database. */
async function findStuckIds(nowMs: number): Promise<string[]> {
  const fromKv = await getStuckSubmissions(nowMs);
  const fromLedger = await ledger()
    .select({ id: submissions.id })
    .from(submissions)
    .where(
      and(
        inArray(submissions.state, [...PROCESSING_STATES]),
        lte(submissions.updatedAt, nowMs - STUCK_THRESHOLD_MS),
      ),
    )
    .orderBy(asc(submissions.updatedAt))
    .limit(MAX_PER_RUN * 2);
  return [...new Set([...fromLedger, ...fromKv].map(({ id }) => id))];
}

async function recoverOne(id: string, nowMs: number): Promise<Exclude<keyof RecoveryCounts, "left">> {
  const row = await getSubmission(id);
  if (row === null || !isStuck(row.state, new Date(row.updatedAt).toISOString(), nowMs)) {
    await repairDocument(id, nowMs);
    return "repaired";
  }
  if (row.leaseUntil > nowMs || row.nextAttemptAt > nowMs - STUCK_THRESHOLD_MS) return "waiting";
  const neverClaimed = row.leaseToken === "" && nowMs - row.createdAt < UNCLAIMED_GRACE_MS;
  const delayMs = RECOVERY_DELAYS_MS[row.attempts];
  if (neverClaimed) {
    const text = `No worker has started on it for ${minutes(nowMs - row.updatedAt)}. Queued again.`;
    return requeue(
      row,
      { text, attempts: row.attempts, delayMs: delayMs ?? RECOVERY_DELAYS_MS[0] ?? 0 },
      nowMs,
    );
  }
  if (delayMs === undefined) return giveUp(row, nowMs);
  const attempts = row.attempts + 1;
  const text = `Timed out; retry ${attempts} of ${RECOVERY_DELAYS_MS.length} in ${minutes(delayMs)}.`;
  return requeue(row, { text, attempts, delayMs }, nowMs);
}

interface Requeue {
  readonly text: string;
  readonly attempts: number;
  readonly delayMs: number;
}

async function requeue(row: SubmissionRow, { text, attempts, delayMs }: Requeue, nowMs: number) {
  const nextAttemptAt = nowMs + delayMs;
  const result = await recordRetry(
    row,
    {
      reason: { code: "REQUEUED", text },
      set: { attempts, nextAttemptAt, leaseToken: "", leaseUntil: 0 },
      followUps: [{ kind: "queue-message", key: row.id, dueAt: nextAttemptAt }],
    },
    nowMs,
  );
  return result.kind === "moved" ? "requeued" : "waiting";
}

async function giveUp(row: SubmissionRow, nowMs: number) {
  const times = RECOVERY_DELAYS_MS.length + 1;
  const problem = await findLastProblem(row.id);
  const happened =
    problem === null
      ? `Processing timed out in ${row.state} ${times} times.`
      : `Processing failed in ${row.state} ${times} times, the last time with ${problem}`;
  const text = `${happened} This is not a problem with your skill. Resubmit it, or contact the operators.`;
  const result = await transition(
    {
      seen: row,
      to: "REJECTED",
      trigger: "recovery",
      actor: "recovery",
      reason: { code: "STUCK_EXHAUSTED", text },
    },
    nowMs,
  );
  return result.kind === "moved" ? "exhausted" : "waiting";
}

/** The code and the message of the last problem that the pipeline recorded in the present state. */
async function findLastProblem(id: string): Promise<string | null> {
  const events = await listSubmissionEvents(id);
  const sinceEntered = events.slice(
    1 + events.findLastIndex(({ fromState, toState }) => fromState !== toState),
  );
  const last = sinceEntered.findLast(({ reasonCode }) => isProblemCode(reasonCode ?? ""));
  return last === undefined ? null : `${last.reasonCode}: ${last.reason}`;
}

async function repairDocument(id: string, nowMs: number): Promise<void> {
  await execute(recordFollowUp({ kind: "submission-document", key: id }, nowMs));
}

function minutes(ms: number): string {
  return `${Math.max(1, Math.round(ms / 60_000))} minutes`;
}

/**
 * For a process that has just started and is the only one. Its queue was in memory and its leases belong to a process
 * that has ended, so every active submission is queued again now.
 */
export async function resumeAfterStart(nowMs: number): Promise<{ resumed: number }> {
  await releaseAllLeases();
  const resumed = await queueAllActive(nowMs);
  await execute(statement(sql`UPDATE outbox SET claimed_until = 0 WHERE claimed_until > 0`));
  for (let drained = 1; drained > 0; ) drained = (await drainOutbox(nowMs, { limit: MAX_PER_RUN })).done;
  return { resumed };
}

/**
 * Ends a pause. Messages that arrived during it were acknowledged, so every waiting submission is queued again here
 * instead of waiting until recovery finds it.
 */
export async function resumeAfterPause(actor: string, reason: string, nowMs: number): Promise<void> {
  await resumeQueue(actor, reason, nowMs);
  await queueAllActive(nowMs);
  await drainAfterCommit(nowMs, { limit: MAX_PER_RUN });
}

/** Records a queue message for every active submission that no worker holds, due when its backoff ends. */
async function queueAllActive(nowMs: number): Promise<number> {
  const waiting = and(inArray(submissions.state, [...PROCESSING_STATES]), lte(submissions.leaseUntil, nowMs));
  const [{ count } = { count: 0 }] = await ledger()
    .select({ count: sql<number>`COUNT(*)` })
    .from(submissions)
    .where(waiting);
  await execute(
    statement(sql`
    INSERT INTO outbox (kind, key, due_at)
    SELECT 'queue-message', id, MAX(${nowMs}, next_attempt_at) FROM submissions WHERE ${waiting}
    ON CONFLICT (kind, key) DO UPDATE SET wanted = outbox.wanted + 1, due_at = excluded.due_at, claimed_until = 0`),
  );
  return count;
}
