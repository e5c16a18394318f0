/** A submission as anyone may read it: everything except the email address. */
import { desc, eq } from "drizzle-orm";
import type { StoredSubmission } from "../../domain/submission.ts";
import { ledger } from "../db.ts";
import { deadLetters } from "../ledger/schema/operations.ts";
import type { SubmissionRow } from "../ledger/schema/submissions.ts";
import { getSubmission, listSubmissionEvents } from "../ledger/submission-rows.ts";
import { storedSubmissionOf } from "../outbox/projections.ts";
import { withoutLedger } from "../platform/without-ledger.ts";
import { getOwnersReport } from "../scans/registry-findings-store.ts";
import { getScanReport, newestEngineOf } from "../scans/scan-report-store.ts";
import { listSuppressionsOf } from "../scans/suppression-store.ts";
import { getSubmissionsFresh } from "../submission-store.ts";

/** The submission with history and reports. While the database is down, the data in KV, marked `degraded`. */
export async function readSubmission(id: string, nowMs: number = Date.now()) {
  return withoutLedger(
    async () => {
      const row = await getSubmission(id);
      return row === null ? null : await detailOf(row, nowMs);
    },
    async () => {
      const [stored] = await getSubmissionsFresh([id]);
      return stored === undefined ? null : { ...publicFields(stored), degraded: true };
    },
  );
}

/** `state` and `status` have the same value: clients read either. */
function publicFields(stored: StoredSubmission) {
  return { ...stored, submissionId: stored.id, status: stored.state };
}

async function detailOf(row: SubmissionRow, nowMs: number) {
  const [events, letters, report, suppressions] = await Promise.all([
    listSubmissionEvents(row.id),
    ledger()
      .select()
      .from(deadLetters)
      .where(eq(deadLetters.submissionId, row.id))
      .orderBy(desc(deadLetters.receivedAt)),
    reportOf(row),
    row.digest === null ? [] : listSuppressionsOf(row.digest, nowMs),
  ]);
  return {
    ...publicFields(storedSubmissionOf(row)),
    sourceKind: row.sourceKind,
    folder: row.folder,
    commit: row.commitSha,
    digest: row.digest,
    verdict: row.verdict,
    attempts: row.attempts,
    parentId: row.parentId,
    skillSlug: row.skillSlug,
    skillVersion: row.skillVersion,
    details: row.details === null ? null : (JSON.parse(row.details) as unknown),
    scanResults: report,
    suppressions,
    stateHistory: events.map(({ fromState, toState, trigger, actor, reasonCode, reason, at }) => ({
      from: fromState === "" ? null : fromState,
      to: toState,
      trigger,
      actor,
      reasonCode,
      reason,
      at: new Date(at).toISOString(),
    })),
    deadLetters: letters.map(({ id, receivedAt, replayedAt }) => ({ id, receivedAt, replayedAt })),
    degraded: false,
  };
}

async function reportOf({ owner, digest }: SubmissionRow) {
  const engine = digest === null ? null : await newestEngineOf(digest);
  if (digest === null || engine === null) return null;
  return (await getOwnersReport(owner, digest, engine)) ?? (await getScanReport(digest, "static", engine));
}
