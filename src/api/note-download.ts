/** Counts after the answer, under `waitUntil`, so that nobody waits for it and nothing is dropped (L46). */
import type { Context } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import { callerAddress } from "../http/limiter.ts";
import { recordInstall } from "../lib/install-store.ts";
import { describeError, log } from "../lib/log.ts";
import { getWorkerEnv, runWithWorkerEnv } from "../lib/worker-context.ts";
import type { ArchiveAsk } from "./archive-answer.ts";

export function noteDownload(c: Context<AppEnv>, { skill, version, source, degraded }: ArchiveAsk): void {
  if (degraded) return;
  const event = { slug: skill.slug, version: version.version, client: clientOf(c), source };
  afterAnswer(c, () => recordInstall(event, Date.now(), true));
}

/** A token's owner is the same client wherever they sit; everyone else is known by their address. */
export function clientOf(c: Context<AppEnv>): string {
  const { id } = c.get("caller");
  return id === "anonymous" ? `address:${callerAddress(c) ?? "local"}` : `token:${id}`;
}

/** Runs `work` after the answer; a failure is logged, never shown. */
export function afterAnswer(c: Context<AppEnv>, work: () => Promise<void>): void {
  const env = getWorkerEnv();
  if (env === null) return;
  const done = runWithWorkerEnv(env, work).catch((error: unknown) => {
    log("warn", "http.after_answer", { path: c.req.path, error: describeError(error) });
  });
  c.executionCtx.waitUntil(done);
}
