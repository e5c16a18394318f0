/**
 * The pause switch of the queue. A pause always expires, because one without an expiry stopped a queue for good
 * (L26).
 */
import { and, eq, gt } from "drizzle-orm";
import { commit, ledger, statement } from "../db.ts";
import { auditEntry } from "../ledger/audit-log.ts";
import { switches } from "../ledger/schema/operations.ts";

const NAME = "queue-paused";
export const DEFAULT_PAUSE_MS = 60 * 60 * 1000;
/** A longer pause must be requested again. */
export const LONGEST_PAUSE_MS = 24 * 60 * 60 * 1000;

export type Pause = typeof switches.$inferSelect;

/** The active pause, or null. */
export async function getPause(nowMs: number): Promise<Pause | null> {
  const found = await ledger()
    .select()
    .from(switches)
    .where(and(eq(switches.name, NAME), gt(switches.expiresAt, nowMs)))
    .get();
  return found ?? null;
}

export async function pauseQueue(
  pause: { actor: string; reason: string; durationMs?: number },
  nowMs: number,
): Promise<Pause> {
  const durationMs = Math.min(pause.durationMs ?? DEFAULT_PAUSE_MS, LONGEST_PAUSE_MS);
  const row: Pause = {
    name: NAME,
    setBy: pause.actor,
    reason: pause.reason,
    setAt: nowMs,
    expiresAt: nowMs + durationMs,
  };
  await commit([
    statement(ledger().insert(switches).values(row).onConflictDoUpdate({ target: switches.name, set: row })),
    auditEntry({ actor: pause.actor, action: "queue.pause", subject: "queue", reason: pause.reason }, nowMs),
  ]);
  return row;
}

export async function resumeQueue(actor: string, reason: string, nowMs: number): Promise<void> {
  await commit([
    statement(ledger().delete(switches).where(eq(switches.name, NAME))),
    auditEntry({ actor, action: "queue.resume", subject: "queue", reason }, nowMs),
  ]);
}
