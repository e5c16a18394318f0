/** Paths to skills: a folder with a SKILL.md is one, an archive is one, anything else is searched below. */
import { lstatSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join, relative, sep } from "node:path";
import { gunzipSync, unzipSync } from "fflate";
import type { SkillFile } from "../../../src/domain/skill-file.ts";
import { openTar } from "../../../src/scan/views/archive.ts";

export interface FoundSkill {
  readonly path: string;
  /** Reads the files; throws an error with a readable message if that fails. */
  readonly read: () => SkillFile[];
}

/** Folders that are never part of a skill's content. */
const skipped = new Set([".git", "node_modules"]);
const archiveName = /\.(?:zip|skill|tar|tgz|tar\.gz)$/i;

/** The skills under a path, in order of their paths. Throws if the path does not exist. */
export function findSkills(path: string): FoundSkill[] {
  if (!statSync(path).isDirectory()) {
    if (archiveName.test(path)) return [{ path, read: () => readArchive(path) }];
    return [{ path, read: () => [{ path: basename(path), bytes: readFileSync(path), executable: false }] }];
  }
  const below = foldersWithManifest(path);
  // A folder of folders without any manifest: each folder with files is a skill whose manifest is missing.
  return below.length > 0 ? below : foldersWithFiles(path);
}

function foldersWithManifest(folder: string): FoundSkill[] {
  const entries = sorted(folder);
  if (entries.some((entry) => entry.isFile() && entry.name.toLowerCase() === "skill.md"))
    return [skillAt(folder)];
  const files = entries.filter((entry) => entry.isFile());
  const folders = entries.filter((entry) => entry.isDirectory() && !skipped.has(entry.name));
  const found = folders.flatMap((entry) => {
    const path = join(folder, entry.name);
    const below = foldersWithManifest(path);
    return below.length > 0 ? below : topWithFiles(path);
  });
  return files.length > 0 && !found.some((skill) => skill.path !== folder && hasManifest(skill.path))
    ? []
    : found;
}

function hasManifest(folder: string): boolean {
  return sorted(folder).some((entry) => entry.isFile() && entry.name.toLowerCase() === "skill.md");
}

/** A folder that holds files, anywhere, but no manifest: one skill at its topmost folder with files. */
function topWithFiles(folder: string): FoundSkill[] {
  const entries = sorted(folder);
  if (entries.some((entry) => entry.isFile())) return [skillAt(folder)];
  const folders = entries.filter((entry) => entry.isDirectory() && !skipped.has(entry.name));
  // Only folders below: hidden ones (.github, .claude) belong to the folder that holds them.
  if (folders.some((entry) => entry.name.startsWith("."))) return [skillAt(folder)];
  return folders.flatMap((entry) => topWithFiles(join(folder, entry.name)));
}

function foldersWithFiles(folder: string): FoundSkill[] {
  return topWithFiles(folder);
}

function sorted(folder: string) {
  return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
}

function skillAt(folder: string): FoundSkill {
  return { path: folder, read: () => readFolder(folder, folder) };
}

function readFolder(root: string, folder: string): SkillFile[] {
  return sorted(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : readFolder(root, path);
    if (!entry.isFile()) throw new Error(`${path} is a link or a device: a skill has only files`);
    const executable = (lstatSync(path).mode & 0o111) !== 0;
    return [{ path: relative(root, path).split(sep).join("/"), bytes: readFileSync(path), executable }];
  });
}

function readArchive(path: string): SkillFile[] {
  const bytes = readFileSync(path);
  const entries = /\.(?:zip|skill)$/i.test(path)
    ? Object.entries(unzipSync(bytes))
        .filter(([name]) => !name.endsWith("/"))
        .map(([name, content]) => ({ name, bytes: content }))
    : openTar(/\.t?gz$/i.test(path) ? gunzipSync(bytes) : bytes).entries;
  if (entries.length === 0) throw new Error("the archive holds no files");
  const prefix = commonFolder(entries.map((entry) => entry.name));
  return entries.map((entry) => ({
    path: entry.name.slice(prefix.length),
    bytes: entry.bytes,
    executable: false,
  }));
}

/** The folder that all entries share, if it is not the skill itself. */
function commonFolder(names: readonly string[]): string {
  const first = names[0] ?? "";
  const folder = first.slice(0, first.indexOf("/") + 1);
  return folder !== "" && names.every((name) => name.startsWith(folder)) ? folder : "";
}
