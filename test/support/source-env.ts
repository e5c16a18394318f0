/** Runs code in a worker environment that has only the bindings that the source readers use. */
import type { CloudflareEnv } from "../../src/env.ts";
import { runWithWorkerEnv } from "../../src/lib/worker-context.ts";

export function withSourceEnv<T>(env: Partial<CloudflareEnv>, fn: () => Promise<T>): Promise<T> {
  return runWithWorkerEnv(env as CloudflareEnv, fn);
}
