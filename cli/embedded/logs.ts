/** The server's log: entries from the Worker, the runtime and the server, all in one format. */

type Level = "info" | "warn" | "error";

export interface LogEntry {
  readonly level: Level;
  readonly event: string;
  readonly [field: string]: unknown;
}

/** The destination of log entries: JSON lines for programs. `serve` replaces `write` on a terminal. */
export const logSink = {
  write: (entry: LogEntry): void => {
    const stream = entry.level === "info" ? process.stdout : process.stderr;
    stream.write(`${JSON.stringify(entry)}\n`);
  },
};

export function logEvent(level: Level, event: string, fields: Readonly<Record<string, unknown>> = {}): void {
  logSink.write({ level, event, ...fields });
}

/** A line that the Worker or workerd printed. The Worker's own are JSON entries. */
export function passRuntimeLine({ level, message }: { level: string; message: string }): void {
  const known = level === "error" || level === "warn" ? level : "info";
  const entry = parseEntry(message);
  if (entry === null) logEvent(known, "runtime", { message });
  else logSink.write({ ...entry, level: known });
}

function parseEntry(message: string): LogEntry | null {
  if (!message.startsWith("{")) return null;
  try {
    const entry = JSON.parse(message) as Partial<LogEntry>;
    return typeof entry.event === "string" ? (entry as LogEntry) : null;
  } catch {
    return null;
  }
}
