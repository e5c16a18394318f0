/**
 * The transactional outbox: writes the KV documents and sends the queue messages that commits have recorded. Called
 * right after a commit and again by cron. Each row is claimed before it is processed, so two drains never write one
 * document at once, and every document is made from the newest database row. Draining is therefore idempotent, and an
 * older version cannot overwrite a newer one.
 */
import { and, eq, inArray, sql } from "drizzle-orm";
import { commit, executeReturning, ledger, type Statement, statement } from "../db.ts";
import { type OutboxKind, outbox } from "../ledger/schema/operations.ts";
import { describeError, log } from "../platform/log.ts";
import { sendSubmissionMessages } from "../platform/queue-sender.ts";
import { DOCUMENT_INTERVAL_MS } from "./follow-ups.ts";
import { projectSkill, projectSubmission } from "./projections.ts";

/** Longer than any attempt may take (see the limits in db.ts, platform/kv.ts and platform/queue-sender.ts). */
const CLAIM_MS = 30_000;
/** Rows for one call, so that one pipeline run does not do the work of all the others. */
const ROWS_PER_DRAIN = 25;
const LONGEST_DELAY_MS = 10 * 60_000;
/** Longer than DOCUMENT_INTERVAL_MS, after which KV accepts the next write. */
const HELD_DOCUMENT_DELAY_SECONDS = 2;

interface ClaimedRow {
  readonly kind: OutboxKind;
  readonly key: string;
  readonly wanted: number;
  readonly attempts: number;
}

export interface DrainResult {
  readonly done: number;
  readonly failed: number;
}

export interface DrainOptions {
  readonly limit?: number;
  /** Only rows of these kinds. */
  readonly kinds?: readonly OutboxKind[];
  /** Only rows of this key, for a caller that waits for them alone. */
  readonly key?: string;
}

/** Processes the rows that are due, oldest first. A row that fails is kept and retried with exponential backoff. */
export async function drainOutbox(nowMs: number, options: DrainOptions = {}): Promise<DrainResult> {
  const rows = await claimDueRows(nowMs, options);
  if (rows.length === 0) return { done: 0, failed: 0 };
  const errors = await carryOut(rows);
  const settlements = rows.map((row, index) => settle(row, errors[index] ?? null, nowMs));
  await commit([...settlements, dropDeleted(rows)]);
  const failed = errors.filter((error) => error !== null).length;
  return { done: rows.length - failed, failed };
}

/** Drains after a commit. The rows are already recorded, so a failure only delays them: it is logged. */
export async function drainAfterCommit(nowMs: number, options: DrainOptions = {}): Promise<void> {
  try {
    await drainOutbox(nowMs, options);
  } catch (error) {
    log("warn", "outbox.left_for_later", { error: describeError(error) });
  }
}

/**
 * KV accepts one write a second for each key, so the last document of a pipeline run may have to wait. Sends a delayed
 * queue message for it: its delivery drains the outbox, long before cron would.
 */
export async function scheduleHeldDocument(submissionId: string): Promise<void> {
  try {
    if (await isDocumentPending(submissionId))
      await sendSubmissionMessages([submissionId], HELD_DOCUMENT_DELAY_SECONDS);
  } catch (error) {
    log("warn", "outbox.left_for_later", { submissionId, error: describeError(error) });
  }
}

/** True while the submission's KV document is older than its row. */
async function isDocumentPending(submissionId: string): Promise<boolean> {
  const row = await ledger()
    .select({ pending: sql<number>`${outbox.wanted} > ${outbox.done}` })
    .from(outbox)
    .where(and(eq(outbox.kind, "submission-document"), eq(outbox.key, submissionId)))
    .get();
  return row?.pending === 1;
}

async function claimDueRows(
  nowMs: number,
  { limit = ROWS_PER_DRAIN, kinds, key }: DrainOptions,
): Promise<ClaimedRow[]> {
  const ofKinds = kinds === undefined ? undefined : inArray(outbox.kind, [...kinds]);
  const chosen = and(sql`TRUE`, ofKinds, key === undefined ? undefined : eq(outbox.key, key));
  return executeReturning(sql<ClaimedRow>`
    UPDATE outbox SET claimed_until = ${nowMs + CLAIM_MS}
    WHERE (kind, key) IN (
      SELECT kind, key FROM outbox
      WHERE wanted > done AND due_at <= ${nowMs} AND claimed_until <= ${nowMs} AND ${chosen}
      ORDER BY due_at LIMIT ${limit})
    RETURNING kind, key, wanted, attempts`);
}

/** The error of each row, or null, in the order of the rows. Sends all messages in one call; everything runs concurrently. */
async function carryOut(rows: readonly ClaimedRow[]): Promise<(unknown | null)[]> {
  const ids = rows.filter(({ kind }) => kind === "queue-message").map(({ key }) => key);
  const sent = sendSubmissionMessages(ids);
  const settled = await Promise.allSettled(
    rows.map(({ kind, key }) => {
      if (kind === "queue-message") return sent;
      return kind === "submission-document" ? projectSubmission(key) : projectSkill(key);
    }),
  );
  return settled.map((result) =>
    result.status === "rejected" ? (result.reason ?? new Error("unknown")) : null,
  );
}

/** Drops the settled rows of submissions that are deleted: their documents are deleted now, too. */
function dropDeleted(rows: readonly ClaimedRow[]): Statement {
  const keys = JSON.stringify(rows.map(({ key }) => key));
  return statement(sql`
    DELETE FROM outbox WHERE kind = 'submission-document' AND done >= wanted
      AND key IN (SELECT value FROM json_each(${keys}))
      AND NOT EXISTS (SELECT 1 FROM submissions WHERE id = outbox.key)`);
}

function settle({ kind, key, wanted, attempts }: ClaimedRow, error: unknown | null, nowMs: number) {
  const row = and(eq(outbox.kind, kind), eq(outbox.key, key));
  if (error !== null) {
    log("warn", "outbox.failed", { kind, key, attempts, error: describeError(error) });
    const delay = Math.min(LONGEST_DELAY_MS, DOCUMENT_INTERVAL_MS * 2 ** Math.min(attempts, 10));
    return statement(
      ledger()
        .update(outbox)
        .set({
          claimedUntil: 0,
          attempts: attempts + 1,
          lastError: describeError(error).slice(0, 500),
          dueAt: nowMs + delay,
        })
        .where(row),
    );
  }
  return statement(
    ledger()
      .update(outbox)
      .set({
        done: wanted,
        claimedUntil: 0,
        writtenAt: nowMs,
        attempts: 0,
        lastError: "",
        dueAt: sql`MAX(${outbox.dueAt}, ${kind === "queue-message" ? 0 : nowMs + DOCUMENT_INTERVAL_MS})`,
      })
      .where(row),
  );
}
