/** The health of the queue: drain rate, age of the oldest submission, and when the background jobs last ran (L27). */
import { and, count, gte, inArray, min, sql } from "drizzle-orm";
import { PROCESSING_STATES, STUCK_THRESHOLD_MS } from "../../domain/submission.ts";
import { ledger } from "../db.ts";
import { outbox } from "../ledger/schema/operations.ts";
import { submissions } from "../ledger/schema/submissions.ts";
import { listJobs } from "./job-store.ts";
import { getPause } from "./pause-store.ts";

const HOUR_MS = 60 * 60_000;

export async function getQueueStatus(nowMs: number) {
  const open = inArray(submissions.state, [...PROCESSING_STATES]);
  const [waiting, stuck, finished, pending] = await ledger().batch([
    ledger()
      .select({ n: count(), oldest: min(submissions.createdAt) })
      .from(submissions)
      .where(open),
    ledger()
      .select({ n: count() })
      .from(submissions)
      .where(and(open, sql`${submissions.updatedAt} <= ${nowMs - STUCK_THRESHOLD_MS}`)),
    ledger()
      .select({ n: count() })
      .from(submissions)
      .where(gte(submissions.terminalAt, nowMs - HOUR_MS)),
    ledger().select({ n: count() }).from(outbox).where(sql`wanted > done`),
  ]);
  const [pause, jobs] = await Promise.all([getPause(nowMs), listJobs()]);
  const oldest = waiting[0]?.oldest ?? null;
  return {
    paused: pause === null ? null : { by: pause.setBy, reason: pause.reason, until: iso(pause.expiresAt) },
    waiting: waiting[0]?.n ?? 0,
    oldestWaitingMs: oldest === null ? null : nowMs - oldest,
    stuck: stuck[0]?.n ?? 0,
    finishedLastHour: finished[0]?.n ?? 0,
    outboxPending: pending[0]?.n ?? 0,
    jobs: jobs.map(({ name, startedAt, succeededAt, lastError }) => ({
      name,
      startedAt: startedAt === 0 ? null : iso(startedAt),
      succeededAt: succeededAt === 0 ? null : iso(succeededAt),
      lastError: lastError === "" ? null : lastError,
    })),
    generatedAt: iso(nowMs),
  };
}

const iso = (ms: number) => new Date(ms).toISOString();
