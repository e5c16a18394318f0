/** Messages that ran out of retries, kept until someone replays them. */
import { ledger } from "./db.ts";
import { deadLetters } from "./ledger/schema.ts";

type DeadLetter = typeof deadLetters.$inferSelect;

/** Keeps one message; a second delivery of it changes nothing. */
export async function saveDeadLetter(letter: Omit<DeadLetter, "replayedAt" | "replayedBy">): Promise<void> {
  await ledger().insert(deadLetters).values(letter).onConflictDoNothing();
}
