/** Data for the admin charts: finished submissions per hour, time spent in each stage, and reasons for failures. */
import { inArray, sql } from "drizzle-orm";
import { z } from "zod";
import {
  REJECTED_OR_BLOCKED_STATES,
  SUBMISSION_STATES,
  type SubmissionState,
} from "../../domain/submission.ts";
import { ledger } from "../db.ts";
import { submissions } from "../ledger/schema/submissions.ts";

/** D1 binds numbers as REAL, so a quotient must be cast to an integer. */
const HOUR_MS = 60 * 60 * 1000;
const HOURS = 24;

export interface HourOfWork {
  readonly startsAt: number;
  readonly published: number;
  readonly rejected: number;
}

/** The last 24 hours, oldest first. An hour without work counts as zero. */
export async function getThroughput(nowMs: number): Promise<HourOfWork[]> {
  const first = Math.floor(nowMs / HOUR_MS) - HOURS + 1;
  const rows = await ledger().all(sql`
    SELECT CAST(rested_at / ${HOUR_MS} AS INTEGER) AS hour, SUM(state = 'PUBLISHED') AS published, SUM(state <> 'PUBLISHED') AS rejected
    FROM submissions WHERE rested_at >= ${first * HOUR_MS} AND state <> 'EXPANDED' GROUP BY 1`);
  const counted = z
    .array(z.object({ hour: z.number(), published: z.number(), rejected: z.number() }))
    .parse(rows);
  return Array.from({ length: HOURS }, (_, index) => {
    const found = counted.find(({ hour }) => hour === first + index);
    return {
      startsAt: (first + index) * HOUR_MS,
      published: found?.published ?? 0,
      rejected: found?.rejected ?? 0,
    };
  });
}

export interface StageTime {
  readonly state: SubmissionState;
  readonly medianMs: number;
  readonly slowestMs: number;
  readonly count: number;
}

/** How long submissions stayed in each stage during the last 24 hours. */
export async function getStageTimes(nowMs: number): Promise<StageTime[]> {
  const rows = await ledger().all(sql`
    WITH moves AS (
      SELECT from_state AS state, at - LAG(at) OVER (PARTITION BY submission_id ORDER BY version) AS ms
      FROM submission_events WHERE at >= ${nowMs - HOURS * HOUR_MS} AND trigger IN ('pipeline', 'submit')),
    ranked AS (
      SELECT state, ms, ROW_NUMBER() OVER (PARTITION BY state ORDER BY ms) AS place,
        COUNT(*) OVER (PARTITION BY state) AS n FROM moves WHERE ms IS NOT NULL AND state <> '')
    SELECT state, MAX(IIF(place = (n + 1) / 2, ms, 0)) AS medianMs, MAX(ms) AS slowestMs, MAX(n) AS count
    FROM ranked GROUP BY state
    ORDER BY INSTR(${SUBMISSION_STATES.join(" ")}, state)`);
  return z
    .array(
      z.object({
        state: z.enum(SUBMISSION_STATES),
        medianMs: z.number(),
        slowestMs: z.number(),
        count: z.number(),
      }),
    )
    .parse(rows);
}

export interface FailureCount {
  readonly code: string;
  readonly count: number;
}

/** Why submissions were not published in the last 24 hours, most frequent first. */
export async function getFailures(nowMs: number): Promise<FailureCount[]> {
  const rows = await ledger().all(sql`
    SELECT COALESCE(reason_code, 'UNKNOWN') AS code, COUNT(*) AS count FROM submissions
    WHERE rested_at >= ${nowMs - HOURS * HOUR_MS} AND ${inArray(submissions.state, [...REJECTED_OR_BLOCKED_STATES])}
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 8`);
  return z.array(z.object({ code: z.string(), count: z.number() })).parse(rows);
}
