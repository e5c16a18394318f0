/**
 * The paths that a skill may contain. A path must mean the same file on every system that installs the skill, and never
 * a file outside of it. Pure.
 */
import type { Limits } from "../../domain/limits.ts";
import { Refusal } from "../../domain/problem.ts";

/**
 * Control, format (bidi, zero width, tags) and line separator characters, and the replacement character for bytes
 * that are not UTF-8.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd]/u;
const windowsCharacters = /[<>:"|?*]/;
const windowsName = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;
/** The fields of a ustar header, which every tar reader supports. */
const USTAR_NAME_BYTES = 100;
const USTAR_PREFIX_BYTES = 155;
/** ClawHub's clients keep files in an object, in which this name sets the prototype instead of adding a file. */
const DROPPED_NAME = "__proto__";
const utf8 = new TextEncoder();

/**
 * The path without a leading `./` and a trailing slash; "" for the root of the archive. Throws PATH_UNSAFE for path
 * traversal, anywhere in the archive: no legitimate tool writes such a path.
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
    `The archive contains the path ${shown(raw)}, which is not a plain relative path.`,
  );
}

/** A path for a message: quoted, escaped, of limited length. */
export function shown(path: string): string {
  const text = path.length > 120 ? `${path.slice(0, 117)}…` : path;
  return JSON.stringify(text).replace(/\p{Cf}/gu, (c) => `\\u{${(c.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Throws when `path`, relative to its skill, cannot be installed the same way on every system. */
export function checkSkillPath(path: string, limits: Pick<Limits, "pathBytes" | "pathDepth">): void {
  if (unseen.test(path)) {
    throw new Refusal(
      "PATH_CHARACTERS",
      `The name ${shown(path)} contains control or invisible characters, or is not UTF-8.`,
    );
  }
  // A backslash or a drive letter escapes the folder on Windows, although git allows both.
  if (path.includes("\\") || /^[A-Za-z]:/.test(path)) throw unsafe(path);
  const parts = path.split("/");
  for (const part of parts) checkName(part, path);
  const bytes = utf8.encode(path).length;
  if (bytes > limits.pathBytes) {
    throw new Refusal(
      "PATH_TOO_LONG",
      `The path ${shown(path)} has ${bytes} bytes; the limit is ${limits.pathBytes}.`,
    );
  }
  if (splitForUstar(path) === null) {
    throw new Refusal(
      "PATH_TOO_LONG",
      `The path ${shown(path)} does not fit into a tar header. Shorten its last segments.`,
    );
  }
  if (parts.length > limits.pathDepth) {
    throw new Refusal(
      "PATH_TOO_DEEP",
      `The path ${shown(path)} is nested ${parts.length} deep; the limit is ${limits.pathDepth}.`,
    );
  }
}

/** The path as ustar prefix and name, or null when no slash splits it so that both fit. */
export function splitForUstar(path: string): { prefix: Uint8Array; name: Uint8Array } | null {
  const bytes = utf8.encode(path);
  if (bytes.length <= USTAR_NAME_BYTES) return { prefix: bytes.subarray(0, 0), name: bytes };
  const slash = bytes.indexOf(0x2f, bytes.length - USTAR_NAME_BYTES - 1);
  if (slash < 1 || slash > USTAR_PREFIX_BYTES) return null;
  return { prefix: bytes.subarray(0, slash), name: bytes.subarray(slash + 1) };
}

function checkName(name: string, path: string): void {
  if (windowsName.test(name) || windowsCharacters.test(name) || /[. ]$/.test(name)) {
    throw new Refusal("PATH_RESERVED", `Windows cannot store ${shown(name)} (in ${shown(path)}). Rename it.`);
  }
  if (name === DROPPED_NAME)
    throw new Refusal(
      "PATH_DROPPED",
      `ClawHub's client does not install ${shown(path)}. Rename ${shown(name)}.`,
    );
}

/** Two paths with the same key are the same file on some systems. */
function collisionKey(path: string): string {
  return path.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC");
}

/** Records the paths of one skill and refuses a path that is the same file as an earlier one on some file system. */
export class PathRegister {
  readonly #byKey = new Map<string, { path: string; isFile: boolean }>();

  addFile(path: string): void {
    const parts = path.split("/");
    for (let depth = 1; depth < parts.length; depth++) this.#addFolder(parts.slice(0, depth).join("/"));
    const key = collisionKey(path);
    const known = this.#byKey.get(key);
    if (known?.path === path && known.isFile) {
      throw new Refusal("PATH_DUPLICATE", `The archive contains ${shown(path)} twice.`);
    }
    if (known !== undefined) throw collision(known.path, path);
    this.#byKey.set(key, { path, isFile: true });
    const other = otherIgnoreFile(path);
    if (other !== null && this.#byKey.get(collisionKey(other))?.path === other)
      throw new Refusal(
        "PATH_DROPPED",
        `npm installs only one of ${shown(other)} and ${shown(path)}. Remove one of them.`,
      );
  }

  #addFolder(path: string): void {
    const key = collisionKey(path);
    const known = this.#byKey.get(key);
    if (known === undefined) this.#byKey.set(key, { path, isFile: false });
    else if (known.path !== path || known.isFile) throw collision(known.path, path);
  }
}

/** npm installs `.gitignore` as `.npmignore`, and drops it if there is one in the folder. */
function otherIgnoreFile(path: string): string | null {
  const match = /^(.*\/)?\.(git|npm)ignore$/.exec(path);
  return match === null ? null : `${match[1] ?? ""}.${match[2] === "git" ? "npm" : "git"}ignore`;
}

function collision(first: string, second: string): Refusal {
  return new Refusal(
    "PATH_COLLISION",
    `${shown(first)} and ${shown(second)} are the same file on some systems. Rename one.`,
  );
}
