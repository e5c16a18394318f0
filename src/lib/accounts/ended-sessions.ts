/** Sessions that ended by signing out, until their cookies have expired. Only a hash of the session's nonce is stored. */
import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { execute, ledger, statement } from "../db.ts";
import { endedSessions } from "../ledger/schema/accounts.ts";

const idOf = (nonce: string) => createHash("sha256").update(nonce).digest("hex");

export async function recordEndedSession(nonce: string, expiresAt: number): Promise<void> {
  const row = { id: idOf(nonce), expiresAt };
  await execute(statement(ledger().insert(endedSessions).values(row).onConflictDoNothing()));
}

export async function isSessionEnded(nonce: string): Promise<boolean> {
  const found = await ledger()
    .select()
    .from(endedSessions)
    .where(eq(endedSessions.id, idOf(nonce)))
    .get();
  return found !== undefined;
}
