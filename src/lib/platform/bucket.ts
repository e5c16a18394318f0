/**
 * The only access to R2. Takes the bucket from the ambient environment and puts a time limit on every call. A bucket
 * that fails or hangs throws `StoreUnavailable`.
 */

import { requireWorkerEnv } from "../worker-context.ts";
import { withStoreLimit } from "./time-limit.ts";

/** Short enough for several calls inside one pipeline step. */
export const R2_LIMIT_MS = 10_000;

export type Bucket = Pick<R2Bucket, "get" | "put" | "head" | "list" | "delete">;

/** The bucket of the current environment. */
export function archiveBucket(): Bucket {
  const real = requireWorkerEnv().ARCHIVES;
  const limited = <T>(call: Promise<T>): Promise<T> => withStoreLimit("R2", R2_LIMIT_MS, call);
  const bucket = {
    get: (...args: Parameters<R2Bucket["get"]>) => limited(real.get(...args)),
    put: (...args: Parameters<R2Bucket["put"]>) => limited(real.put(...args)),
    head: (...args: Parameters<R2Bucket["head"]>) => limited(real.head(...args)),
    list: (...args: Parameters<R2Bucket["list"]>) => limited(real.list(...args)),
    delete: (...args: Parameters<R2Bucket["delete"]>) => limited(real.delete(...args)),
  };
  return bucket as Bucket;
}
