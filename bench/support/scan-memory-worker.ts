/** Scans the whole corpus line by line, keeping nothing, in a thread with a limited heap: it finishes or dies. */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { parentPort, workerData } from "node:worker_threads";
import { createGunzip } from "node:zlib";
import { scanSkill } from "../../src/scan/engine.ts";

interface Row {
  readonly id: string;
  readonly files: Record<string, { text?: string; base64?: string }>;
}

const { corpus } = workerData as { corpus: string };
let peak = 0;
let count = 0;
for await (const line of createInterface({ input: createReadStream(corpus).pipe(createGunzip()) })) {
  const row = JSON.parse(line) as Row;
  const files = Object.entries(row.files).map(([path, { text, base64 = "" }]) => ({
    path,
    bytes:
      text === undefined ? new Uint8Array(Buffer.from(base64, "base64")) : new TextEncoder().encode(text),
    executable: false,
  }));
  scanSkill(files, { digest: row.id });
  const { heapUsed, external } = process.memoryUsage();
  peak = Math.max(peak, heapUsed + external);
  count += 1;
}
parentPort?.postMessage({ count, peak });
