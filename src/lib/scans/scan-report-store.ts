/**
 * Scan reports, one for each content, depth and engine version. A report that is too large for a row is stored in R2
 * under the same identity. A stored report that cannot be parsed counts as missing.
 */
import { and, desc, eq } from "drizzle-orm";
import { type ScanReport, scanReportSchema } from "../../scan/report.ts";
import { maskReport } from "../../scan/secrets.ts";
import { ENGINE_VERSION } from "../../scan/version.ts";
import { execute, ledger, statement } from "../db.ts";
import { scanReports } from "../ledger/schema/scans.ts";
import { archiveBucket } from "../platform/bucket.ts";

/** D1 limits a row to 2 MB. Half of it allows for the UTF-8 encoding of the text. */
const LARGEST_ROW_BYTES = 1_000_000;

const reportKey = (digest: string, depth: string, engine: string) =>
  `reports/${digest}/${engine}-${depth}.json`;

/** Saves the report, replacing an earlier one. The bytes are stored before the row that points to them. */
export async function saveScanReport(report: ScanReport, nowMs: number): Promise<void> {
  const { digest, depth, engine, verdict, score, complete } = report;
  const text = JSON.stringify(report);
  const large = new TextEncoder().encode(text).byteLength > LARGEST_ROW_BYTES;
  if (large) {
    await archiveBucket().put(reportKey(digest, depth, engine), text);
  }
  const row = {
    digest,
    depth,
    engine,
    verdict,
    score,
    complete,
    report: large ? null : text,
    createdAt: nowMs,
  };
  await execute(
    statement(
      ledger()
        .insert(scanReports)
        .values(row)
        .onConflictDoUpdate({
          target: [scanReports.digest, scanReports.depth, scanReports.engine],
          set: row,
        }),
    ),
  );
}

/** The report of exactly this content by exactly this engine version, or null. */
export async function getScanReport(
  digest: string,
  depth: ScanReport["depth"],
  engine: string = ENGINE_VERSION,
): Promise<ScanReport | null> {
  const row = await ledger()
    .select()
    .from(scanReports)
    .where(and(eq(scanReports.digest, digest), eq(scanReports.depth, depth), eq(scanReports.engine, engine)))
    .get();
  if (row === undefined) return null;
  const text = row.report ?? (await readLargeReport(reportKey(digest, depth, engine)));
  // Reports of earlier versions quote secrets as a whole.
  return text === null ? null : maskReport(scanReportSchema.parse(JSON.parse(text)));
}

/** The engine of the newest report of this content, which an upgrade does not scan again; null when there is none. */
export async function newestEngineOf(digest: string): Promise<string | null> {
  const row = await ledger()
    .select({ engine: scanReports.engine })
    .from(scanReports)
    .where(eq(scanReports.digest, digest))
    .orderBy(desc(scanReports.createdAt))
    .limit(1)
    .get();
  return row?.engine ?? null;
}

async function readLargeReport(key: string): Promise<string | null> {
  const object = await archiveBucket().get(key);
  return object === null ? null : object.text();
}
