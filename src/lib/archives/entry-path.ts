/**
 * Which paths may stand in a skill. A path must mean the same file on every system that installs the skill,
 * and never one outside of it. Pure: strings in, refusals out.
 */
import type { Limits } from "../../domain/limits.ts";
import { Refusal } from "../../domain/problem.ts";

/** Control, format (bidi, zero width, tags), line and paragraph separators, and what stands for bytes that are not UTF-8. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd]/u;
const windowsCharacters = /[<>:"|?*]/;
const windowsName = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;
/** The fields of a ustar header, the tar that every client reads. */
const USTAR_NAME_BYTES = 100;
const USTAR_PREFIX_BYTES = 155;
const utf8 = new TextEncoder();

/**
 * The path less a leading `./` and a trailing slash; the archive's own root is "". Throws PATH_UNSAFE for a path
 * that could lead out of the folder it is unpacked in: no honest tool writes one, wherever in the archive it is.
 */
export function relativeEntryPath(raw: string): string {
  const path = raw.replace(/^(?:\.\/+)+/, "").replace(/\/+$/, "");
  if (path === "" || path === ".") {
    if (raw.startsWith("/") || raw === "") throw unsafe(raw);
    return "";
  }
  if (raw.startsWith("/")) throw unsafe(raw);
  if (path.split("/").some((part) => part === "" || part === "." || part === "..")) throw unsafe(raw);
  return path;
}

function unsafe(raw: string): Refusal {
  return new Refusal(
    "PATH_UNSAFE",
    `The archive has the path ${shown(raw)}, which is not a plain relative path.`,
  );
}

/** A path for a message: quoted, escaped, of bounded length. */
export function shown(path: string): string {
  const text = path.length > 120 ? `${path.slice(0, 117)}…` : path;
  return JSON.stringify(text).replace(/\p{Cf}/gu, (c) => `\\u{${(c.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Throws where `path`, relative to its skill, cannot be installed the same everywhere. */
export function checkSkillPath(path: string, limits: Pick<Limits, "pathBytes" | "pathDepth">): void {
  if (unseen.test(path)) {
    throw new Refusal(
      "PATH_CHARACTERS",
      `The name ${shown(path)} has control or invisible characters, or is not UTF-8.`,
    );
  }
  // A backslash or a drive letter leads elsewhere on Windows, though neither is special in a git repository.
  if (path.includes("\\") || /^[A-Za-z]:/.test(path)) throw unsafe(path);
  const parts = path.split("/");
  for (const part of parts) checkName(part, path);
  const bytes = utf8.encode(path).length;
  if (bytes > limits.pathBytes) {
    throw new Refusal(
      "PATH_TOO_LONG",
      `The path ${shown(path)} has ${bytes} bytes; ${limits.pathBytes} are allowed.`,
    );
  }
  if (splitForUstar(path) === null) {
    throw new Refusal(
      "PATH_TOO_LONG",
      `The path ${shown(path)} does not fit a tar header; shorten its last names.`,
    );
  }
  if (parts.length > limits.pathDepth) {
    throw new Refusal(
      "PATH_TOO_DEEP",
      `The path ${shown(path)} is ${parts.length} deep; ${limits.pathDepth} are allowed.`,
    );
  }
}

/** The path as ustar's prefix and name, or null where no slash divides it so that both fit. */
export function splitForUstar(path: string): { prefix: Uint8Array; name: Uint8Array } | null {
  const bytes = utf8.encode(path);
  if (bytes.length <= USTAR_NAME_BYTES) return { prefix: bytes.subarray(0, 0), name: bytes };
  const slash = bytes.indexOf(0x2f, bytes.length - USTAR_NAME_BYTES - 1);
  if (slash < 1 || slash > USTAR_PREFIX_BYTES) return null;
  return { prefix: bytes.subarray(0, slash), name: bytes.subarray(slash + 1) };
}

function checkName(name: string, path: string): void {
  if (windowsName.test(name) || windowsCharacters.test(name) || /[. ]$/.test(name)) {
    throw new Refusal("PATH_RESERVED", `Windows cannot store ${shown(name)} (in ${shown(path)}); rename it.`);
  }
}

/** Two paths with one key are one file on some system. */
function collisionKey(path: string): string {
  return path.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC");
}

/** Remembers the paths of one skill and refuses the second of any two that could meet on some file system. */
export class PathRegister {
  readonly #byKey = new Map<string, { path: string; isFile: boolean }>();

  addFile(path: string): void {
    const parts = path.split("/");
    for (let depth = 1; depth < parts.length; depth++) this.#addFolder(parts.slice(0, depth).join("/"));
    const key = collisionKey(path);
    const known = this.#byKey.get(key);
    if (known?.path === path && known.isFile) {
      throw new Refusal("PATH_DUPLICATE", `The archive has ${shown(path)} twice.`);
    }
    if (known !== undefined) throw collision(known.path, path);
    this.#byKey.set(key, { path, isFile: true });
  }

  #addFolder(path: string): void {
    const key = collisionKey(path);
    const known = this.#byKey.get(key);
    if (known === undefined) this.#byKey.set(key, { path, isFile: false });
    else if (known.path !== path || known.isFile) throw collision(known.path, path);
  }
}

function collision(first: string, second: string): Refusal {
  return new Refusal(
    "PATH_COLLISION",
    `${shown(first)} and ${shown(second)} are one file on some systems; rename one.`,
  );
}
