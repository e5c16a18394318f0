/** What changed between two versions of a skill, file by file. Pure. */
import { createTwoFilesPatch, structuredPatch } from "diff";
import { decodeText } from "./decode-text.ts";
import type { SkillFile } from "./skill-file.ts";

export interface FileChange {
  readonly filename: string;
  readonly status: "added" | "removed" | "modified";
  readonly additions: number;
  readonly deletions: number;
  /** Unified, or null for what is not text or too large to compare line by line. */
  readonly patch: string | null;
}

/** Comparing line by line takes time in the square of the difference: larger files are only said to differ. */
const LARGEST_TEXT_BYTES = 200_000;
/** Edits after which two texts are called different as a whole. */
const MOST_EDITS = 2_000;

export function diffText(filename: string, from: string, to: string): string | null {
  if (from.length > LARGEST_TEXT_BYTES || to.length > LARGEST_TEXT_BYTES) return null;
  const patch = createTwoFilesPatch(`a/${filename}`, `b/${filename}`, from, to, "", "", {
    context: 3,
    maxEditLength: MOST_EDITS,
  });
  return patch ?? null;
}

export function compareFiles(from: readonly SkillFile[], to: readonly SkillFile[]): FileChange[] {
  const before = new Map(from.map((file) => [file.path, file]));
  const after = new Map(to.map((file) => [file.path, file]));
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  return paths.flatMap((path) => {
    const change = compareFile(path, before.get(path), after.get(path));
    return change === null ? [] : [change];
  });
}

function compareFile(
  path: string,
  from: SkillFile | undefined,
  to: SkillFile | undefined,
): FileChange | null {
  if (from !== undefined && to !== undefined && same(from, to)) return null;
  const status = from === undefined ? "added" : to === undefined ? "removed" : "modified";
  const texts = [from, to].map((file) => (file === undefined ? "" : asText(file.bytes)));
  const [before, after] = texts;
  if (typeof before !== "string" || typeof after !== "string")
    return { filename: path, status, additions: 0, deletions: 0, patch: null };
  const patch = diffText(path, before, after);
  return { filename: path, status, ...countLines(path, before, after), patch };
}

function same(a: SkillFile, b: SkillFile): boolean {
  return a.executable === b.executable && Buffer.compare(a.bytes, b.bytes) === 0;
}

function asText(bytes: Uint8Array): string | null {
  return bytes.length > LARGEST_TEXT_BYTES ? null : decodeText(bytes);
}

function countLines(path: string, before: string, after: string): { additions: number; deletions: number } {
  const patch = structuredPatch(path, path, before, after, "", "", { context: 0, maxEditLength: MOST_EDITS });
  const lines = patch?.hunks.flatMap((hunk) => hunk.lines) ?? [];
  return {
    additions: lines.filter((line) => line.startsWith("+")).length,
    deletions: lines.filter((line) => line.startsWith("-")).length,
  };
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
    return [{ filename: path, status, additions: 0, deletions: 0, patch: null }];
  });
  return summariseChanges(changes);
}
