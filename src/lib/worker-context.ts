/**
 * The ambient environment: each fetch, queue batch and cron run has its own, through every await. The only access to
 * the environment in `src/lib`. There is no setter: a scope ends when its callback does, so the end of one batch can
 * never take the environment from another (L01).
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { CloudflareEnv } from "../env.ts";

export const workerEnvStorage = new AsyncLocalStorage<CloudflareEnv>();

/** Runs `fn` with `env` as its environment, until its promise and everything it awaits have settled. */
export function runWithWorkerEnv<T>(env: CloudflareEnv, fn: () => Promise<T>): Promise<T> {
  return workerEnvStorage.run(env, fn);
}

/** The environment of the current run, or null outside of one. Never throws. */
export function getWorkerEnv(): CloudflareEnv | null {
  return workerEnvStorage.getStore() ?? null;
}

/**
 * The environment of the current run; throws outside one. Event listeners and `ReadableStream.pull()` run in
 * someone else's context: take the environment before building them.
 */
export function requireWorkerEnv(): CloudflareEnv {
  const env = getWorkerEnv();
  if (env === null) {
    throw new Error("No worker environment here: call this inside runWithWorkerEnv(env, fn).");
  }
  return env;
}
