/**
 * One structured line for each event, on the runtime's console. Values must be plain data; secrets never come
 * here: callers log ids, codes and counts, not tokens, e-mails or skill text.
 */
type Level = "info" | "warn" | "error";

export function log(level: Level, event: string, fields: Readonly<Record<string, unknown>> = {}): void {
  console[level](JSON.stringify({ level, event, ...fields }));
}

/** A short, safe description of something caught: its name and message, never its stack. */
export function describeError(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
