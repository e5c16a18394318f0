/**
 * The only writer of submission state: a guarded transition (optimistic locking). A move is one batch: the row
 * changes only if it still has the state and row version that the caller saw, and the event, the outbox rows and all
 * other rows of the move are written only if it did. Losing the race is a result, not an exception.
 */
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SubmissionState } from "../../domain/submission.ts";
import { isMoveAllowed, isTerminal, type Trigger } from "../../domain/transitions.ts";
import { commit, ledger, type Statement, statement } from "../db.ts";
import { type FollowUp, recordFollowUp } from "../outbox/follow-ups.ts";
import { type AuditEntry, auditEntry } from "./audit-log.ts";
import { type SubmissionRow, submissions } from "./schema/submissions.ts";

export interface Reason {
  readonly code: string;
  readonly text: string;
}

type SettableColumns = Partial<
  Omit<
    SubmissionRow,
    "id" | "state" | "rowVersion" | "createdAt" | "updatedAt" | "terminalAt" | "reasonCode" | "reason"
  >
>;

export interface Move {
  /** The submission as the caller read it. */
  readonly seen: Pick<SubmissionRow, "id" | "state" | "rowVersion">;
  readonly to: SubmissionState;
  readonly trigger: Trigger;
  readonly actor: string;
  /** Required for terminal states and for review, because a person must be able to act on it (L58). */
  readonly reason?: Reason;
  readonly set?: SettableColumns;
  /** An additional condition, for moves that depend on another row. */
  readonly onlyIf?: SQL;
  /** Outbox rows besides the KV document's. */
  readonly followUps?: readonly FollowUp[];
  /** Other rows of the same batch. Each must have `moved` in its WHERE. */
  readonly also?: (moved: SQL) => Statement[];
}

export type MoveResult = { readonly kind: "moved"; readonly rowVersion: number } | { readonly kind: "lost" };

/** Carries out one move. Throws on a move that the state machine forbids: that is a bug, not a race. */
export async function transition(move: Move, nowMs: number): Promise<MoveResult> {
  const { seen, to, trigger } = move;
  if (!isMoveAllowed(seen.state, to, trigger)) {
    throw new Error(`forbidden move ${seen.state} → ${to} by ${trigger} (submission ${seen.id})`);
  }
  if ((isTerminal(to) || to === "NEEDS_REVIEW") && move.reason === undefined) {
    throw new Error(`move to ${to} without a reason (submission ${seen.id})`);
  }
  return writeChange(move, nowMs);
}

/** The admin behind a manual retry. */
type AuditBy = Pick<AuditEntry, "actor" | "reason">;

/**
 * Bumps the row version and records an event without changing the state (optimistic lock as in `transition`), and puts
 * the submission back on the queue. For recovery and for manual retries (L25).
 */
export async function recordRetry(
  seen: Move["seen"],
  change: { reason: Reason; set: SettableColumns; followUps: readonly FollowUp[]; by?: AuditBy },
  nowMs: number,
): Promise<MoveResult> {
  const { by, ...rest } = change;
  const also: Move["also"] = (moved) =>
    by === undefined
      ? []
      : [auditEntry({ ...by, action: "submission.requeue", subject: seen.id }, nowMs, moved)];
  const actor = by?.actor ?? "recovery";
  return writeChange({ seen, to: seen.state, trigger: "recovery", actor, ...rest, also }, nowMs);
}

async function writeChange(move: Move, nowMs: number): Promise<MoveResult> {
  const { seen, to } = move;
  const rowVersion = seen.rowVersion + 1;
  const eventId = crypto.randomUUID();
  const moved = sql`EXISTS (SELECT 1 FROM submission_events WHERE event_id = ${eventId})`;
  const followUps: FollowUp[] = [{ kind: "submission-document", key: seen.id }, ...(move.followUps ?? [])];
  const [changed] = await commit([
    updateRow(move, rowVersion, nowMs),
    insertEvent(move, { eventId, rowVersion }, nowMs),
    ...followUps.map((followUp) => recordFollowUp(followUp, nowMs, moved)),
    ...(move.also?.(moved) ?? []),
  ]);
  return changed === 1 ? { kind: "moved", rowVersion } : { kind: "lost" };

  function updateRow({ reason, set, onlyIf }: Move, newVersion: number, at: number) {
    const stays = to === seen.state;
    return statement(
      ledger()
        .update(submissions)
        .set({
          ...set,
          state: to,
          rowVersion: newVersion,
          updatedAt: at,
          ...(stays ? {} : { reasonCode: reason?.code ?? null, reason: reason?.text ?? null }),
          terminalAt: isTerminal(to) ? at : null,
        })
        .where(
          and(
            eq(submissions.id, seen.id),
            eq(submissions.state, seen.state),
            eq(submissions.rowVersion, seen.rowVersion),
            onlyIf,
          ),
        ),
    );
  }
}

/** Guarded by changes(): the number of rows that the preceding update in the batch changed. */
function insertEvent(
  { seen, to, trigger, actor, reason }: Move,
  { eventId, rowVersion }: { readonly eventId: string; readonly rowVersion: number },
  at: number,
) {
  return statement(sql`
    INSERT INTO submission_events
      (event_id, submission_id, version, from_state, to_state, trigger, actor, reason_code, reason, at)
    SELECT ${eventId}, ${seen.id}, ${rowVersion}, ${seen.state}, ${to}, ${trigger}, ${actor},
      ${reason?.code ?? null}, ${reason?.text ?? null}, ${at}
    WHERE changes() = 1`);
}
