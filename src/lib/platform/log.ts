/**
 * Logs one structured line per event on the runtime's console. Values must be plain data without secrets: callers log
 * ids, codes and counts, not tokens, email addresses or skill text.
 */
type Level = "info" | "warn" | "error";

/** The output. Only tests replace `write`, so that they can read the log and print nothing. */
export const logSink = {
  write: (level: Level, line: string): void => console[level](line),
};

export function log(level: Level, event: string, fields: Readonly<Record<string, unknown>> = {}): void {
  logSink.write(level, JSON.stringify({ level, event, ...fields }));
}

/**
 * A short, safe description of an error: name and message of its root cause, never a stack. Wrapping errors are
 * skipped, because those of the query library quote the bound values.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? describeError(error.cause) : `${error.name}: ${error.message}`;
}
