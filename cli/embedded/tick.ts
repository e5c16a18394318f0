/** Runs one cron tick of the Worker. Its result is a log entry, never an exception. */
import type { Miniflare } from "miniflare";
import { logEvent } from "./logs.ts";

export async function tickCron(miniflare: Miniflare, cron: string, scheduledTimeMs: number): Promise<void> {
  const startedAt = performance.now();
  try {
    const worker = await miniflare.getWorker();
    const { outcome } = await worker.scheduled({ cron, scheduledTime: new Date(scheduledTimeMs) });
    const ms = Math.round(performance.now() - startedAt);
    logEvent(outcome === "ok" ? "info" : "error", "cron.ticked", { cron, outcome, ms });
  } catch (error) {
    // The runtime was stopped during a tick, or workerd died. The next tick does the work.
    logEvent("warn", "cron.failed", { cron, error: (error as Error).message });
  }
}
