/** A bound on waiting. What is waited for may go on; the waiting does not (L48). */

/** What was asked did not answer in time: never a verdict, always worth another try. */
export class TimeLimitExceeded extends Error {
  constructor(what: string, limitMs: number) {
    super(`${what} did not answer within ${limitMs} ms`);
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

/** A store failed or hung. Nothing is known about whether a write happened; worth another try. */
export class StoreUnavailable extends Error {
  constructor(what: string, cause: unknown) {
    super(`${what} is unavailable`, { cause });
    this.name = "StoreUnavailable";
  }
}

/** The store's answer, or StoreUnavailable when it fails or takes longer than `limitMs`. */
export async function withStoreLimit<T>(what: string, limitMs: number, answer: Promise<T>): Promise<T> {
  try {
    return await within(limitMs, what, answer);
  } catch (error) {
    throw new StoreUnavailable(what, error);
  }
}
