/** The cron door: one expression, one bounded job. An expression without a job is a mistake that must show. */
import { log } from "../log.ts";

export async function handleScheduled(cron: string, scheduledTimeMs: number): Promise<void> {
  log("info", "cron.tick", { cron, scheduledTimeMs });
}
