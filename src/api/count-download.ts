/** Counts downloads after the answer, under `waitUntil`, so that nobody waits for it and nothing is dropped (L46). */
import type { Context } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import { callerAddress } from "../http/limiter.ts";
import { describeError, log } from "../lib/platform/log.ts";
import { type InstallEvent, recordInstalls } from "../lib/skills/install-store.ts";
import { requireWorkerEnv, runWithWorkerEnv } from "../lib/worker-context.ts";
import type { ArchiveRequest } from "./archive-response.ts";

/** Downloads of this span are counted in one transaction: a busy registry would spend its ledger on counting. */
const GATHER_MS = 200;

/** A request that was to count and was cut off must not keep the others from being counted. */
const FORGOTTEN_MS = 5_000;

/** Waiting to be counted by the request that came first; it holds them under its own `waitUntil`. */
const gathered = { events: [] as InstallEvent[], sinceMs: 0 };

export function noteDownload(c: Context<AppEnv>, { skill, version, source, degraded }: ArchiveRequest): void {
  if (degraded) return;
  const event = { slug: skill.slug, version: version.version, client: clientOf(c), source, download: true };
  const isFirst = gathered.events.push(event) === 1;
  const nowMs = Date.now();
  if (!isFirst && nowMs - gathered.sinceMs < FORGOTTEN_MS) return;
  gathered.sinceMs = nowMs;
  const env = requireWorkerEnv();
  c.executionCtx.waitUntil(runWithWorkerEnv(env, countGathered));
}

/** A failure is logged, never shown: the archive has been handed out. */
async function countGathered(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
  const events = gathered.events.splice(0);
  try {
    await recordInstalls(events, Date.now());
  } catch (error) {
    log("warn", "downloads.not_counted", { count: events.length, error: describeError(error) });
  }
}

/** A token's owner is the same client wherever they sit; everyone else is known by their address. */
export function clientOf(c: Context<AppEnv>): string {
  const { id } = c.get("caller");
  return id === "anonymous" ? `address:${callerAddress(c) ?? "local"}` : `token:${id}`;
}
