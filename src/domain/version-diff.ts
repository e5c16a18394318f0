/** The changes between two versions of a skill, file by file. Pure. */
import { formatPatch, structuredPatch } from "diff";
import { decodeText } from "./decode-text.ts";
import { MANIFEST_NAME } from "./manifest.ts";
import type { SkillFile } from "./skill-file.ts";
import { countUnsafeCharacters, isUnreadable, UNREADABLE } from "./unsafe-characters.ts";

export interface FileChange {
  readonly filename: string;
  readonly status: "added" | "removed" | "modified";
  readonly additions: number;
  readonly deletions: number;
  /** Unified, or null if the lines were not compared. */
  readonly patch: string | null;
  /** Why the lines were not compared, or null. */
  readonly note: string | null;
}

const LARGEST_TEXT_BYTES = 200_000;
/** Edits after which two texts are called different as a whole. */
const MAX_EDITS = 1_000;
/** For all files together. Finding n edits takes time in the square of n. */
const MAX_SQUARED_EDITS = 2 * MAX_EDITS ** 2;
/** Lines of both versions, of all files that differ together. */
const MAX_LINES = 40_000;
/** Characters of both versions, of all files that differ together: they bound the page and what is cached. */
const MAX_CHARACTERS = 1_000_000;
/** About as many as the markup that shows an unsafe character by name. */
const CHARACTERS_PER_UNSAFE = 64;

const notes = {
  binary: "Binary file: not compared.",
  large: "Too large to compare: more than 200 kB.",
  different: "Too different to compare: more than 1,000 changed lines.",
  budget: "Not compared: the limit for one comparison was reached.",
} as const;

interface Budget {
  squaredEdits: number;
  lines: number;
  characters: number;
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
  const budget: Budget = {
    squaredEdits: MAX_SQUARED_EDITS,
    lines: MAX_LINES,
    characters: MAX_CHARACTERS,
  };
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

function compareFile(pair: Pair, budget: Budget): FileChange {
  const { path: filename, from, to } = pair;
  const status = from === undefined ? "added" : to === undefined ? "removed" : "modified";
  const texts = readTexts(pair);
  const result = typeof texts === "string" ? texts : compareTexts(filename, texts, budget);
  if (typeof result === "string")
    return { filename, status, additions: 0, deletions: 0, patch: null, note: result };
  return { filename, status, ...result, note: null };
}

interface Texts {
  readonly before: string;
  readonly after: string;
}

/** Both versions of a file, or why they are not compared. A missing file is an empty text. */
function readTexts({ from, to }: Pair): Texts | string {
  const files = [from?.bytes, to?.bytes].map((bytes) => bytes ?? new Uint8Array());
  if (files.some(({ length }) => length > LARGEST_TEXT_BYTES)) return notes.large;
  const [before, after] = files.map(decodeText);
  if (typeof before !== "string" || typeof after !== "string") return notes.binary;
  return isUnreadable(before) || isUnreadable(after) ? UNREADABLE : { before, after };
}

type Comparison = Pick<FileChange, "additions" | "deletions" | "patch">;

/** The comparison, taken out of the budget, or why there is none. */
function compareTexts(filename: string, { before, after }: Texts, budget: Budget): Comparison | string {
  const lines = before.split("\n").length + after.split("\n").length;
  const both = before + after;
  const characters = both.length + CHARACTERS_PER_UNSAFE * countUnsafeCharacters(both);
  if (lines > budget.lines || characters > budget.characters) return notes.budget;
  budget.lines -= lines;
  budget.characters -= characters;
  // A whole file is added or removed in one pass, however long it is.
  const isWhole = before === "" || after === "";
  const maxEdits = isWhole ? lines : Math.min(MAX_EDITS, Math.floor(Math.sqrt(budget.squaredEdits)));
  const options = { context: 3, maxEditLength: maxEdits };
  const patch = structuredPatch(`a/${filename}`, `b/${filename}`, before, after, "", "", options);
  if (patch === undefined) {
    budget.squaredEdits -= maxEdits ** 2;
    return maxEdits < MAX_EDITS ? notes.budget : notes.different;
  }
  const changed = patch.hunks.flatMap((hunk) => hunk.lines);
  const additions = changed.filter((line) => line.startsWith("+")).length;
  const deletions = changed.filter((line) => line.startsWith("-")).length;
  if (!isWhole) budget.squaredEdits -= (additions + deletions) ** 2;
  return { additions, deletions, patch: formatPatch(patch) };
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

/** The same sentence from digests alone, without reading a file. */
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
