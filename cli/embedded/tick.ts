/** One cron tick of the running Worker: what happened is a line in the log, never an exception. */
import type { Miniflare } from "miniflare";
import { logLine } from "./logs.ts";

export async function tickCron(miniflare: Miniflare, cron: string, scheduledTimeMs: number): Promise<void> {
  const startedAt = performance.now();
  try {
    const worker = await miniflare.getWorker();
    const { outcome } = await worker.scheduled({ cron, scheduledTime: new Date(scheduledTimeMs) });
    const ms = Math.round(performance.now() - startedAt);
    logLine(outcome === "ok" ? "info" : "error", "cron.ticked", { cron, outcome, ms });
  } catch (error) {
    // Disposed in the middle of a tick, or workerd died: the next tick makes up for it.
    logLine("warn", "cron.unfinished", { cron, error: (error as Error).message });
  }
}
