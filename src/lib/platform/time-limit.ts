/** Time limits on calls. The call itself may continue; its caller stops waiting (L48). */
import { describeError } from "./log.ts";

/** A call did not finish in time. This says nothing about the content and can be retried. */
export class TimeLimitExceeded extends Error {
  constructor(what: string, limitMs: number) {
    super(`${what} did not respond within ${limitMs} ms`);
    this.name = "TimeLimitExceeded";
  }
}

/** The promise's own outcome, or TimeLimitExceeded after `limitMs`. */
export async function within<T>(limitMs: number, what: string, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeLimitExceeded(what, limitMs)), limitMs);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** A store failed or hung. A write may or may not have happened; it can be retried. */
export class StoreUnavailable extends Error {
  constructor(what: string, cause: unknown) {
    super(`${what} is unavailable (${describeError(cause)})`, { cause });
    this.name = "StoreUnavailable";
  }
}

/** The result of the call, or StoreUnavailable when it fails or takes longer than `limitMs`. */
export async function withStoreLimit<T>(what: string, limitMs: number, call: Promise<T>): Promise<T> {
  try {
    return await within(limitMs, what, call);
  } catch (error) {
    throw new StoreUnavailable(what, error);
  }
}
