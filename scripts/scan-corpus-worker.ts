/** Scans this thread's share of some sources with the engine of a checkout, and posts what it found. */
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import type { scanSkill as Scan } from "../src/scan/engine.ts";
import { type Scanned, type Share, type SourceName, samplesOf } from "./scan-corpus.ts";

interface Task {
  readonly sources: readonly SourceName[];
  readonly checkout: string;
  readonly share: Share;
}

const { sources, checkout, share }: Task = workerData;
const { scanSkill }: { scanSkill: typeof Scan } = await import(join(checkout, "src/scan/engine.ts"));
const scanned: Scanned[] = [];
for (const source of sources)
  for await (const { files, registry = {}, ...sample } of samplesOf(source, share)) {
    // CPU time, not wall-clock time: it leaves out other work on the machine.
    const before = process.threadCpuUsage();
    const report = scanSkill(files, { digest: sample.id, registry });
    const { user, system } = process.threadCpuUsage(before);
    scanned.push({ ...sample, source, report, ms: (user + system) / 1000 });
  }
parentPort?.postMessage(scanned);
