/** Counts downloads after the response, under `waitUntil`: no client waits for it, and no count is dropped (L46). */
import type { Context } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import { callerAddress } from "../http/limiter.ts";
import { describeError, log } from "../lib/platform/log.ts";
import { perEnvironment } from "../lib/platform/lru-cache.ts";
import { type InstallEvent, recordInstalls } from "../lib/skills/install-store.ts";
import type { ArchiveRequest } from "./archive-response.ts";

/** Downloads within this time share one transaction. A transaction each cuts the archive throughput to a third. */
const BATCH_MS = 200;

/** The request that is to write a batch may be cancelled: a batch older than this is written by the next request. */
const STALE_BATCH_MS = 5_000;

class DownloadBatch {
  readonly #events: InstallEvent[] = [];
  #openedAtMs = 0;

  /** Returns whether the caller must write the batch: no other request is about to. */
  add(event: InstallEvent, nowMs: number): boolean {
    const isPending = this.#events.length > 0 && nowMs - this.#openedAtMs < STALE_BATCH_MS;
    this.#events.push(event);
    if (!isPending) this.#openedAtMs = nowMs;
    return !isPending;
  }

  takeAll(): InstallEvent[] {
    return this.#events.splice(0);
  }
}

/** One batch per environment: counts must not end up in another environment's database. */
const currentBatch = perEnvironment(() => new DownloadBatch());

/** Does nothing when the database is down: then nothing can be counted. */
export function countDownload(c: Context<AppEnv>, request: ArchiveRequest): void {
  const { skill, version, source, degraded } = request;
  if (degraded) return;
  const event = { slug: skill.slug, version: version.version, client: clientOf(c), source, download: true };
  const batch = currentBatch();
  if (batch.add(event, Date.now())) c.executionCtx.waitUntil(writeBatch(batch));
}

/** Logs a failure: the archive has already been sent. */
async function writeBatch(batch: DownloadBatch): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, BATCH_MS));
  const events = batch.takeAll();
  try {
    await recordInstalls(events, Date.now());
  } catch (error) {
    log("warn", "downloads.not_counted", { count: events.length, error: describeError(error) });
  }
}

/** A token is one client whatever its address; a caller without a token is known by its address. */
export function clientOf(c: Context<AppEnv>): string {
  const { id } = c.get("caller");
  return id === "anonymous" ? `address:${callerAddress(c) ?? "local"}` : `token:${id}`;
}
