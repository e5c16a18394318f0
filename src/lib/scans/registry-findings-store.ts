/**
 * Findings that depend on the rest of the registry (copies, look-alike names), stored per owner. The content-only report is
 * shared by digest. Kept apart, because the publisher of an original must neither inherit nor clear the finding about a copy.
 */
import { and, eq } from "drizzle-orm";
import { decidingOf } from "../../scan/deciding.ts";
import { type ScanReport, scanReportSchema } from "../../scan/report.ts";
import { registryRules } from "../../scan/rules/registry.ts";
import { maskFinding } from "../../scan/secrets.ts";
import { ENGINE_VERSION } from "../../scan/version.ts";
import { execute, ledger, statement } from "../db.ts";
import { registryFindings } from "../ledger/schema/scans.ts";
import { getScanReport } from "./scan-report-store.ts";

const addedSchema = scanReportSchema.pick({ verdict: true, score: true, complete: true, findings: true });

const registryRuleIds: ReadonlySet<string> = new Set(registryRules.rules.map(({ id }) => id));

/** True for a rule whose findings depend on who publishes the content. */
export const isRegistryRule = (ruleId: string): boolean => registryRuleIds.has(ruleId);

const NOT_COMPARED = { file: "", reason: "the comparison with other skills did not finish" };

const rowOf = (owner: string, digest: string, engine: string) =>
  and(
    eq(registryFindings.digest, digest),
    eq(registryFindings.engine, engine),
    eq(registryFindings.owner, owner),
  );

interface Reports {
  /** The scan of the content alone. */
  readonly contentReport: ScanReport;
  /** The scan with the registry context. */
  readonly report: ScanReport;
}

/**
 * Saves what `report` adds to the content-only report, and deletes an earlier row when it adds nothing. `complete` is
 * about the registry rules alone.
 */
export async function saveRegistryFindings(
  owner: string,
  { contentReport, report }: Reports,
  nowMs: number,
): Promise<void> {
  const { digest, engine, verdict, score, notLookedAt } = report;
  const complete = notLookedAt.length === contentReport.notLookedAt.length;
  const findings = report.findings.filter(({ ruleId }) => isRegistryRule(ruleId));
  if (findings.length === 0 && complete) {
    await execute(
      statement(
        ledger()
          .delete(registryFindings)
          .where(rowOf(owner, digest, engine)),
      ),
    );
    return;
  }
  const row = { verdict, score, complete, findings: JSON.stringify(findings), createdAt: nowMs };
  await execute(
    statement(
      ledger()
        .insert(registryFindings)
        .values({ digest, engine, owner, ...row })
        .onConflictDoUpdate({
          target: [registryFindings.digest, registryFindings.engine, registryFindings.owner],
          set: row,
        }),
    ),
  );
}

/** The deep report of this content including this owner's registry findings, or null. */
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
  const added = addedSchema.parse({ ...row, findings: JSON.parse(row.findings) });
  const notLookedAt = added.complete ? report.notLookedAt : [NOT_COMPARED, ...report.notLookedAt];
  const findings = [...added.findings.map(maskFinding), ...report.findings];
  return {
    ...report,
    verdict: added.verdict,
    score: added.score,
    complete: report.complete && added.complete,
    // Another engine weighed its findings in another way.
    deciding: engine === ENGINE_VERSION ? decidingOf({ findings, notLookedAt }) : null,
    notLookedAt,
    findings,
  };
}
