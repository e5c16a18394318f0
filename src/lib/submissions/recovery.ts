/**
 * Brings back submissions that have lost their worker. KV tells which may be stuck, the ledger decides: a stale KV
 * document is repaired, not acted on (L31). Work is bounded; the rest waits for the next run.
 *
 * Which death leaves what: a worker that died in a step leaves the step's state and a lease that runs out; one that
 * died between commit and queue leaves an outbox row; a message that was lost leaves a row that nobody has claimed.
 */
import { and, asc, inArray, lte, sql } from "drizzle-orm";
import { RECOVERY_DELAYS_MS } from "../../domain/retries.ts";
import { isStuck, PROCESSING_STATES, STUCK_THRESHOLD_MS } from "../../domain/submission.ts";
import { execute, ledger, statement } from "../db.ts";
import { type SubmissionRow, submissions } from "../ledger/schema.ts";
import { getSubmission, releaseAllLeases } from "../ledger/submission-rows.ts";
import { recordRetry, transition } from "../ledger/transition.ts";
import { getPause, resumeQueue } from "../operations/pause-store.ts";
import { wantFollowUp } from "../outbox/follow-ups.ts";
import { drainAfterCommit, drainOutbox } from "../outbox/outbox.ts";
import { getStuckSubmissions } from "../submission-store.ts";

/** Waiting in a long queue is not dying: until this age, one that no worker has claimed loses no attempt. */
const PATIENCE_MS = 24 * 60 * 60_000;
const MOST_PER_RUN = 100;

export interface RecoveryCounts {
  requeued: number;
  exhausted: number;
  repaired: number;
  waiting: number;
  /** Found stuck, left for the next run. */
  left: number;
}

/** One run. Does nothing while the queue is paused: nobody is late then. */
export async function recoverStuck(nowMs: number): Promise<RecoveryCounts> {
  const counts: RecoveryCounts = { requeued: 0, exhausted: 0, repaired: 0, waiting: 0, left: 0 };
  if ((await getPause(nowMs)) !== null) return counts;
  const ids = await findStuckIds(nowMs);
  counts.left = Math.max(0, ids.length - MOST_PER_RUN);
  for (const id of ids.slice(0, MOST_PER_RUN)) {
    counts[await recoverOne(id, nowMs)] += 1;
  }
  await drainOutbox(nowMs, { limit: MOST_PER_RUN });
  return counts;
}

/** KV's candidates and, because a document may be missing altogether, the ledger's own. */
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
    .limit(MOST_PER_RUN * 2);
  return [...new Set([...fromLedger, ...fromKv].map(({ id }) => id))];
}

async function recoverOne(id: string, nowMs: number): Promise<Exclude<keyof RecoveryCounts, "left">> {
  const row = await getSubmission(id);
  if (row === null || !isStuck(row.state, new Date(row.updatedAt).toISOString(), nowMs)) {
    await repairDocument(id, nowMs);
    return "repaired";
  }
  if (row.leaseUntil > nowMs || row.nextAttemptAt > nowMs - STUCK_THRESHOLD_MS) return "waiting";
  const neverClaimed = row.leaseToken === "" && nowMs - row.createdAt < PATIENCE_MS;
  const delayMs = RECOVERY_DELAYS_MS[row.attempts];
  if (delayMs === undefined && !neverClaimed) return giveUp(row, nowMs);
  return requeue(row, delayMs ?? RECOVERY_DELAYS_MS[0] ?? 0, neverClaimed, nowMs);
}

async function requeue(row: SubmissionRow, delayMs: number, neverClaimed: boolean, nowMs: number) {
  const nextAttemptAt = nowMs + delayMs;
  const text = neverClaimed
    ? `No worker has taken it for ${minutes(nowMs - row.updatedAt)}; queued again.`
    : `Its worker stopped answering; try ${row.attempts + 1} of ${RECOVERY_DELAYS_MS.length} in ${minutes(delayMs)}.`;
  const result = await recordRetry(
    row,
    {
      reason: { code: "REQUEUED", text },
      set: { attempts: row.attempts + (neverClaimed ? 0 : 1), nextAttemptAt, leaseToken: "", leaseUntil: 0 },
      followUps: [{ kind: "queue-message", key: row.id, dueAt: nextAttemptAt }],
    },
    nowMs,
  );
  return result.kind === "moved" ? "requeued" : "waiting";
}

async function giveUp(row: SubmissionRow, nowMs: number) {
  const text = `Processing stopped in ${row.state} ${RECOVERY_DELAYS_MS.length + 1} times without an answer. Nothing is wrong with your skill as far as we know; submit it again, or ask the operators.`;
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

async function repairDocument(id: string, nowMs: number): Promise<void> {
  await execute(wantFollowUp({ kind: "submission-document", key: id }, nowMs));
}

function minutes(ms: number): string {
  return `${Math.max(1, Math.round(ms / 60_000))} minutes`;
}

/**
 * For a process that has just started and is the only one: its queue was in memory and its leases belong to the
 * dead, so every active submission is queued again at once.
 */
export async function resumeAfterStart(nowMs: number): Promise<{ resumed: number }> {
  await releaseAllLeases();
  const resumed = await queueAllActive(nowMs);
  await execute(statement(sql`UPDATE outbox SET claimed_until = 0 WHERE claimed_until > 0`));
  for (let drained = 1; drained > 0; ) drained = (await drainOutbox(nowMs, { limit: MOST_PER_RUN })).done;
  return { resumed };
}

/**
 * Ends a pause. Messages that came during it were taken off the queue, so whoever still waits is queued again:
 * "go on" must not mean "go on when recovery finds you late".
 */
export async function resumeAfterPause(actor: string, reason: string, nowMs: number): Promise<void> {
  await resumeQueue(actor, reason, nowMs);
  await queueAllActive(nowMs);
  await drainAfterCommit(nowMs, { limit: MOST_PER_RUN });
}

/** Wants a message for every active submission that no worker holds, not before its back-off is over. */
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
