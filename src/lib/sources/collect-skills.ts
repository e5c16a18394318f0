/**
 * Collects the files of chosen skills while an archive streams by, under all limits for a skill. Nothing outside of
 * those skills is held in memory.
 */

import type { Limits } from "../../domain/limits.ts";
import { MANIFEST_NAME } from "../../domain/manifest.ts";
import { Refusal } from "../../domain/problem.ts";
import type { SkillFile } from "../../domain/skill-file.ts";
import type { ArchiveEntries, ArchiveEntry } from "../archives/archive-entry.ts";
import { checkSkillPath, PathRegister, shown } from "../archives/entry-path.ts";

import {
  folderName,
  isAgentConfiguration,
  isLitter,
  owningFolder,
  parentFolder,
  pathUnder,
} from "./skill-folders.ts";

import { noteAbout, type SkillNote } from "./skill-notes.ts";

export interface CollectedSkill {
  /** The skill's folder in the source, "" for the root. */
  readonly path: string;
  /** The folder's own name for `parseManifest`, null for the root. */
  readonly folder: string | null;
  /** In the order of the archive. All of them are part of the content digest. */
  readonly files: SkillFile[];
  /** Information for readers that no rule refuses: nested archives, files that were left out. */
  readonly notes: readonly SkillNote[];
}

export interface CollectOptions {
  /** The folders to collect; each must contain a SKILL.md. */
  readonly folders: readonly string[];
  /** Also refuses malicious entries outside of the skills: everything in an upload comes from one author. */
  readonly strict: boolean;
  readonly limits: Limits;
}

/** The skills, in the order of `folders`. Throws the refusal of the first entry that exceeds a limit. */
export async function collectSkills(
  entries: ArchiveEntries,
  options: CollectOptions,
): Promise<CollectedSkill[]> {
  const { limits, strict } = options;
  const skills = new Map(options.folders.map((folder) => [folder, new OpenSkill(folder, limits)]));
  const owners = new Set(options.folders);
  const held = { bytes: 0 };
  for await (const entry of entries) {
    if (entry.path === "") continue;
    const owner = owningFolder(entry.path, owners);
    if (strict && owner === null && !isLitter(entry.path)) checkEntry(entry, limits);
    const skill = owner === null ? undefined : skills.get(owner);
    if (owner === null || skill === undefined || isLitter(entry.path)) continue;
    if (isNewSkill(entry, owner)) {
      // The files of this nested skill may have come first: remove those that were collected for the outer skill.
      owners.add(parentFolder(entry.path));
      held.bytes -= skill.dropUnder(parentFolder(entry.path));
      continue;
    }
    held.bytes += await skill.take(entry);
    if (held.bytes > limits.heldBytes) {
      throw new Refusal(
        "ARCHIVE_UNPACKED_TOO_LARGE",
        `The skills together have more than ${limits.heldBytes} bytes. Submit them one by one.`,
      );
    }
  }
  return [...skills.values()].map((skill) => skill.close());
}

function isNewSkill(entry: ArchiveEntry, owner: string): boolean {
  if (entry.kind === "folder" || !entry.path.endsWith(`/${MANIFEST_NAME}`)) return false;
  const folder = parentFolder(entry.path);
  const relative = pathUnder(owner, entry.path) ?? "";
  return folder !== owner && !isAgentConfiguration(relative);
}

/** Accepts only files and folders whose names mean the same on every system. */
function checkEntry(entry: ArchiveEntry, limits: Limits, path = entry.path): void {
  if (entry.kind === "link") {
    throw new Refusal("ARCHIVE_LINK", `${shown(path)} is a link. Symlinks aren't allowed; include the file.`);
  }
  if (entry.kind === "special") {
    throw new Refusal(
      "ARCHIVE_SPECIAL_FILE",
      `${shown(path)} is a device, pipe or other special entry. Remove it.`,
    );
  }
  checkSkillPath(path, limits);
}

/** One skill while its files are collected. */
class OpenSkill {
  readonly #folder: string;
  readonly #limits: Limits;
  #files: SkillFile[] = [];
  #bytes = 0;
  #notes: SkillNote[] = [];

  constructor(folder: string, limits: Limits) {
    this.#folder = folder;
    this.#limits = limits;
  }

  /** Collects the entry if it is a file of the skill. Returns the bytes now held for it. */
  async take(entry: ArchiveEntry): Promise<number> {
    const path = pathUnder(this.#folder, entry.path) ?? entry.path;
    if (isAgentConfiguration(entry.kind === "folder" ? `${path}/` : path)) {
      if (entry.kind !== "folder")
        this.#note({ kind: "left-out", path, message: "Agent configuration is not part of a skill." });
      return 0;
    }
    checkEntry(entry, this.#limits, path);
    if (entry.kind === "folder") return 0;
    this.#checkLimits(path, entry.size);
    const bytes = await entry.read();
    this.#files.push({ path, bytes, executable: entry.executable });
    this.#bytes += bytes.length;
    const note = noteAbout(path, bytes);
    if (note !== null) this.#note(note);
    return bytes.length;
  }

  /** Checks before a byte is read: the size in the header is the size that `read` returns. */
  #checkLimits(path: string, size: number): void {
    const { fileBytes, skillFiles, skillBytes } = this.#limits;
    if (size > fileBytes) {
      throw new Refusal("FILE_TOO_LARGE", `${shown(path)} has ${size} bytes; the limit is ${fileBytes}.`);
    }
    if (this.#files.length >= skillFiles) {
      throw new Refusal("SKILL_TOO_MANY_FILES", `The skill has more than ${skillFiles} files.`);
    }
    if (this.#bytes + size > skillBytes) {
      throw new Refusal("SKILL_TOO_LARGE", `The skill has more than ${skillBytes} bytes.`);
    }
  }

  #note(note: SkillNote): void {
    if (this.#notes.length < this.#limits.skillFiles) this.#notes.push(note);
  }

  /** Removes the files of a nested skill's folder and returns how many bytes that freed. */
  dropUnder(folder: string): number {
    const nested = pathUnder(this.#folder, folder) ?? folder;
    const kept = this.#files.filter((file) => pathUnder(nested, file.path) === null);
    const bytes = kept.reduce((total, file) => total + file.bytes.length, 0);
    const freed = this.#bytes - bytes;
    this.#files = kept;
    this.#notes = this.#notes.filter((note) => pathUnder(nested, note.path) === null);
    this.#bytes = bytes;
    return freed;
  }

  /** Name collisions are checked at the end, when it is known which files stay. */
  close(): CollectedSkill {
    if (!this.#files.some((file) => file.path === MANIFEST_NAME)) {
      throw new Refusal(
        "SKILL_NOT_AT_PATH",
        `No ${MANIFEST_NAME} in ${this.#folder === "" ? "the root folder" : shown(this.#folder)}.`,
      );
    }
    const register = new PathRegister();
    for (const file of this.#files) register.addFile(file.path);
    return { path: this.#folder, folder: folderName(this.#folder), files: this.#files, notes: this.#notes };
  }
}
