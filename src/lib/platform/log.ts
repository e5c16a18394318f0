/**
 * One structured line for each event, on the runtime's console. Values must be plain data; secrets never come
 * here: callers log ids, codes and counts, not tokens, e-mails or skill text.
 */
type Level = "info" | "warn" | "error";

/** Where the lines go. Only tests replace `write`, so that they read the log and print nothing. */
export const logSink = {
  write: (level: Level, line: string): void => console[level](line),
};

export function log(level: Level, event: string, fields: Readonly<Record<string, unknown>> = {}): void {
  logSink.write(level, JSON.stringify({ level, event, ...fields }));
}

/**
 * A short, safe description of something caught: name and message of its root cause, never a stack. Wrappers are
 * passed over, because the query library's quote the values that were bound.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? describeError(error.cause) : `${error.name}: ${error.message}`;
}
