/**
 * The scanner on the labelled skills: quality (each family of near-duplicates counts once), quality with one set left out,
 * speed, memory and the size of the bundle, all measured in one run.
 *
 * Leaving one set out: a rule counts for a set only if it also matched a malicious skill of another set. Rules that
 * matched only in that set are treated as written for it and are switched off. The figure therefore estimates the quality
 * on attacks for which no rule was written.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { gunzipSync, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { z } from "zod";
import type { SkillFile } from "../src/domain/skill-file.ts";
import { scanSkill } from "../src/scan/engine.ts";
import type { Finding, ScanReport } from "../src/scan/report.ts";
import { scoreOf, verdictOf } from "../src/scan/score.ts";

const corpus = join(import.meta.dirname, "../../shared/corpus/dev.jsonl.gz");

const rowSchema = z.object({
  id: z.string(),
  label: z.enum(["malicious", "benign"]),
  set: z.string(),
  family: z.string(),
  files: z.record(z.string(), z.object({ text: z.string().optional(), base64: z.string().optional() })),
});

interface Scanned {
  readonly id: string;
  readonly bad: boolean;
  readonly set: string;
  readonly family: string;
  readonly report: ScanReport;
  readonly ms: number;
}

type Print = (line: string) => void;

export async function bench(print: Print): Promise<boolean> {
  if (!existsSync(corpus)) {
    print(`   ${corpus} is absent: nothing to measure.`);
    return true;
  }
  const scanned = scanAll();
  const plain = quality(scanned, () => true);
  show(print, "all rules", plain);
  const leftOut = leaveOneSetOut(scanned, print);
  show(print, "leave one set out", leftOut);
  printIds(print, "missed", plain.missed);
  printIds(print, "false alarms", plain.falseAlarms);
  const fast = speed(scanned, print);
  const small = (await bundleKilobytes(print)) <= 400;
  const light = await fitsInMemory(print);
  const bounded = await endsInTime(print);
  return (
    plain.f1 >= 0.85 && plain.falsePositives <= 0.01 && leftOut.f1 >= 0.6 && fast && small && light && bounded
  );
}

/** CPU seconds of the scanning thread for an input of ten megabytes. */
const HOSTILE_LIMIT_SECONDS = 2;

/** Scans the most expensive inputs in a new thread. */
async function endsInTime(print: Print): Promise<boolean> {
  const worker = new Worker(join(import.meta.dirname, "support/scan-hostile-worker.ts"));
  const times = await new Promise<readonly (readonly [name: string, seconds: number])[]>(
    (resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", reject);
    },
  );
  const [[name, seconds] = ["", 0]] = times.toSorted((a, b) => b[1] - a[1]);
  print(`   hostile inputs: ${times.length}, the slowest ${seconds.toFixed(2)} s of CPU (${name})`);
  return seconds <= HOSTILE_LIMIT_SECONDS;
}

/** Heap limit of the thread that scans the whole corpus; a thread that needs more dies. */
const MEMORY_LIMIT_MB = 96;

async function fitsInMemory(print: Print): Promise<boolean> {
  const worker = new Worker(join(import.meta.dirname, "support/scan-memory-worker.ts"), {
    workerData: { corpus },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
  });
  const ended = await new Promise<number | Error>((resolve) => {
    worker.once("message", ({ count }: { count: number }) => resolve(count));
    worker.once("error", resolve);
  });
  const outcome = typeof ended === "number" ? `${ended} skills scanned` : `died: ${ended.message}`;
  print(`   in a heap of ${MEMORY_LIMIT_MB} MB: ${outcome}`);
  return typeof ended === "number";
}

function scanAll(): Scanned[] {
  const lines = gunzipSync(readFileSync(corpus)).toString("utf8").trim().split("\n");
  return lines.map((line) => {
    const row = rowSchema.parse(JSON.parse(line));
    const files: SkillFile[] = Object.entries(row.files).map(([path, file]) => ({
      path,
      bytes:
        file.text === undefined
          ? new Uint8Array(Buffer.from(file.base64 ?? "", "base64"))
          : new TextEncoder().encode(file.text),
      executable: false,
    }));
    // CPU time, not wall-clock time: it leaves out other work on the machine.
    const before = process.cpuUsage();
    const report = scanSkill(files, { digest: row.id });
    const { user, system } = process.cpuUsage(before);
    return {
      id: row.id,
      bad: row.label === "malicious",
      set: row.set,
      family: row.family,
      report,
      ms: (user + system) / 1000,
    };
  });
}

