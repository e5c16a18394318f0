/**
 * Bytes to text: every Unicode encoding with and without its mark, and the encodings that a source file declares. What
 * programs would read in two ways is read in both.
 */
import type { Language } from "../language.ts";

/** The text of bytes, and why a program reads another text than this one. */
export interface Decoding {
  readonly text: string;
  readonly unread: string | undefined;
}

interface Width {
  readonly bytes: 2 | 4;
  readonly little: boolean;
  readonly mark: number;
}

const marks: ReadonlyArray<readonly [readonly number[], Width]> = [
  [[0xff, 0xfe, 0, 0], { bytes: 4, little: true, mark: 4 }],
  [[0, 0, 0xfe, 0xff], { bytes: 4, little: false, mark: 4 }],
  [[0xff, 0xfe], { bytes: 2, little: true, mark: 2 }],
  [[0xfe, 0xff], { bytes: 2, little: false, mark: 2 }],
];

/** The width of a wide encoding: by its mark, or by where the zeros of ASCII characters stand. */
function widthOf(bytes: Uint8Array): Width | undefined {
  const marked = marks.find(([mark]) => mark.every((byte, i) => bytes[i] === byte));
  if (marked !== undefined) return marked[1];
  const zeros = [0, 0, 0, 0];
  const head = bytes.subarray(0, 4096);
  head.forEach((byte, i) => {
    if (byte === 0) zeros[i % 4] = (zeros[i % 4] ?? 0) + 1;
  });
  const isZero = zeros.map((count) => count > head.length / 8).join();
  if (head.length < 4 || !isZero.includes("true")) return undefined;
  const width = { mark: 0, little: isZero.startsWith("false") };
  if (isZero === "false,true,true,true" || isZero === "true,true,true,false") return { ...width, bytes: 4 };
  return isZero === "false,true,false,true" || isZero === "true,false,true,false"
    ? { ...width, bytes: 2 }
    : undefined;
}

/** Written out because some decoders are missing in some builds of the runtime. */
function decodeWide(bytes: Uint8Array, { bytes: size, little, mark }: Width): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: string[] = [];
  for (let at = mark; at + size <= bytes.length; ) {
    const codes: number[] = [];
    for (const end = Math.min(at + 16_384, bytes.length - size + 1); at < end; at += size)
      codes.push(size === 2 ? view.getUint16(at, little) : view.getUint32(at, little));
    parts.push(String.fromCodePoint(...codes.map((code) => (code > 0x10ffff ? 0xfffd : code))));
  }
  return parts.join("");
}

/** The text in UTF-8, UTF-16 or UTF-32. NUL bytes are dropped, as shells do; the rules expect none. */
export function unicodeText(bytes: Uint8Array): string {
  const width = widthOf(bytes);
  const own = width === undefined ? bytes : bytes.subarray(width.mark);
  const narrow = new TextDecoder().decode(own.includes(0) ? own.filter((byte) => byte !== 0) : own);
  if (width === undefined) return narrow;
  const wide = decodeWide(bytes, width).replaceAll("\0", "");
  const ascii = narrow.replace(/[^\n\t\r\x20-\x7e]+/g, " ");
  const known = new Set(wordsOf(wide));
  // A shell drops NULs and passes over a mark: what it reads may be another text than what an editor shows.
  return wordsOf(ascii).every((word) => known.has(word)) ? wide : `${wide}\n${ascii}`;
}

/** Runs of printable characters that could be a command. */
function wordsOf(text: string): string[] {
  return (text.match(/[\x20-\x7e]{6,}/g) ?? []).map((run) => run.trim());
}

/** One character for each byte. */
export function latinText(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return parts.join("");
}

