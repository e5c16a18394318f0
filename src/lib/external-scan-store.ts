/**
 * What outside scanners were asked, and what they said. The asking is recorded before it is made (L29), so an
 * answer that never comes shows as pending and then timed out, never as a pass.
 */
import { and, eq, sql } from "drizzle-orm";
import { ledger } from "./db.ts";
import { externalScans } from "./ledger/schema.ts";

export type ExternalScan = typeof externalScans.$inferSelect;

/** Records that `provider` is to scan `digest`; asking again changes nothing. */
export async function recordScanRequest(digest: string, provider: string, nowMs: number): Promise<void> {
  await ledger()
    .insert(externalScans)
    .values({
      id: crypto.randomUUID(),
      digest,
      provider,
      status: "pending",
      requestedAt: nowMs,
      updatedAt: nowMs,
    })
    .onConflictDoNothing({ target: [externalScans.digest, externalScans.provider] });
}

export async function listExternalScans(digest: string): Promise<ExternalScan[]> {
  return ledger()
    .select()
    .from(externalScans)
    .where(eq(externalScans.digest, digest))
    .orderBy(externalScans.provider);
}

/** Takes a result once for each (digest, provider); false when it was not asked for or is already there. */
export async function recordScanResult(
  result: Pick<ExternalScan, "digest" | "provider" | "verdict" | "criticalCount" | "result">,
  nowMs: number,
): Promise<boolean> {
  const { digest, provider, ...answer } = result;
  const changed = await ledger()
    .update(externalScans)
    .set({ ...answer, status: "done", updatedAt: nowMs })
    .where(
      and(
        eq(externalScans.digest, digest),
        eq(externalScans.provider, provider),
        sql`${externalScans.status} <> 'done'`,
      ),
    )
    .returning({ id: externalScans.id });
  return changed.length === 1;
}
