/** A worker environment with what the ways in use, and nothing more. */
import type { CloudflareEnv } from "../../src/env.ts";
import { runWithWorkerEnv } from "../../src/lib/worker-context.ts";

export function withSourceEnv<T>(env: Partial<CloudflareEnv>, fn: () => Promise<T>): Promise<T> {
  return runWithWorkerEnv(env as CloudflareEnv, fn);
}
