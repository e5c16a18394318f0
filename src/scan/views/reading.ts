/**
 * How the rules read a file. A name that an agent, a shell or an interpreter opens as text is text, whatever its first
 * bytes are. A file that the rules cannot read is named as unread, so that its report is not complete.
 */
import { isTextName } from "../language.ts";
import { badShare, type Magic } from "./bytes.ts";
import { unicodeText } from "./encoding.ts";
import { isWholePictureOrFont } from "./media.ts";
import { pdfText } from "./pdf.ts";

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

/** Opened in `collect.ts`. */
const archives: ReadonlySet<Magic> = new Set(["gzip", "tar"]);

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
  const isText = isTextName(path) || isScript || (executable && magic === undefined);
  if (isText || mayBeText(magic, bytes)) {
    const text = unicodeText(bytes);
    if (isText || isReadable(text)) {
      const unread = hasUnreadablePart(text) ? "parts of it are not text" : undefined;
      return { text: withoutControls(text), unread };
    }
  }
  if (magic === "pdf" && /\.pdf$/i.test(path)) {
    const text = pdfText(bytes);
    if (text !== undefined) return { text: withoutControls(text), unread: undefined };
  }
  const isRead = magic !== undefined && (archives.has(magic) || isNamedBinary(file, magic));
  const format = magic === undefined ? "" : ` (${magic})`;
  return {
    text: undefined,
    unread: isRead ? undefined : `binary data${format}, which the rules do not read`,
  };
}

/** A whole picture or font, or bytecode, which is compared with its source. */
function isNamedBinary({ path, bytes }: FileToRead, magic: Magic): boolean {
  if (binaryNames[magic]?.test(path) !== true) return false;
  return magic === "pyc" || isWholePictureOrFont(magic, bytes);
}

/** The text of bytes that have no name of their own; undefined for what is no text. */
export function plainText(bytes: Uint8Array): string | undefined {
  const text = unicodeText(bytes);
  return isReadable(text) ? withoutControls(text) : undefined;
}

/** Control characters do not show, and an agent reads on over them. */
function withoutControls(text: string): string {
  return text.replace(/[\0-\x08\x0e-\x1f\x7f]/g, "");
}

/** These first bytes may also begin a text. */
function mayBeText(magic: Magic | undefined, bytes: Uint8Array): boolean {
  if (magic === "font") return !bytes.subarray(0, 64).includes(0);
  return magic === undefined;
}

/** A page of this size in which a third of the characters are broken or control characters is not text. */
const pageChars = 4096;

function isReadable(text: string): boolean {
  return badShare(text.slice(0, pageChars)) <= 0.3;
}

function hasUnreadablePart(text: string): boolean {
  for (let at = 0; at < text.length; at += pageChars)
    if (!isReadable(text.slice(at, at + pageChars))) return true;
  return false;
}
