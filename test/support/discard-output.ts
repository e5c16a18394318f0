/**
 * `handleRuntimeStdio` of a Miniflare in a test. Reads workerd's output, so that workerd never blocks on a full pipe, and
 * discards it.
 */
import type { Readable } from "node:stream";

export function discardOutput(stdout: Readable, stderr: Readable): void {
  stdout.resume();
  stderr.resume();
}