interface Quality {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  readonly falsePositives: number;
  readonly missed: readonly string[];
  readonly falseAlarms: readonly string[];
}

/** As score.py counts: each family once for each label. */
function quality(
  scanned: readonly Scanned[],
  counts: (finding: Finding, skill: Scanned) => boolean,
): Quality {
  const sizes = new Map<string, number>();
  for (const { family, bad } of scanned)
    sizes.set(`${family} ${bad}`, (sizes.get(`${family} ${bad}`) ?? 0) + 1);
  const sums = { tp: 0, fp: 0, fn: 0, tn: 0 };
  const missed: string[] = [];
  const falseAlarms: string[] = [];
  for (const skill of scanned) {
    const weight = 1 / (sizes.get(`${skill.family} ${skill.bad}`) ?? 1);
    const findings = skill.report.findings.filter((finding) => counts(finding, skill));
    const flagged = verdictOf(findings, scoreOf(findings), skill.report.complete) !== "PASS";
    if (skill.bad) sums[flagged ? "tp" : "fn"] += weight;
    else sums[flagged ? "fp" : "tn"] += weight;
    if (skill.bad && !flagged) missed.push(skill.id);
    if (!skill.bad && flagged) falseAlarms.push(skill.id);
  }
  const precision = sums.tp / (sums.tp + sums.fp);
  const recall = sums.tp / (sums.tp + sums.fn);
  return {
    precision,
    recall,
    f1: (2 * precision * recall) / (precision + recall),
    falsePositives: sums.fp / (sums.fp + sums.tn),
    missed,
    falseAlarms,
  };
}

function leaveOneSetOut(scanned: readonly Scanned[], print: Print): Quality {
  const setsOf = new Map<string, Set<string>>();
  for (const { bad, set, report } of scanned) {
    if (!bad) continue;
    for (const { ruleId } of report.findings) setsOf.set(ruleId, (setsOf.get(ruleId) ?? new Set()).add(set));
  }
  const supported = (ruleId: string, without: string) =>
    [...(setsOf.get(ruleId) ?? [])].some((set) => set !== without);
  const counts = (finding: Finding, skill: Scanned) => supported(finding.ruleId, skill.set);
  for (const set of new Set(scanned.filter(({ bad }) => bad).map(({ set }) => set))) {
    const own = quality(
      scanned.filter((skill) => skill.bad && skill.set === set),
      counts,
    );
    print(`   without ${set.padEnd(20)} recall ${own.recall.toFixed(3)}`);
  }
  return quality(scanned, counts);
}

function show(print: Print, name: string, { precision, recall, f1, falsePositives }: Quality): void {
  print(
    `   ${name.padEnd(28)} precision ${precision.toFixed(3)} recall ${recall.toFixed(3)} F1 ${f1.toFixed(3)} false positives ${(falsePositives * 100).toFixed(2)}%`,
  );
}

function printIds(print: Print, name: string, ids: readonly string[]): void {
  print(`   ${name}: ${ids.length === 0 ? "none" : ids.join(" ")}`);
}

function speed(scanned: readonly Scanned[], print: Print): boolean {
  const times = scanned.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(share * (times.length - 1))] ?? 0;
  const total = times.reduce((sum, ms) => sum + ms, 0) / 1000;
  print(`   CPU: median ${at(0.5).toFixed(1)} ms, p95 ${at(0.95).toFixed(1)} ms, all ${total.toFixed(1)} s`);
  return at(0.5) <= 10 && at(0.95) <= 80 && total < 40;
}

async function bundleKilobytes(print: Print): Promise<number> {
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
  print(`   engine and rules: ${kilobytes.toFixed(0)} kB minified and gzipped`);
  return kilobytes;
}
