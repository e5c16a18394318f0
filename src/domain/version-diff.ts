/** What changed between two versions of a skill, file by file. Pure. */
import { formatPatch, structuredPatch } from "diff";
import { decodeText } from "./decode-text.ts";
import { MANIFEST_NAME } from "./manifest.ts";
import type { SkillFile } from "./skill-file.ts";

export interface FileChange {
  readonly filename: string;
  readonly status: "added" | "removed" | "modified";
  readonly additions: number;
  readonly deletions: number;
  /** Unified, or null where the lines were not compared. */
  readonly patch: string | null;
  /** Why the lines were not compared, or null. */
  readonly note: string | null;
}

const LARGEST_TEXT_BYTES = 200_000;
/** Edits after which two texts are called different as a whole. */
const MOST_EDITS = 1_000;
/** For all files together. Finding n edits takes time in the square of n. */
const MOST_SQUARED_EDITS = 2 * MOST_EDITS ** 2;
/** Lines of both versions, of all files that differ together. */
const MOST_LINES = 40_000;

const notes = {
  binary: "Binary file: not compared.",
  large: "Too large to compare: more than 200 kB.",
  different: "Too different to compare: more than 1,000 changed lines.",
  budget: "Not compared: the limit for one comparison was reached.",
} as const;

interface Budget {
  squaredEdits: number;
  lines: number;
}

interface Pair {
  readonly path: string;
  readonly from: SkillFile | undefined;
  readonly to: SkillFile | undefined;
}

/** All files that differ, by name. SKILL.md is compared first, then small files before large ones. */
export function compareFiles(from: readonly SkillFile[], to: readonly SkillFile[]): FileChange[] {
  const before = new Map(from.map((file) => [file.path, file]));
  const after = new Map(to.map((file) => [file.path, file]));
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  const pairs = paths
    .map((path): Pair => ({ path, from: before.get(path), to: after.get(path) }))
    .filter((pair) => !isSame(pair));
  const budget: Budget = { squaredEdits: MOST_SQUARED_EDITS, lines: MOST_LINES };
  const changes = new Map<Pair, FileChange>();
  for (const pair of pairs.toSorted((a, b) => costOf(a) - costOf(b)))
    changes.set(pair, compareFile(pair, budget));
  return pairs.flatMap((pair) => changes.get(pair) ?? []);
}

function isSame({ from, to }: Pair): boolean {
  if (from === undefined || to === undefined) return false;
  return from.executable === to.executable && Buffer.compare(from.bytes, to.bytes) === 0;
}

function costOf({ path, from, to }: Pair): number {
  return path === MANIFEST_NAME ? 0 : (from?.bytes.length ?? 0) + (to?.bytes.length ?? 0);
}

function compareFile({ path: filename, from, to }: Pair, budget: Budget): FileChange {
  const status = from === undefined ? "added" : to === undefined ? "removed" : "modified";
  const without = (note: string): FileChange => ({
    filename,
    status,
    additions: 0,
    deletions: 0,
    patch: null,
    note,
  });
  const files = [from?.bytes, to?.bytes].map((bytes) => bytes ?? new Uint8Array());
  if (files.some(({ length }) => length > LARGEST_TEXT_BYTES)) return without(notes.large);
  const [before, after] = files.map(decodeText);
  if (typeof before !== "string" || typeof after !== "string") return without(notes.binary);
  const lines = before.split("\n").length + after.split("\n").length;
  if (lines > budget.lines) return without(notes.budget);
  budget.lines -= lines;
  // A whole file is added or removed in one pass, however long it is.
  const isWhole = before === "" || after === "";
  const mostEdits = isWhole ? lines : Math.min(MOST_EDITS, Math.floor(Math.sqrt(budget.squaredEdits)));
  const options = { context: 3, maxEditLength: mostEdits };
  const patch = structuredPatch(`a/${filename}`, `b/${filename}`, before, after, "", "", options);
  if (patch === undefined) {
    budget.squaredEdits -= mostEdits ** 2;
    return without(mostEdits < MOST_EDITS ? notes.budget : notes.different);
  }
  const changed = patch.hunks.flatMap((hunk) => hunk.lines);
  const additions = changed.filter((line) => line.startsWith("+")).length;
  const deletions = changed.filter((line) => line.startsWith("-")).length;
  if (!isWhole) budget.squaredEdits -= (additions + deletions) ** 2;
  return { filename, status, additions, deletions, patch: formatPatch(patch), note: null };
}

/** The patch of a file that did not change: its heading alone. */
export function emptyPatch(filename: string): string {
  return formatPatch(structuredPatch(`a/${filename}`, `b/${filename}`, "", ""));
}

/** One sentence for lists: what a reader should look at. */
export function summariseChanges(changes: readonly FileChange[]): string {
  if (changes.length === 0) return "No files changed.";
  const names = changes.slice(0, 3).map(({ filename, status }) => `${filename} ${status}`);
  const rest = changes.length > 3 ? `, ${changes.length - 3} more` : "";
  return `${changes.length} file${changes.length === 1 ? "" : "s"} changed: ${names.join(", ")}${rest}.`;
}

/** The same sentence from digests alone, where no file needs to be read. */
export function summariseManifests(
  from: readonly { path: string; sha256: string; executable: boolean }[],
  to: readonly { path: string; sha256: string; executable: boolean }[],
): string {
  const before = new Map(from.map((file) => [file.path, `${file.sha256}${file.executable}`]));
  const after = new Map(to.map((file) => [file.path, `${file.sha256}${file.executable}`]));
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  const changes = paths.flatMap((path): FileChange[] => {
    if (before.get(path) === after.get(path)) return [];
    const status = !before.has(path) ? "added" : !after.has(path) ? "removed" : "modified";
    return [{ filename: path, status, additions: 0, deletions: 0, patch: null, note: null }];
  });
  return summariseChanges(changes);
}
