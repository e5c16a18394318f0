/**
 * The skills on which the scanner is measured: two labelled sets, which are no part of this repository, and the skills that
 * npm packages ship. Scans them in threads and counts as the labelled sets' own script does: each family of near-duplicates
 * counts once, and rows with a doubtful label are left out.
 */
import { createReadStream, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { Worker } from "node:worker_threads";
import { createGunzip } from "node:zlib";
import { z } from "zod";
import { findSkills } from "../cli/commands/scan/find-skills.ts";
import type { SkillFile } from "../src/domain/skill-file.ts";
import { digestOf, registryOfExamples, skillOf } from "../src/scan/__tests__/skill.ts";
import { hostilePairs, transformations } from "../src/scan/__tests__/transformations/transformations.ts";
import type { RegistryContext } from "../src/scan/registry.ts";
import type { Finding, ScanReport, Verdict } from "../src/scan/report.ts";
import { examples } from "../src/scan/rules/examples/index.ts";
import { scoreOf, verdictOf } from "../src/scan/score.ts";

export type Print = (line: string) => void;

const root = resolve(import.meta.dirname, "..");
const corpus = resolve(root, "../shared/corpus");

/** Where `npm run scan:false-positives` unpacks its packages. */
export const npmFolder = join(tmpdir(), "benign-skills");

export const labelled = ["dev", "second"] as const;
export type SourceName = (typeof labelled)[number] | "npm" | "transformations" | "examples";

interface Sample {
  readonly id: string;
  readonly set: string;
  readonly family: string;
  readonly bad: boolean;
  readonly files: readonly SkillFile[];
  readonly registry?: RegistryContext;
  /** The content digest, where it matters. */
  readonly digest?: string;
}

export interface Scanned extends Omit<Sample, "files" | "registry" | "digest"> {
  readonly source: SourceName;
  readonly report: ScanReport;
  /** CPU time of the scan. */
  readonly ms: number;
  /** The rules without which the skill would pass, if the scan asked for them. */
  readonly decidedBy: readonly string[];
}

const setPath = (set: (typeof labelled)[number]): string => join(corpus, `${set}.jsonl.gz`);

/** Where the sources are that are no part of this repository. */
const paths: Readonly<Partial<Record<SourceName, string>>> = {
  dev: setPath("dev"),
  second: setPath("second"),
  npm: npmFolder,
};

/** The sources that are on this machine; prints which are not. */
export function present(sources: readonly SourceName[], print: Print): SourceName[] {
  return sources.filter((source) => {
    const path = paths[source];
    const isPresent = path === undefined || existsSync(path);
    if (!isPresent) print(`${source}: left out, ${path} is absent`);
    return isPresent;
  });
}

/** Which samples a thread takes: every `of`-th. */
export interface Share {
  readonly part: number;
  readonly of: number;
}

/** Reads one sample after the other: the sets are too large to keep in a small heap. */
export async function* samplesOf(source: SourceName, share: Share = { part: 0, of: 1 }) {
  const all = readers[source]();
  let at = 0;
  for await (const read of all) {
    if (at++ % share.of !== share.part) continue;
    const sample = read();
    if (sample !== undefined) yield sample;
  }
}

const readers: Readonly<Record<SourceName, () => AsyncIterable<Delayed> | Iterable<Delayed>>> = {
  dev: () => rowsOf(setPath("dev")),
  second: () => rowsOf(setPath("second")),
  npm: npmSkills,
  transformations: hostileActs,
  examples: positives,
};

/** Delayed, so that what another thread takes costs nothing. */
type Delayed = () => Sample | undefined;

const rowSchema = z.object({
  id: z.string(),
  label: z.enum(["malicious", "benign"]),
  set: z.string(),
  family: z.string(),
  doubtful: z.unknown().optional(),
  files: z.record(z.string(), z.object({ text: z.string().optional(), base64: z.string().default("") })),
});

async function* rowsOf(path: string): AsyncGenerator<Delayed> {
  const input = createReadStream(path).pipe(createGunzip());
  for await (const line of createInterface({ input })) yield () => sampleOf(line);
}

function sampleOf(line: string): Sample | undefined {
  const { label, doubtful, files, ...row } = rowSchema.parse(JSON.parse(line));
  if (doubtful) return;
  return {
    ...row,
    bad: label === "malicious",
    files: Object.entries(files).map(([path, { text, base64 }]) => ({
      path,
      bytes:
        text === undefined ? new Uint8Array(Buffer.from(base64, "base64")) : new TextEncoder().encode(text),
      executable: false,
    })),
  };
}

/** Each SKILL.md text once. */
function* npmSkills(): Generator<Delayed> {
  const seen = new Set<string>();
  for (const { path, read } of findSkills(npmFolder)) {
    const files = readOrSkip(read);
    const manifest = files.find((file) => file.path === "SKILL.md");
    const text = Buffer.from(manifest?.bytes ?? []).toString("latin1");
    if (manifest === undefined || seen.has(text)) continue;
    seen.add(text);
    const id = path.replace(`${npmFolder}/`, "");
    yield () => ({ id, set: "npm", family: id, bad: false, files });
  }
}

/** A folder with a link in it cannot be read as a skill. */
function readOrSkip(read: () => SkillFile[]): SkillFile[] {
  try {
    return read();
  } catch {
    return [];
  }
}

function* positives(): Generator<Delayed> {
  for (const [family, { positive }] of Object.entries(examples))
    for (const [i, example] of positive.entries())
      yield () => ({
        id: `${family} ${i + 1}`,
        set: "examples",
        family,
        bad: true,
        files: skillOf(example),
        registry: registryOfExamples,
        digest: digestOf(example),
      });
}

/** Every hostile act under every transformation. */
function* hostileActs(): Generator<Delayed> {
  for (const transformation of transformations)
    for (const { act, files } of hostilePairs(transformation))
      yield () => ({
        id: `${transformation.id}: ${act}`,
        set: "transformations",
        family: act,
        bad: true,
        files: files(),
      });
}

const THREADS = 2;

export interface ScanTask {
  /** Whose engine scans; this checkout's if absent. */
  readonly checkout?: string;
  /** Also find the rules that decide. */
  readonly ablate?: boolean;
}

export async function scanAll(sources: readonly SourceName[], task: ScanTask = {}): Promise<Scanned[]> {
  const { checkout = root, ablate = false } = task;
  const parts = Array.from({ length: THREADS }, (_, part) => {
    const worker = new Worker(join(import.meta.dirname, "scan-corpus-worker.ts"), {
      workerData: { sources, checkout: resolve(checkout), ablate, share: { part, of: THREADS } },
    });
    return new Promise<Scanned[]>((done, fail) => worker.once("message", done).once("error", fail));
  });
  return (await Promise.all(parts)).flat();
}

/** Which findings count, for the question what a skill would be without the others. */
export type Counts = (finding: Finding, skill: Scanned) => boolean;

/** The verdict that a report would have with only some of its findings. */
export function verdictBy(counts: (finding: Finding) => boolean, report: ScanReport): Verdict {
  const findings = report.findings.filter(counts);
  return verdictOf(findings, scoreOf(findings), report.complete);
}

/** What each skill weighs: its family counts once for each label. */
export function weightsOf(scanned: readonly Scanned[]): Map<Scanned, number> {
  const keyOf = ({ source, family, bad }: Scanned) => `${source} ${family} ${bad}`;
  const sizes = new Map<string, number>();
  for (const skill of scanned) sizes.set(keyOf(skill), (sizes.get(keyOf(skill)) ?? 0) + 1);
  return new Map(scanned.map((skill) => [skill, 1 / (sizes.get(keyOf(skill)) ?? 1)]));
}

export interface Quality {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  readonly falsePositives: number;
  /** Honest skills that fail. */
  readonly wrongFails: number;
  readonly missed: readonly Scanned[];
  readonly falseAlarms: readonly Scanned[];
}

export function qualityOf(scanned: readonly Scanned[], counts: Counts = () => true): Quality {
  const weights = weightsOf(scanned);
  const verdicts = new Map(
    scanned.map((skill) => [skill, verdictBy((finding) => counts(finding, skill), skill.report)]),
  );
  const isFlagged = (skill: Scanned) => verdicts.get(skill) !== "PASS";
  const sum = (skills: readonly Scanned[]) =>
    skills.reduce((total, skill) => total + (weights.get(skill) ?? 0), 0);
  const [bad, honest] = [scanned.filter((skill) => skill.bad), scanned.filter((skill) => !skill.bad)];
  const missed = bad.filter((skill) => !isFlagged(skill));
  const falseAlarms = honest.filter(isFlagged);
  const found = sum(bad.filter(isFlagged));
  const precision = ratio(found, sum(falseAlarms));
  const recall = ratio(found, sum(missed));
  return {
    precision,
    recall,
    f1: precision + recall > 0 ? (2 * precision * recall) / (precision + recall) : 0,
    falsePositives: ratio(sum(falseAlarms), sum(honest.filter((skill) => !isFlagged(skill)))),
    wrongFails: falseAlarms.filter((skill) => verdicts.get(skill) === "FAIL").length,
    missed,
    falseAlarms,
  };
}

const ratio = (some: number, others: number): number => (some > 0 ? some / (some + others) : 0);

/**
 * Leaving one set out: a rule counts for a set only if it also matched a malicious skill of another set. Rules that matched
 * only in that set are taken for written for it. This estimates the quality on attacks for which no rule was written.
 */
export function leavingOneSetOut(scanned: readonly Scanned[]): Counts {
  const setsOf = new Map<string, Set<string>>();
  for (const { bad, set, report } of scanned)
    for (const { ruleId } of bad ? report.findings : [])
      setsOf.set(ruleId, (setsOf.get(ruleId) ?? new Set()).add(set));
  return ({ ruleId }, { set }) => [...(setsOf.get(ruleId) ?? [])].some((other) => other !== set);
}

/** A flagged skill and why, on one line. */
export function describe({ id, source, set, report }: Scanned): string {
  const rules = new Set(
    report.findings.filter(({ confidence }) => confidence >= 0.5).map(({ ruleId }) => ruleId),
  );
  const unread = report.notLookedAt.slice(0, 2).map(({ file, reason }) => `${file} ${reason}`);
  const why = [...[...rules].slice(0, 6), ...unread].join(", ");
  return `${report.verdict} ${source === set ? "" : `${set} `}${id}: ${why}`;
}

/** Prints the quality on each source and its false alarms. */
export function printQuality(scanned: readonly Scanned[], print: Print): Map<SourceName, Quality> {
  const others = leavingOneSetOut(scanned);
  const qualities = new Map<SourceName, Quality>();
  for (const [source, skills] of Map.groupBy(scanned, (skill) => skill.source)) {
    const quality = qualityOf(skills);
    qualities.set(source, quality);
    print(`${source}: ${skills.length} skills, ${lineOf(quality)}`);
    if (source !== "npm") print(`  with one set left out: ${lineOf(qualityOf(skills, others))}`);
    for (const skill of quality.falseAlarms) print(`  false alarm: ${describe(skill)}`);
  }
  return qualities;
}

function lineOf({ precision, recall, f1, falsePositives, wrongFails }: Quality): string {
  const found = `precision ${precision.toFixed(3)} recall ${recall.toFixed(3)} F1 ${f1.toFixed(3)}, `;
  const honest = `false positives ${(falsePositives * 100).toFixed(2)}%, wrong FAILs ${wrongFails}`;
  return recall > 0 ? found + honest : honest;
}
