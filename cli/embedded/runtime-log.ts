/** Miniflare's log as entries of ours. Apart from logs.ts, because Miniflare cannot be loaded if workerd is missing. */
import { Log, LogLevel } from "miniflare";
import { logEvent } from "./logs.ts";

/** Warnings and errors, without stacks. */
export class RuntimeLog extends Log {
  constructor() {
    super(LogLevel.WARN);
  }

  override logWithLevel(level: LogLevel, message: string): void {
    if (level <= this.level) logEvent(level === LogLevel.ERROR ? "error" : "warn", "miniflare", { message });
  }

  override error(error: Error): void {
    logEvent("error", "miniflare", { message: error.message });
  }
}
