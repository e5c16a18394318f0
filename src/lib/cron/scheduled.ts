/**
 * The cron handler: one expression, one bounded job, so that a slow job never delays another (L45). Each run records
 * when it started and, only if it succeeded, when it ended.
 */
import { STARTUP_TICK } from "../../domain/startup-tick.ts";
import { recordJobFailure, recordJobStart, recordJobSuccess } from "../operations/job-store.ts";
import { describeError, log } from "../platform/log.ts";
import { resumeAfterStart } from "../submissions/recovery.ts";
import { deleteOldRows } from "./delete-old-rows.ts";
import { maintainExternalScans } from "./external-scan-upkeep.ts";
import { recoverSubmissions } from "./recover-submissions.ts";
import { REPO_HEALTH_JOB, refreshRepoHealth } from "./refresh-repo-health.ts";
import { applyRetention, RETENTION_JOB } from "./retention.ts";

interface Job {
  readonly name: string;
  readonly run: (nowMs: number) => Promise<unknown>;
}

const jobs: Readonly<Record<string, Job>> = {
  "*/5 * * * *": { name: "recovery", run: recoverSubmissions },
  "*/10 * * * *": { name: "external-scans", run: maintainExternalScans },
  "17 * * * *": { name: REPO_HEALTH_JOB, run: refreshRepoHealth },
  "41 * * * *": { name: RETENTION_JOB, run: applyRetention },
  "53 * * * *": { name: "old-rows", run: deleteOldRows },
  [STARTUP_TICK]: { name: "startup", run: resumeAfterStart },
};

/** Runs the job of the expression. Throws when there is none, so that a schedule without a job is noticed. */
export async function handleScheduled(cron: string, nowMs: number): Promise<void> {
  const job = jobs[cron];
  if (job === undefined) throw new Error(`no job for the schedule "${cron}"`);
  try {
    await recordJobStart(job.name, nowMs);
    const detail = await job.run(nowMs);
    await recordJobSuccess(job.name, detail, nowMs);
    log("info", "job.done", { job: job.name, detail });
  } catch (error) {
    log("error", "job.failed", { job: job.name, error: describeError(error) });
    await recordJobFailure(job.name, describeError(error)).catch(() => undefined);
    throw error;
  }
}
