/**
 * How the rules read a file. A name that an agent, a shell or an interpreter opens as text is text, whatever its first
 * bytes are. A file that the rules cannot read is named as unread, so that its report is not complete.
 */
import { isTextName } from "../language.ts";
import { badShare, type Magic, toText } from "./bytes.ts";
import { isWholePictureOrFont } from "./media.ts";

export interface Reading {
  /** The text, undefined for a binary file. */
  readonly text: string | undefined;
  /** Why the rules did not read all of it. */
  readonly unread: string | undefined;
}

interface FileToRead {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable: boolean;
}

/** Opened, or named as unopened, in `collect.ts`. */
const archives: ReadonlySet<Magic> = new Set(["zip", "gzip", "tar", "7z", "rar", "xz", "bzip2"]);

const pictureName = /\.(?:a?png|jpe?g|jfif|gif|webp|ico|cur)$/i;
/** A shell runs a script whose first bytes are of another format, so a format counts only under a name of its own. */
const binaryNames: Partial<Record<Magic, RegExp>> = {
  png: pictureName,
  jpeg: pictureName,
  gif: pictureName,
  webp: pictureName,
  ico: pictureName,
  font: /\.(?:ttf|otf|ttc|woff2?|eot)$/i,
  pyc: /\.py[co]$/i,
};

export function readingOf(file: FileToRead, magic: Magic | undefined): Reading {
  const { path, bytes, executable } = file;
  const isScript = bytes[0] === 0x23 && bytes[1] === 0x21;
  if (isTextName(path) || isScript || (executable && magic === undefined)) return readText(bytes);
  const text = mayBeText(magic, bytes) ? toText(bytes) : undefined;
  // Bytes with a NUL are decoded as UTF-16 or not at all.
  if (text !== undefined)
    return { text, unread: startsWide(bytes) || bytes.includes(0) ? wideUnread(text) : unreadPart(text) };
  const isRead = magic !== undefined && (archives.has(magic) || isNamedBinary(file, magic));
  const format = magic === undefined ? "" : ` (${magic})`;
  return { text, unread: isRead ? undefined : `binary data${format}, which the rules do not read` };
}

/** A whole picture or font, or bytecode, which rule T25-program compares with its source. */
function isNamedBinary({ path, bytes }: FileToRead, magic: Magic): boolean {
  if (binaryNames[magic]?.test(path) !== true) return false;
  return magic === "pyc" || isWholePictureOrFont(magic, bytes);
}

const startsWide = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);

/** ASCII in UTF-16 reads the same with its NULs dropped. For any other text, programs disagree about what it says. */
const wideUnread = (text: string): string | undefined =>
  /[^\0-\x7f]/.test(text) ? "UTF-16, which other programs read differently" : undefined;

const unreadPart = (text: string): string | undefined =>
  hasUnreadablePart(text) ? "parts of it are not text, and the rules do not read them" : undefined;

/** NUL bytes are dropped: shells and agents skip them, and no rule expects them. */
function readText(bytes: Uint8Array): Reading {
  const wide = startsWide(bytes) ? toText(bytes) : undefined;
  if (wide !== undefined) return { text: wide, unread: wideUnread(wide) };
  const text = new TextDecoder().decode(bytes.includes(0) ? bytes.filter((byte) => byte !== 0) : bytes);
  return { text, unread: unreadPart(text) };
}

/** These first bytes may also begin a text. */
function mayBeText(magic: Magic | undefined, bytes: Uint8Array): boolean {
  if (magic === "font") return !bytes.subarray(0, 64).includes(0);
  return magic === undefined || magic === "pdf";
}

/** A page of this size in which a third of the characters are broken or control characters is not text. */
const pageChars = 4096;

function hasUnreadablePart(text: string): boolean {
  for (let at = 0; at < text.length; at += pageChars)
    if (badShare(text.slice(at, at + pageChars)) > 0.3) return true;
  return false;
}

const declaredEncoding = /^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/;
const readEncodings = /^(?:utf[-_]?8(?:[-_]sig)?|(?:us[-_]?)?ascii|latin[-_]?1|iso[-_]8859[-_]1)$/i;

/** The encoding that a Python file declares in its first two lines, where it is not one that the rules read. */
export function rareEncodingOf(text: string): string | undefined {
  for (const line of text.split(/\r\n?|\n/, 2)) {
    const [, encoding] = declaredEncoding.exec(line) ?? [];
    if (encoding !== undefined && !readEncodings.test(encoding)) return encoding;
  }
  return undefined;
}
