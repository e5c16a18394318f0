/** The rows of suppressions. The pipeline and the pages ask for those in force; operators see all of them. */
import { and, desc, eq, gt, isNull, type SQL } from "drizzle-orm";
import type { Suppression } from "../../domain/suppression.ts";
import type { ScanReport } from "../../scan/report.ts";
import { ledger } from "../db.ts";
import { findingSuppressions } from "../ledger/schema/scans.ts";
import { type EffectiveReport, withoutSuppressed } from "./without-suppressed.ts";

export type SuppressionRow = typeof findingSuppressions.$inferSelect;

const { id, ruleId, contentDigest, author, reason, expiresAt } = findingSuppressions;

/** Neither revoked nor expired. */
export function inForce(nowMs: number): SQL | undefined {
  return and(isNull(findingSuppressions.revokedAt), gt(expiresAt, nowMs));
}

/** The suppressions in force for exactly this content, the one that lasts longest first. */
export async function listSuppressionsOf(digest: string, nowMs: number): Promise<Suppression[]> {
  return ledger()
    .select({ id, ruleId, contentDigest, author, reason, expiresAt })
    .from(findingSuppressions)
    .where(and(eq(contentDigest, digest), inForce(nowMs)))
    .orderBy(desc(expiresAt));
}

/** The report as the registry acts on it at this time. */
export async function effectiveReport(report: ScanReport, nowMs: number): Promise<EffectiveReport> {
  return withoutSuppressed(report, await listSuppressionsOf(report.digest, nowMs));
}

/** All of them, newest first. */
export async function listSuppressions(limit: number, offset: number): Promise<SuppressionRow[]> {
  return ledger()
    .select()
    .from(findingSuppressions)
    .orderBy(desc(findingSuppressions.createdAt), desc(id))
    .limit(limit)
    .offset(offset);
}

export function countSuppressions(): Promise<number> {
  return ledger().$count(findingSuppressions);
}

export async function getSuppression(wanted: string): Promise<SuppressionRow | null> {
  return (await ledger().select().from(findingSuppressions).where(eq(id, wanted)).get()) ?? null;
}
