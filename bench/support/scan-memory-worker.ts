/** Scans a whole set line by line, keeping nothing, in a thread with a limited heap: it finishes or dies. */
import { parentPort, workerData } from "node:worker_threads";
import { type SourceName, samplesOf } from "../../scripts/scan-corpus.ts";
import { scanSkill } from "../../src/scan/engine.ts";

const { sources }: { sources: readonly SourceName[] } = workerData;
let count = 0;
for (const source of sources)
  for await (const { id, files } of samplesOf(source)) {
    scanSkill(files, { digest: id });
    count++;
  }
parentPort?.postMessage(count);