const inComment = /^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/;
const inMarkup =
  /^\s{0,80}<\?xml[^>]{0,200}?\sencoding\s{0,9}=\s{0,9}["']([-\w.:]{1,40})|<meta[^>]{0,200}?\bcharset\s{0,9}=\s{0,9}["']?([-\w.:]{1,40})/i;

/** The encoding that a source file declares, in letters and digits alone; undefined without one. */
function declaredIn(text: string, language: Language): string | undefined {
  const [first = "", second = ""] = text.split(/\r\n?|\n/, 2);
  const match =
    language === "python" || language === "ruby"
      ? (inComment.exec(first) ?? inComment.exec(second))
      : language === "html"
        ? inMarkup.exec(text.slice(0, 4096))
        : null;
  return (match?.[1] ?? match?.[2])?.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** Where ASCII bytes mean ASCII; the other bytes are read as Latin 1 or not at all. */
const asciiBased =
  /^(?:gb\w{1,8}|big5\w{0,8}|euc\w{2,4}|s(?:hift)?jis\w{0,6}|koi8[rut]|mac\w{1,12}|iso8859\d{1,2}|latin\d{1,2}|(?:cp|windows)(?:125\d|437|8[56]\d|9[345]\d))$/;
const latin = /^(?:latin[19]?|l1|iso8859(?:1|15)|8859|(?:cp|windows)1252)/;
const own = /^(?:u8|utf8|(?:us)?ascii)/;

const decoders: Readonly<Record<string, (text: string) => string>> = {
  utf7: fromUtf7,
  u7: fromUtf7,
  unicode11utf7: fromUtf7,
  unicodeescape: (text) => text.replace(escapes, unescaped),
  rawunicodeescape: (text) => text.replace(/\\(?:u[\da-f]{4}|U[\da-f]{8})/gi, unescaped),
};

/** A text in the encoding that it declares. */
export function inDeclaredEncoding(text: string, bytes: Uint8Array, language: Language): Decoding {
  const encoding = declaredIn(text, language);
  const isWide = widthOf(bytes) !== undefined;
  // Tools write UTF-16 into the head of XML that they save as UTF-8; no parser reads that as UTF-16.
  const isUnicode = isWide || language === "html" ? /^(?:utf|ucs)(?:16|32|2|4)/ : own;
  if (encoding === undefined || own.test(encoding) || isUnicode.test(encoding))
    return { text, unread: undefined };
  // A character that is written as its name is not decoded.
  const decode = Object.hasOwn(decoders, encoding) && !text.includes("\\N{") ? decoders[encoding] : undefined;
  if (decode !== undefined) return { text: decode(latinText(bytes)), unread: undefined };
  if (latin.test(encoding) && !isWide) return { text: latinText(bytes), unread: undefined };
  const isAscii = asciiBased.test(encoding) && bytes.every((byte) => byte < 0x80);
  return {
    text,
    unread: isAscii ? undefined : `text in the encoding ${encoding}, which the rules do not read`,
  };
}

function fromUtf7(text: string): string {
  return text.replace(/\+([A-Za-z0-9+/]*)-?/g, (_all, encoded: string) => {
    if (encoded === "") return "+";
    const binary = atob(encoded.slice(0, encoded.length - (encoded.length % 4 === 1 ? 1 : 0)));
    return decodeWide(
      Uint8Array.from(binary, (ch) => ch.charCodeAt(0)),
      { bytes: 2, little: false, mark: 0 },
    );
  });
}

const escapes = /\\(?:x[\da-f]{2}|u[\da-f]{4}|U[\da-f]{8}|[0-7]{1,3}|[\s\S])/gi;
const named: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "\n": "", f: "\f", v: "\v" };

function unescaped(written: string): string {
  const [, kind = ""] = written;
  if (/[0-7]/.test(kind)) return String.fromCodePoint(Number.parseInt(written.slice(1), 8));
  if (written.length === 2) return named[kind] ?? kind;
  const code = Number.parseInt(written.slice(2), 16);
  return code > 0x10ffff ? "\ufffd" : String.fromCodePoint(code);
}
