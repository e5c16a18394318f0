/** Dead letters: queue messages that ran out of retries, kept until someone replays them. */
import { and, desc, eq, isNull } from "drizzle-orm";
import { commit, execute, ledger, statement } from "../db.ts";
import { deadLetters } from "../ledger/schema/operations.ts";

type DeadLetter = typeof deadLetters.$inferSelect;

/** Stores a message. A second delivery of the same message changes nothing. */
export async function saveDeadLetter(letter: Omit<DeadLetter, "replayedAt" | "replayedBy">): Promise<void> {
  await execute(statement(ledger().insert(deadLetters).values(letter).onConflictDoNothing()));
}

/** Newest first: all of them, or only those that were not replayed. */
export async function listDeadLetters(which: "all" | "waiting", limit: number): Promise<DeadLetter[]> {
  return ledger()
    .select()
    .from(deadLetters)
    .where(which === "waiting" ? isNull(deadLetters.replayedAt) : undefined)
    .orderBy(desc(deadLetters.receivedAt))
    .limit(limit);
}

export async function getDeadLetter(id: string): Promise<DeadLetter | null> {
  return (await ledger().select().from(deadLetters).where(eq(deadLetters.id, id)).get()) ?? null;
}

/** True for exactly one of several concurrent callers. */
export async function claimReplay(id: string, actor: string, nowMs: number): Promise<boolean> {
  const [changed] = await commit([
    statement(
      ledger()
        .update(deadLetters)
        .set({ replayedAt: nowMs, replayedBy: actor })
        .where(and(eq(deadLetters.id, id), isNull(deadLetters.replayedAt))),
    ),
  ]);
  return changed === 1;
}
