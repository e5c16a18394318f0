/** The server's lines on the screen: one JSON object each, whoever wrote it, so that a log can be read by a machine. */
import { Log, LogLevel } from "miniflare";

type Level = "info" | "warn" | "error";

export function logLine(level: Level, event: string, fields: Readonly<Record<string, unknown>> = {}): void {
  write(level, JSON.stringify({ level, event, ...fields }));
}

/** A line the Worker or workerd printed: the Worker's own are JSON already and pass as they are. */
export function passRuntimeLine({ level, message }: { level: string; message: string }): void {
  const known = level === "error" || level === "warn" ? level : "info";
  if (message.startsWith("{")) write(known, message.replaceAll("\n", "\\n"));
  else logLine(known, "runtime", { message });
}

function write(level: Level, line: string): void {
  (level === "info" ? process.stdout : process.stderr).write(`${line}\n`);
}

/** Miniflare's own warnings and errors in the same form, without stacks. */
export class RuntimeLog extends Log {
  constructor() {
    super(LogLevel.WARN);
  }

  override logWithLevel(level: LogLevel, message: string): void {
    if (level <= this.level) logLine(level === LogLevel.ERROR ? "error" : "warn", "miniflare", { message });
  }

  override error(error: Error): void {
    logLine("error", "miniflare", { message: error.message });
  }
}
