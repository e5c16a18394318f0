/**
 * What others' skills add to a report. The report of a content is everybody's and can be made again by anyone; what
 * is like it belongs to one owner: the original's publisher must not inherit the finding about a copy, nor clear it.
 */
import { and, eq } from "drizzle-orm";
import { type ScanReport, scanReportSchema } from "../../scan/report.ts";
import { registryRules } from "../../scan/rules/registry.ts";
import { ENGINE_VERSION } from "../../scan/version.ts";
import { ledger } from "../db.ts";
import { registryFindings } from "../ledger/schema.ts";
import { getScanReport } from "./scan-report-store.ts";

const addedSchema = scanReportSchema.pick({ verdict: true, score: true, complete: true, findings: true });

const rowOf = (owner: string, digest: string, engine: string) =>
  and(
    eq(registryFindings.digest, digest),
    eq(registryFindings.engine, engine),
    eq(registryFindings.owner, owner),
  );

interface Reports {
  /** What the content says by itself. */
  readonly own: ScanReport;
  /** The same beside others' skills. */
  readonly report: ScanReport;
}

/** Keeps what a report says beyond the content's own, and drops what was kept where it says no more. */
export async function saveRegistryFindings(
  owner: string,
  { own, report }: Reports,
  nowMs: number,
): Promise<void> {
  const { digest, engine, verdict, score, complete } = report;
  const ids = new Set(registryRules.rules.map(({ id }) => id));
  const found = report.findings.filter(({ ruleId }) => ids.has(ruleId));
  if (found.length === 0 && complete === own.complete) {
    await ledger()
      .delete(registryFindings)
      .where(rowOf(owner, digest, engine));
    return;
  }
  const row = { verdict, score, complete, findings: JSON.stringify(found), createdAt: nowMs };
  await ledger()
    .insert(registryFindings)
    .values({ digest, engine, owner, ...row })
    .onConflictDoUpdate({
      target: [registryFindings.digest, registryFindings.engine, registryFindings.owner],
      set: row,
    });
}

/** The deep report of this content as it stands for this owner, or null. */
export async function getOwnersReport(
  owner: string,
  digest: string,
  engine: string = ENGINE_VERSION,
): Promise<ScanReport | null> {
  const [report, row] = await Promise.all([
    getScanReport(digest, "deep", engine),
    ledger()
      .select()
      .from(registryFindings)
      .where(rowOf(owner, digest, engine))
      .get(),
  ]);
  if (report === null || row === undefined) return report;
  const { findings, ...rest } = addedSchema.parse({ ...row, findings: JSON.parse(row.findings) });
  return { ...report, ...rest, findings: [...findings, ...report.findings] };
}
