/** `handleRuntimeStdio` of a Miniflare in a test: what workerd prints is read, so that it never waits, and printed nowhere. */
import type { Readable } from "node:stream";

export function discardOutput(stdout: Readable, stderr: Readable): void {
  stdout.resume();
  stderr.resume();
}
