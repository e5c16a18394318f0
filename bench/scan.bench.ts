/**
 * The scanner: quality on the labelled skills and on skills of npm packages, CPU time, memory, hostile inputs and the size of
 * the bundle, all measured in one run. `--against CHECKOUT` also compares the CPU time with that of another checkout.
 */
import { join, resolve } from "node:path";
import { Worker, type WorkerOptions } from "node:worker_threads";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import {
  labelled,
  leavingOneSetOut,
  type Print,
  present,
  printQuality,
  qualityOf,
  type Scanned,
  type SourceName,
  scanAll,
} from "../scripts/scan-corpus.ts";

/** A target and whether it was met. */
type Target = readonly [name: string, isMet: boolean];

export async function bench(print: Print, { against }: { against?: string } = {}): Promise<boolean> {
  const indented: Print = (line) => print(`   ${line}`);
  const sources = present([...labelled, "npm"], indented);
  const sets = sources.filter((source) => source !== "npm");
  const targets = [
    ...(await measureQuality(sources, indented)),
    ...(sets.length > 0 ? [await fitsInMemory(sets, indented)] : []),
    ...(sets.length > 0 && against !== undefined ? [await comparesSpeed(sets, against, indented)] : []),
    await endsInTime(indented),
    await isSmall(indented),
  ];
  for (const [name, isMet] of targets) if (!isMet) indented(`missed: ${name}`);
  return targets.every(([, isMet]) => isMet);
}

const wanted: Partial<Record<SourceName, { readonly f1: number; readonly falsePositives: number }>> = {
  dev: { f1: 0.85, falsePositives: 0.005 },
  second: { f1: 0.75, falsePositives: 0.015 },
};

async function measureQuality(sources: readonly SourceName[], print: Print): Promise<Target[]> {
  const scanned = await scanAll(sources);
  const qualities = printQuality(scanned, print);
  printSets(scanned, print);
  printTimes(scanned, print);
  return [...qualities].flatMap(([source, { f1, falsePositives, wrongFails, missed }]): Target[] => {
    const limits = wanted[source];
    if (limits !== undefined) print(`missed in ${source}: ${missed.map(({ id }) => id).join(" ")}`);
    return [
      [`${source}: no wrong FAIL`, wrongFails === 0],
      [`${source}: F1 ≥ ${limits?.f1}`, limits === undefined || f1 >= limits.f1],
      [
        `${source}: false positives ≤ ${limits?.falsePositives}`,
        limits === undefined || falsePositives <= limits.falsePositives,
      ],
    ];
  });
}

/** The recall on each set, and without the rules that match no other set. */
function printSets(scanned: readonly Scanned[], print: Print): void {
  const others = leavingOneSetOut(scanned);
  const bad = scanned.filter((skill) => skill.bad);
  for (const [set, skills] of Map.groupBy(bad, (skill) => skill.set)) {
    const recalls = [qualityOf(skills), qualityOf(skills, others)].map(({ recall }) => recall.toFixed(3));
    print(`recall on ${set.padEnd(20)} ${recalls.join(", left out ")}`);
  }
}

function printTimes(scanned: readonly Scanned[], print: Print): void {
  const times = scanned.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(1);
  const total = times.reduce((sum, ms) => sum + ms, 0) / 1000;
  print(`CPU: median ${at(0.5)} ms, p95 ${at(0.95)} ms, all ${total.toFixed(1)} s`);
}

/** Runs a thread of `support/` and resolves with its message. */
function inThread<T>(name: string, options: WorkerOptions = {}): Promise<T> {
  const worker = new Worker(join(import.meta.dirname, "support", name), options);
  return new Promise((done, fail) => worker.once("message", done).once("error", fail));
}

/** Heap limit of the thread that scans the labelled sets; a thread that needs more dies. */
const MEMORY_LIMIT_MB = 96;

async function fitsInMemory(sources: readonly SourceName[], print: Print): Promise<Target> {
  const ended = await inThread<number>("scan-memory-worker.ts", {
    workerData: { sources },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
  }).catch((error: Error) => error);
  const outcome = typeof ended === "number" ? `${ended} skills scanned` : `died: ${ended.message}`;
  print(`in a heap of ${MEMORY_LIMIT_MB} MB: ${outcome}`);
  return ["memory", typeof ended === "number"];
}

/** What two runs of the same engine may differ by. */
const SPEED_NOISE = 0.05;

async function comparesSpeed(sources: readonly SourceName[], against: string, print: Print): Promise<Target> {
  const checkouts = [resolve(import.meta.dirname, ".."), resolve(against)];
  const { count, seconds } = await inThread<{ count: number; seconds: [own: number, other: number] }>(
    "scan-speed-worker.ts",
    { workerData: { sources, checkouts } },
  );
  const [own, other] = seconds;
  const ratio = own / other;
  print(
    `CPU against ${against}: ${ratio.toFixed(2)} (${own.toFixed(1)} s to ${other.toFixed(1)} s for ${count} skills)`,
  );
  return ["not slower than the other checkout", ratio <= 1 + SPEED_NOISE];
}

/** CPU seconds of the scanning thread for an input of ten megabytes. */
const HOSTILE_LIMIT_SECONDS = 2;

async function endsInTime(print: Print): Promise<Target> {
  const times =
    await inThread<readonly (readonly [name: string, seconds: number])[]>("scan-hostile-worker.ts");
  const [[name, seconds] = ["", 0]] = times.toSorted((a, b) => b[1] - a[1]);
  print(`hostile inputs: ${times.length}, the slowest ${seconds.toFixed(2)} s of CPU (${name})`);
  return [`hostile inputs ≤ ${HOSTILE_LIMIT_SECONDS} s`, seconds <= HOSTILE_LIMIT_SECONDS];
}

const BUNDLE_LIMIT_KB = 300;

async function isSmall(print: Print): Promise<Target> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, "../src/scan/engine.ts")],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
  });
  const kilobytes = gzipSync(outputFiles[0]?.contents ?? "").length / 1000;
  print(`engine and rules: ${kilobytes.toFixed(0)} kB minified and gzipped`);
  return [`engine and rules ≤ ${BUNDLE_LIMIT_KB} kB`, kilobytes <= BUNDLE_LIMIT_KB];
}
