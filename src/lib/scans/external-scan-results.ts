/**
 * Records an external scanner's result, once for each (digest, provider). One transaction writes the delivery id, the
 * result, the taint of every version with that content, the new revision of the skills and the outbox rows of their
 * documents, so a critical finding always lowers the tier.
 */
import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { type CompletedScan, judgeFindings, type ScanResult } from "../../domain/external-scan-result.ts";
import { commit, isUniqueViolation, ledger, type Statement, statement } from "../db.ts";
import { endedLease } from "../external-scan-store.ts";
import { auditEntry } from "../ledger/audit-log.ts";
import { externalScans, webhookDeliveries } from "../ledger/schema/scans.ts";
import { skills, skillVersions } from "../ledger/schema/skills.ts";
import { recordDocumentsOf } from "../outbox/follow-ups.ts";
import { drainAfterCommit } from "../outbox/outbox.ts";

export type RecordedResult =
  | {
      readonly kind: "recorded";
      /** Tainted versions with this content; 0 when no finding was critical. */
      readonly taintedVersions: number;
    }
  /** The scanner failed. The scan can be claimed again, or has timed out. */
  | { readonly kind: "returned" }
  /** This delivery was recorded before. */
  | { readonly kind: "replayed" }
  | { readonly kind: "already-done" }
  | { readonly kind: "not-requested" };

/** Safe against replays and races: the delivery's key and the scan's state decide inside the transaction (L10). */
export async function recordScanResult(
  result: ScanResult,
  deliveryId: string,
  nowMs: number,
): Promise<RecordedResult> {
  const writes =
    result.status === "completed" ? finish(result, deliveryId, nowMs) : releaseFailedScan(result, nowMs);
  let changes: number[];
  try {
    const remember = statement(ledger().insert(webhookDeliveries).values({ deliveryId, at: nowMs }));
    changes = await commit([remember, ...writes]);
  } catch (error) {
    if (isUniqueViolation(error)) return { kind: "replayed" };
    throw error;
  }
  if (changes[1] === 0) return { kind: (await isKnown(result)) ? "already-done" : "not-requested" };
  if (result.status === "failed") return { kind: "returned" };
  const taintedVersions = writes.length === 1 ? 0 : await countVersions(result.digest);
  if (taintedVersions > 0) await drainAfterCommit(nowMs);
  return { kind: "recorded", taintedVersions };
}

/** Counted separately: the change counts of the batch include rows changed by triggers. */
async function countVersions(digest: string): Promise<number> {
  return ledger().$count(skillVersions, eq(skillVersions.digest, digest));
}

/** Why a content is tainted, as SQL: NULL when no external scanner reported a critical finding. */
export function taintReasonSql(digest: string): SQL {
  return sql`(SELECT provider || ' reported ' || critical_count || ' critical finding(s)' FROM external_scans
    WHERE digest = ${digest} AND critical_count > 0 ORDER BY updated_at LIMIT 1)`;
}

/** The same as a query. */
export async function findExternalTaint(digest: string): Promise<string | null> {
  return (await ledger().get<{ reason: string | null }>(sql`SELECT ${taintReasonSql(digest)} AS reason`))
    .reason;
}

function finish(result: CompletedScan, deliveryId: string, nowMs: number): Statement[] {
  const { digest, provider, tool, findings } = result;
  const judged = judgeFindings(findings);
  const done = statement(
    ledger()
      .update(externalScans)
      .set({
        ...judged,
        status: "done",
        result: JSON.stringify({ tool, findings }),
        deliveryId,
        leaseUntil: 0,
        updatedAt: nowMs,
      })
      .where(and(isScanOf(result), ne(externalScans.status, "done"))),
  );
  return judged.criticalCount === 0 ? [done] : [done, ...taint({ digest, provider, deliveryId }, nowMs)];
}

/** The skills come first: their WHERE depends on versions that are not tainted yet, which the last statement changes. */
function taint(
  { digest, provider, deliveryId }: Pick<ScanResult, "digest" | "provider"> & { readonly deliveryId: string },
  nowMs: number,
): Statement[] {
  const taken = sql`EXISTS (SELECT 1 FROM external_scans
    WHERE digest = ${digest} AND provider = ${provider} AND delivery_id = ${deliveryId})`;
  const concerned = sql`id IN (SELECT skill_id FROM skill_versions
    WHERE digest = ${digest} AND tainted_reason IS NULL) AND ${taken}`;
  const audit = {
    actor: `scanner:${provider}`,
    action: "version.taint",
    subject: digest,
    reason: "critical result",
  };
  return [
    recordDocumentsOf("skills", concerned, nowMs),
    statement(
      ledger()
        .update(skills)
        .set({ revision: sql`${skills.revision} + 1`, updatedAt: nowMs })
        .where(concerned),
    ),
    auditEntry(audit, nowMs, taken),
    statement(
      ledger()
        .update(skillVersions)
        .set({ taintedReason: taintReasonSql(digest) })
        .where(sql`digest = ${digest} AND tainted_reason IS NULL AND ${taken}`),
    ),
  ];
}

function releaseFailedScan(result: Extract<ScanResult, { status: "failed" }>, nowMs: number): Statement[] {
  return [
    statement(
      ledger()
        .update(externalScans)
        .set({ ...endedLease, result: JSON.stringify({ error: result.error }), updatedAt: nowMs })
        .where(and(isScanOf(result), sql`status IN ('pending', 'running')`)),
    ),
  ];
}

function isScanOf({ digest, provider }: ScanResult): SQL | undefined {
  return and(eq(externalScans.digest, digest), eq(externalScans.provider, provider));
}

async function isKnown(result: ScanResult): Promise<boolean> {
  return (await ledger().select().from(externalScans).where(isScanOf(result)).get()) !== undefined;
}
