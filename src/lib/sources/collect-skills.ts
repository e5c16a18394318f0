/**
 * Takes the files of chosen skills out of an archive while it passes by, under every limit a skill has.
 * Nothing outside of those skills is ever held.
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
  /** The skill's folder in the source, "" for its root. */
  readonly path: string;
  /** The folder's own name for `parseManifest`, null for a root. */
  readonly folder: string | null;
  /** In the archive's order; all of them make the content digest. */
  readonly files: SkillFile[];
  /** What a reader should know and no rule refuses: nested archives, what was left out. */
  readonly notes: readonly SkillNote[];
}

export interface CollectOptions {
  /** The folders to take; every one must turn out to have a SKILL.md. */
  readonly folders: readonly string[];
  /** Refuses hostile entries outside of the skills, too: an upload is all of one hand. */
  readonly strict: boolean;
  readonly limits: Limits;
}

/** The skills, in the order of `folders`. Throws the refusal of the first entry that breaks a limit. */
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
      // Its folder came by without our knowing: what was taken from it goes back.
      owners.add(parentFolder(entry.path));
      held.bytes -= skill.dropUnder(parentFolder(entry.path));
      continue;
    }
    held.bytes += await skill.take(entry);
    if (held.bytes > limits.heldBytes) {
      throw new Refusal(
        "ARCHIVE_UNPACKED_TOO_LARGE",
        `The skills together have more than ${limits.heldBytes} bytes: submit them one by one.`,
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

/** Only files and folders with names that mean the same everywhere. */
function checkEntry(entry: ArchiveEntry, limits: Limits, path = entry.path): void {
  if (entry.kind === "link") {
    throw new Refusal("ARCHIVE_LINK", `${shown(path)} is a link: put the file itself in its place.`);
  }
  if (entry.kind === "special") {
    throw new Refusal(
      "ARCHIVE_SPECIAL_FILE",
      `${shown(path)} is a device, pipe or other special entry: remove it.`,
    );
  }
  checkSkillPath(path, limits);
}

/** One skill while its files arrive. */
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

  /** Takes the entry if it is a file of the skill; gives the bytes now held on its account. */
  async take(entry: ArchiveEntry): Promise<number> {
    const path = pathUnder(this.#folder, entry.path) ?? entry.path;
    if (isAgentConfiguration(entry.kind === "folder" ? `${path}/` : path)) {
      if (entry.kind !== "folder")
        this.#note({ kind: "left-out", path, message: "Agents' own configuration is not part of a skill." });
      return 0;
    }
    checkEntry(entry, this.#limits, path);
    if (entry.kind === "folder") return 0;
    this.#checkRoom(path, entry.size);
    const bytes = await entry.read();
    this.#files.push({ path, bytes, executable: entry.executable });
    this.#bytes += bytes.length;
    const note = noteAbout(path, bytes);
    if (note !== null) this.#note(note);
    return bytes.length;
  }

  /** Before a byte is read: the header's size is what `read` will give. */
  #checkRoom(path: string, size: number): void {
    const { fileBytes, skillFiles, skillBytes } = this.#limits;
    if (size > fileBytes) {
      throw new Refusal("FILE_TOO_LARGE", `${shown(path)} has ${size} bytes; ${fileBytes} are allowed.`);
    }
    if (this.#files.length >= skillFiles) {
      throw new Refusal("SKILL_TOO_MANY_FILES", `The skill has more than ${skillFiles} files.`);
    }
    if (this.#bytes + size > skillBytes) {
      throw new Refusal("SKILL_TOO_LARGE", `The skill's files have more than ${skillBytes} bytes together.`);
    }
  }

  #note(note: SkillNote): void {
    if (this.#notes.length < this.#limits.skillFiles) this.#notes.push(note);
  }

  /** Forgets what was taken from a nested skill's folder; says how many bytes that freed. */
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

  /** Collisions are looked for at the end, when it is known which files stay. */
  close(): CollectedSkill {
    if (!this.#files.some((file) => file.path === MANIFEST_NAME)) {
      throw new Refusal(
        "SKILL_NOT_AT_PATH",
        `There is no ${MANIFEST_NAME} in ${this.#folder === "" ? "the root" : shown(this.#folder)}.`,
      );
    }
    const register = new PathRegister();
    for (const file of this.#files) register.addFile(file.path);
    return { path: this.#folder, folder: folderName(this.#folder), files: this.#files, notes: this.#notes };
  }
}
