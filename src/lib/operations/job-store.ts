/**
 * When each job last started and last succeeded, and which caller's turn it is. A job that stopped running must be
 * noticed (L27).
 */
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { execute, ledger, statement } from "../db.ts";
import { jobs } from "../ledger/schema/operations.ts";

/** The result of a run: counts, and where the next run continues. */
export type JobDetail = Readonly<Record<string, number | string | boolean | null>>;

export type JobRecord = typeof jobs.$inferSelect;

/** True for exactly one caller in each interval. The database decides, so that isolates agree. */
export async function claimInterval(name: string, intervalMs: number, nowMs: number): Promise<boolean> {
  const changed = await execute(
    statement(
      ledger()
        .insert(jobs)
        .values({ name, startedAt: nowMs })
        .onConflictDoUpdate({
          target: jobs.name,
          set: { startedAt: nowMs },
          setWhere: sql`${jobs.startedAt} <= ${nowMs - intervalMs}`,
        }),
    ),
  );
  return changed === 1;
}

export async function recordJobStart(name: string, nowMs: number): Promise<void> {
  await execute(
    statement(
      ledger()
        .insert(jobs)
        .values({ name, startedAt: nowMs })
        .onConflictDoUpdate({ target: jobs.name, set: { startedAt: nowMs } }),
    ),
  );
}

/** Only a run that succeeded moves `succeededAt` (L39). */
export async function recordJobSuccess(name: string, detail: unknown, nowMs: number): Promise<void> {
  await execute(
    statement(
      ledger()
        .update(jobs)
        .set({ succeededAt: nowMs, lastError: "", detail: JSON.stringify(detail) })
        .where(eq(jobs.name, name)),
    ),
  );
}

export async function recordJobFailure(name: string, error: string): Promise<void> {
  await execute(statement(ledger().update(jobs).set({ lastError: error }).where(eq(jobs.name, name))));
}

/** The details of the last successful run of a job; empty before the first. */
export async function getJobDetail(name: string): Promise<JobDetail> {
  const row = await ledger().select({ detail: jobs.detail }).from(jobs).where(eq(jobs.name, name)).get();
  const parsed = jobDetailSchema.safeParse(row === undefined ? {} : JSON.parse(row.detail));
  return parsed.success ? parsed.data : {};
}

const jobDetailSchema = z.record(z.string(), z.union([z.number(), z.string(), z.boolean(), z.null()]));

export async function listJobs(): Promise<JobRecord[]> {
  return ledger().select().from(jobs).orderBy(jobs.name);
}
