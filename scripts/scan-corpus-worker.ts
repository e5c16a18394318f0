/** Scans this thread's share of some sources with the engine of a checkout, and posts what it found. */
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import type { scanSkill as Scan, ScanOptions } from "../src/scan/engine.ts";
import type { RuleFamily } from "../src/scan/rule.ts";
import { families } from "../src/scan/rules/index.ts";
import { type Scanned, type ScanTask, type Share, type SourceName, samplesOf } from "./scan-corpus.ts";
import { decidersOf } from "./scan-shares.ts";

interface Task extends Required<ScanTask> {
  readonly sources: readonly SourceName[];
  readonly share: Share;
}

const { sources, checkout, ablate, share }: Task = workerData;
const { scanSkill }: { scanSkill: typeof Scan } = await import(join(checkout, "src/scan/engine.ts"));

const others = new Map<string, readonly RuleFamily[]>();

/** All families without one rule. The same object each time: the engine prepares families once. */
function without(ruleId: string): readonly RuleFamily[] {
  const known = others.get(ruleId);
  if (known !== undefined) return known;
  const made = families.map((family) => ({
    ...family,
    rules: family.rules.filter(({ id }) => id !== ruleId),
  }));
  others.set(ruleId, made);
  return made;
}

const scanned: Scanned[] = [];
for (const source of sources)
  for await (const { files, registry = {}, digest = "", ...sample } of samplesOf(source, share)) {
    const options: ScanOptions = { digest, registry };
    // CPU time, not wall-clock time: it leaves out other work on the machine.
    const before = process.threadCpuUsage();
    const report = scanSkill(files, options);
    const { user, system } = process.threadCpuUsage(before);
    const verdictWithout = (rule: string) =>
      scanSkill(files, { ...options, families: without(rule) }).verdict;
    const decidedBy = ablate ? decidersOf(report, verdictWithout) : [];
    scanned.push({ ...sample, source, report, ms: (user + system) / 1000, decidedBy });
  }
parentPort?.postMessage(scanned);
