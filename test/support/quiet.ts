/**
 * Set-up of every project. The log goes to `logged` instead of the console, and a test that prints fails. The runner
 * receives printed output as messages, which a busy machine may not deliver before the file ends.
 */
import { afterAll, afterEach, beforeEach } from "vitest";
import { logSink } from "../../src/lib/platform/log.ts";

export interface LogEntry {
  readonly level: string;
  readonly event: string;
  readonly [field: string]: unknown;
}

const entries: LogEntry[] = [];
const printed: string[] = [];

/** Log entries since the test began, including its hooks. */
export const logged = (level?: string): LogEntry[] =>
  entries.filter((entry) => level === undefined || entry.level === level);

/** Returns the printed output and clears it, so that the test that calls this may print. */
export const consumePrinted = (): string[] => printed.splice(0);

logSink.write = (_level, line) => void entries.push(JSON.parse(line) as LogEntry);

const PRINTING_METHODS = [
  ...(["log", "info", "warn", "error", "debug", "trace", "dir", "dirxml", "table"] as const),
  ...(["group", "groupCollapsed", "count", "countReset", "timeLog", "timeEnd"] as const),
];

for (const method of PRINTING_METHODS)
  console[method] = (...values: unknown[]) => void printed.push(`console.${method}: ${values.join(" ")}`);
console.assert = (condition?: unknown, ...values: unknown[]) => {
  if (!condition) printed.push(`console.assert: ${values.join(" ")}`);
};

for (const name of ["stdout", "stderr"] as const)
  process[name].write = (chunk: unknown, ...rest: unknown[]) => {
    // A child process that printed nothing is passed on as an empty chunk.
    if (String(chunk) !== "") printed.push(`process.${name}: ${String(chunk)}`);
    const callback = rest.at(-1);
    if (typeof callback === "function") queueMicrotask(() => callback());
    return true;
  };

function failWhenPrinted(): void {
  const lines = consumePrinted();
  if (lines.length > 0) throw new Error(`Tests must not print:\n${lines.join("\n")}`);
}

beforeEach(() => void entries.splice(0));
afterEach(failWhenPrinted);
afterAll(failWhenPrinted);
