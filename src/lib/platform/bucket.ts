/**
 * The only way to R2. Takes the bucket from the ambient environment and puts a time limit on every call; a bucket
 * that fails or hangs is `StoreUnavailable`.
 */

import { requireWorkerEnv } from "../worker-context.ts";
import { withStoreLimit } from "./time-limit.ts";

/** Inside a step's limit with room for several calls. */
export const R2_LIMIT_MS = 10_000;

export type Bucket = Pick<R2Bucket, "get" | "put" | "head" | "list" | "delete">;

/** The archives of the current run. */
export function archiveBucket(): Bucket {
  const real = requireWorkerEnv().ARCHIVES;
  const ask = <T>(call: Promise<T>): Promise<T> => withStoreLimit("R2", R2_LIMIT_MS, call);
  const face = {
    get: (...args: Parameters<R2Bucket["get"]>) => ask(real.get(...args)),
    put: (...args: Parameters<R2Bucket["put"]>) => ask(real.put(...args)),
    head: (...args: Parameters<R2Bucket["head"]>) => ask(real.head(...args)),
    list: (...args: Parameters<R2Bucket["list"]>) => ask(real.list(...args)),
    delete: (...args: Parameters<R2Bucket["delete"]>) => ask(real.delete(...args)),
  };
  return face as Bucket;
}
