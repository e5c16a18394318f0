/** Scans the same skills with two engines, by turns, and posts the CPU seconds of each. */
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { type SourceName, samplesOf } from "../../scripts/scan-corpus.ts";
import type { scanSkill as Scan } from "../../src/scan/engine.ts";

interface Task {
  readonly sources: readonly SourceName[];
  readonly checkouts: readonly string[];
}

const { sources, checkouts }: Task = workerData;

/** One skill in eight is enough for a ratio; the first of them only warm both engines up. */
const share = { part: 0, of: 8 };
const warmUp = 30;

const engines: { scan: typeof Scan; seconds: number }[] = [];
for (const checkout of checkouts) {
  const { scanSkill }: { scanSkill: typeof Scan } = await import(join(checkout, "src/scan/engine.ts"));
  engines.push({ scan: scanSkill, seconds: 0 });
}

let count = 0;
for (const source of sources)
  for await (const { id, files } of samplesOf(source, share)) {
    for (const engine of count % 2 === 0 ? engines : engines.toReversed()) {
      const before = process.threadCpuUsage();
      engine.scan(files, { digest: id });
      const { user, system } = process.threadCpuUsage(before);
      if (count >= warmUp) engine.seconds += (user + system) / 1e6;
    }
    count++;
  }
parentPort?.postMessage({ count, seconds: engines.map((engine) => engine.seconds) });
