/** Looks through the wrappers that libraries put around an error. */

/** The first error of the given class in the chain of causes, or null. */
export function causedBy<T extends Error>(
  error: unknown,
  kind: abstract new (...args: never[]) => T,
): T | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof kind) return cause;
  }
  return null;
}
