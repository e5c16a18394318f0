/**
 * Requests to external scanners, and which scanner works on them. A request is recorded before it is sent (L29). Work
 * is claimed with a lease that expires, and each claim that ends without a result is counted (L24). A request without
 * a result times out and never passes (L56).
 */
import { and, asc, eq, inArray, lte, or, type SQL, sql } from "drizzle-orm";
import { commit, execute, executeReturning, ledger, statement } from "./db.ts";
import { externalScans } from "./ledger/schema/scans.ts";

export type ExternalScan = typeof externalScans.$inferSelect;

/**
 * Claims without a result after which a scan is given up: a content that crashes its scanner must not do so forever.
 */
export const MAX_RELEASES = 5;
/** A scanner that was down overnight still gets its work. A longer outage must be visible. */
export const SCAN_LIMIT_MS = 24 * 60 * 60_000;

/** Records a request for each provider. Idempotent, unless the last request timed out. */
export async function recordScanRequests(
  digest: string,
  providers: readonly string[],
  nowMs: number,
): Promise<void> {
  if (providers.length === 0) return;
  const fresh = { status: "pending" as const, requestedAt: nowMs, updatedAt: nowMs };
  await commit(
    providers.map((provider) =>
      statement(
        ledger()
          .insert(externalScans)
          .values({ id: crypto.randomUUID(), digest, provider, ...fresh })
          .onConflictDoUpdate({
            target: [externalScans.digest, externalScans.provider],
            set: { ...fresh, releases: 0, claimedBy: "", leaseUntil: 0 },
            setWhere: eq(externalScans.status, "timed_out"),
          }),
      ),
    ),
  );
}

export async function getExternalScan(id: string): Promise<ExternalScan | null> {
  return (await ledger().select().from(externalScans).where(eq(externalScans.id, id)).get()) ?? null;
}

export async function listExternalScans(digest: string): Promise<ExternalScan[]> {
  return ledger()
    .select()
    .from(externalScans)
    .where(eq(externalScans.digest, digest))
    .orderBy(externalScans.provider);
}

/** The scans that a provider may claim now, oldest first. An expired lease frees its scan. */
export async function listClaimableScans(
  provider: string,
  limit: number,
  nowMs: number,
): Promise<ExternalScan[]> {
  return ledger()
    .select()
    .from(externalScans)
    .where(and(eq(externalScans.provider, provider), isClaimable(nowMs)))
    .orderBy(asc(externalScans.requestedAt))
    .limit(limit);
}

/** Claims the scan for a limited time. Null when it is unknown, has ended, or is claimed by another scanner. */
export async function claimScan(
  id: string,
  claim: { by: string; leaseMs: number },
  nowMs: number,
): Promise<ExternalScan | null> {
  const rows = await executeReturning(
    ledger()
      .update(externalScans)
      .set({
        status: "running",
        claimedBy: claim.by,
        leaseUntil: nowMs + claim.leaseMs,
        releases: releasesIfRunning,
        updatedAt: nowMs,
      })
      .where(and(eq(externalScans.id, id), isClaimable(nowMs)))
      .returning(),
  );
  return rows[0] ?? null;
}

/** Undoes a claim that reached no scanner. It does not count as a release. */
export async function returnScan(id: string, by: string, nowMs: number): Promise<void> {
  await execute(
    statement(
      ledger()
        .update(externalScans)
        .set({ status: "pending", claimedBy: "", leaseUntil: 0, updatedAt: nowMs })
        .where(
          and(eq(externalScans.id, id), eq(externalScans.status, "running"), eq(externalScans.claimedBy, by)),
        ),
    ),
  );
}

/** Pending scans of these providers, least recently updated first. */
export async function listPendingScans(providers: readonly string[], limit: number): Promise<ExternalScan[]> {
  if (providers.length === 0) return [];
  return ledger()
    .select()
    .from(externalScans)
    .where(and(eq(externalScans.status, "pending"), inArray(externalScans.provider, [...providers])))
    .orderBy(asc(externalScans.updatedAt))
    .limit(limit);
}

/** Ends expired leases; at MAX_RELEASES the scan times out as well. Returns how many. */
export async function releaseExpiredScans(limit: number, nowMs: number): Promise<number> {
  const where = sql`status = 'running' AND lease_until <= ${nowMs}`;
  return changeSome(endedLease, { where, limit }, nowMs);
}

/** Times out old requests. A running lease is waited for. Returns how many. */
export async function timeOutScans(limit: number, nowMs: number): Promise<number> {
  const where = sql`status = 'pending' AND requested_at <= ${nowMs - SCAN_LIMIT_MS}`;
  return changeSome({ status: "timed_out" }, { where, limit }, nowMs);
}

const releasesIfRunning = sql`releases + (status = 'running')`;

/** The columns after a claim without a result. */
export const endedLease = {
  status: sql`CASE WHEN releases + 1 >= ${MAX_RELEASES} THEN 'timed_out' ELSE 'pending' END`,
  releases: sql`releases + 1`,
  claimedBy: "",
  leaseUntil: 0,
};

function isClaimable(nowMs: number): SQL | undefined {
  const free = or(
    eq(externalScans.status, "pending"),
    and(eq(externalScans.status, "running"), lte(externalScans.leaseUntil, nowMs)),
  );
  return and(free, sql`${releasesIfRunning} < ${MAX_RELEASES}`);
}

async function changeSome(
  change: Record<string, unknown>,
  { where, limit }: { readonly where: SQL; readonly limit: number },
  nowMs: number,
): Promise<number> {
  const some = sql`${externalScans.id} IN (SELECT id FROM external_scans WHERE ${where} LIMIT ${limit})`;
  const [changed = 0] = await commit([
    statement(
      ledger()
        .update(externalScans)
        .set({ ...change, updatedAt: nowMs })
        .where(some),
    ),
  ]);
  return changed;
}
