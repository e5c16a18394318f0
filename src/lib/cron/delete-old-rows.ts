/** Every hour: deletes rows that nobody needs any more. Bounded: each run deletes the oldest and leaves the rest. */
import { and, eq, lt, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { commit, type Statement, statement } from "../db.ts";
import { deviceCodes, endedSessions } from "../ledger/schema/accounts.ts";
import { auditLog } from "../ledger/schema/operations.ts";
import { webhookDeliveries } from "../ledger/schema/scans.ts";
import { skillReports } from "../ledger/schema/skills.ts";
import { deleteUnfetched } from "../ledger/unfetched-submissions.ts";
import type { JobDetail } from "../operations/job-store.ts";
import { drainOutbox } from "../outbox/outbox.ts";
import { requireWorkerEnv } from "../worker-context.ts";
import { retentionDays } from "./retention.ts";

const DAY_MS = 24 * 60 * 60_000;
/** A delivery is refused by its age after five minutes; its id is stored far longer. */
const DELIVERIES_KEPT_MS = DAY_MS;
/** An expired code is of no use; a day lets an operator look into a failed sign-in. */
const DEVICE_CODES_KEPT_MS = DAY_MS;
/** A closed report has the words and the email address of its author. The audit log keeps who closed it and why. */
const CLOSED_REPORTS_KEPT_MS = 90 * DAY_MS;
/** All other rows of the audit log are kept for good. */
const FAILED_SIGN_INS_KEPT_MS = 90 * DAY_MS;
const MAX_ROWS = 5_000;
/** Each also deletes a KV document, and an invocation has a thousand operations. */
const MAX_SUBMISSIONS = 500;
const SUBMISSIONS_AT_ONCE = 100;

export async function deleteOldRows(nowMs: number): Promise<JobDetail> {
  const closed = and(
    eq(skillReports.status, "closed"),
    lt(skillReports.closedAt, nowMs - CLOSED_REPORTS_KEPT_MS),
  );
  const failed = and(
    // In the text of the query, so that the index of this action applies.
    sql`${auditLog.action} = 'sign-in.failed'`,
    lt(auditLog.at, nowMs - FAILED_SIGN_INS_KEPT_MS),
  );
  const [deliveries = 0, codes = 0, reports = 0, sessions = 0, failedSignIns = 0] = await commit([
    deleteRows(webhookDeliveries.deliveryId, lt(webhookDeliveries.at, nowMs - DELIVERIES_KEPT_MS)),
    deleteRows(deviceCodes.codeHash, lt(deviceCodes.expiresAt, nowMs - DEVICE_CODES_KEPT_MS)),
    deleteRows(skillReports.id, closed),
    deleteRows(endedSessions.id, lt(endedSessions.expiresAt, nowMs)),
    deleteRows(auditLog.id, failed),
  ]);
  return {
    deliveries,
    deviceCodes: codes,
    reports,
    sessions,
    failedSignIns,
    submissions: await deleteUnfetchedInPortions(nowMs),
  };
}

/** Deletes at most MAX_ROWS rows, which `key` identifies. */
function deleteRows(key: SQLiteColumn, where: SQL | undefined): Statement {
  const name = sql.identifier(key.name);
  const { table } = key;
  return statement(
    sql`DELETE FROM ${table} WHERE ${name} IN (SELECT ${name} FROM ${table} WHERE ${where} LIMIT ${MAX_ROWS})`,
  );
}

async function deleteUnfetchedInPortions(nowMs: number): Promise<number> {
  const beforeMs = nowMs - retentionDays(requireWorkerEnv().RETENTION_DAYS) * DAY_MS;
  let deleted = 0;
  for (let last = SUBMISSIONS_AT_ONCE; last === SUBMISSIONS_AT_ONCE && deleted < MAX_SUBMISSIONS; ) {
    last = await deleteUnfetched({ beforeMs, limit: SUBMISSIONS_AT_ONCE }, nowMs);
    deleted += last;
    if (last > 0) await drainOutbox(nowMs, { limit: last, kinds: ["submission-document"] });
  }
  return deleted;
}
