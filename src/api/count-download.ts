/** Counts downloads after the response, under `waitUntil`: no client waits for it, and no count is dropped (L46). */
import type { Context } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import { callerNetwork } from "../http/limiter.ts";
import { describeError, log } from "../lib/platform/log.ts";
import { LruCache, perEnvironment } from "../lib/platform/lru-cache.ts";
import { type InstallEvent, recordInstalls } from "../lib/skills/install-store.ts";
import type { ArchiveRequest } from "./archive-response.ts";

/** Downloads within this time share one transaction. A transaction each cuts the archive throughput to a third. */
const BATCH_MS = 200;

/** The request that is to write a batch may be cancelled: a batch older than this is written by the next request. */
const STALE_BATCH_MS = 5_000;

interface Batch {
  readonly openedAtMs: number;
  readonly events: readonly InstallEvent[];
}

const OPEN = "open";
/** Holds the open batch. Per environment: counts must not end up in another environment's database. */
const batches = perEnvironment(() => new LruCache<Batch>({ maxSize: 1 }));

/** Does nothing when the database is down: then nothing can be counted. */
export function countDownload(c: Context<AppEnv>, request: ArchiveRequest): void {
  const { skill, version, source, degraded } = request;
  if (degraded) return;
  const event = { slug: skill.slug, version: version.version, client: clientOf(c), source, download: true };
  if (addToBatch(event, Date.now())) c.executionCtx.waitUntil(writeBatch(batches()));
}

/** Returns whether the caller must write the batch: no other request is about to. */
function addToBatch(event: InstallEvent, nowMs: number): boolean {
  const open = batches().get(OPEN);
  const isPending = open !== undefined && nowMs - open.openedAtMs < STALE_BATCH_MS;
  const openedAtMs = isPending ? open.openedAtMs : nowMs;
  batches().set(OPEN, { openedAtMs, events: [...(open?.events ?? []), event] });
  return !isPending;
}

/** Logs a failure: the archive has already been sent. */
async function writeBatch(cache: LruCache<Batch>): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, BATCH_MS));
  const events = cache.get(OPEN)?.events ?? [];
  cache.delete(OPEN);
  if (events.length === 0) return;
  try {
    await recordInstalls(events, Date.now());
  } catch (error) {
    log("warn", "downloads.not_counted", { count: events.length, error: describeError(error) });
  }
}

/** A token is one client whatever its address; a caller without a token is known by its address. */
export function clientOf(c: Context<AppEnv>): string {
  const { id } = c.get("caller");
  return id === "anonymous" ? `address:${callerNetwork(c) ?? "local"}` : `token:${id}`;
}
