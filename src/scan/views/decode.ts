/**
 * What is encoded in a text, decoded: base64, hex, escapes, percent, entities, character codes, compressed data. Only
 * what decodes to readable text or to a known container is kept; the rest is just data.
 */
import { Unzlib } from "fflate";
import { limits } from "../limits.ts";
import { findZip, inflated, openGzip } from "./archive.ts";
import { type Magic, sniff } from "./bytes.ts";
import { withoutEntities } from "./fold.ts";
import { plainText } from "./reading.ts";

export interface Decoded {
  readonly how: string;
  readonly offset: number;
  /** Characters of the encoded piece. */
  readonly length: number;
  readonly bytes: Uint8Array;
  readonly text: string | undefined;
}

const base64Run = /(?<![A-Za-z0-9+/_-])(?:[A-Za-z0-9+/_-]{20,400000}={0,2}|[A-Za-z0-9+/]{14,19}={1,2})/g;
/** The same in lines of one length, as mail and tools break it. */
const base64Lines =
  /(?<![A-Za-z0-9+/_-])(?:[A-Za-z0-9+/]{44,120}[\r\n \t][\r\n \t>]{0,8}){1,4000}[A-Za-z0-9+/]{2,120}={0,2}(?![A-Za-z0-9+/_-])/g;
const hexRun = /(?<![0-9A-Za-z])(?:0x)?[0-9A-Fa-f]{40,200000}(?![0-9A-Za-z])/g;
const escapes = /(?:(?:\\{1,2}(?:x|u00)|%)[0-9A-Fa-f]{2}){6,50000}/g;
const escapedOctal = /(?:\\{1,2}[0-3]?[0-7]{2}){6,50000}/g;
const entityRun = /(?:&#x?[0-9A-Fa-f]{2,4};){6,20000}/g;
const codeList = /[[{]\s{0,4}\d{2,3}(?:\s{0,4},\s{0,4}\d{1,3}){11,20000}\s{0,4}[\]}]/g;

/** A text in pieces of few letters, as a list: joined, it may be a command. */
const letterList =
  /(?:"[^"\\\n]{1,4}"|'[^'\\\n]{1,4}')(?:\s{0,40},\s{0,40}(?:"[^"\\\n]{1,4}"|'[^'\\\n]{1,4}')){7,4000}/g;
const letterPiece = /"([^"]{1,4})"|'([^']{1,4})'/g;

/** Letters with a blank between, and two between words; letters with one and the same mark between. */
const spacedLetters = /(?<!\S)(?:[!-~] {1,2}){8,4000}[!-~](?!\S)/g;
const markedLetters = /[!-~]([·•∙*_|~^\n-])(?:[ -~]\1){8,4000}[ -~]?/g;

/** Sentences whose letters stand half an alphabet further: "gur" is "the". */
const turnedLetters = /[A-Za-z][A-Za-z0-9\s,.;:'"()/@-]{40,4000}/g;

/** How whole texts of a page are written, where the page says so. */
const codes: ReadonlyArray<readonly [string, RegExp, (text: string) => string]> = [
  [
    "backwards",
    /\[::-1\]|\.reverse\b|\breversed\(|\bstrrev\(|\|\s?rev\b|\bbackwards?\b(?![- ]compat)|\bright to left\b/i,
    backwards,
  ],
  [
    "rot13",
    /\brot-?_?13\b|\bcaesar\b|\b13 (?:letters|places)\b|\bshift\w{0,3} (?:back|by|the letters)\b/i,
    rot13,
  ],
  [
    "defanged",
    /\bhttps?\b[^\n]{0,20}\bhxxp|\bhxxps?\b[^\n]{0,30}\bhttps?\b|\bdots? for \[\.\]|\bre-?fang/i,
    (text) => text.replace(/\bhxxp/gi, "http").replaceAll("[.]", "."),
  ],
];
type Code = (typeof codes)[number];

/** The codes that a page speaks of. */
export function codesToldIn(page: string): readonly Code[] {
  return codes.filter(([, pattern]) => pattern.test(page));
}

const turnable: ReadonlySet<string> = new Set(["base64", "hex"]);

type Found = Omit<Decoded, "offset" | "length">;
type Decode = (piece: string) => Uint8Array | undefined;

const decoders: ReadonlyArray<readonly [string, RegExp, Decode, string]> = [
  ["base64", base64Lines, (piece) => fromBase64(piece.replace(/[\s>]{1,12}/g, "")), ""],
  ["base64", base64Run, fromBase64, ""],
  ["hex", hexRun, (piece) => fromPairs(piece.replace(/^0x/i, "")), ""],
  ["escapes", escapes, (piece) => fromPairs(piece.replace(/\\{1,2}(?:x|u00)|%/g, "")), ""],
  [
    "octal escapes",
    escapedOctal,
    (piece) => Uint8Array.from(piece.split(/\\{1,2}/).slice(1), (n) => Number.parseInt(n, 8) & 255),
    "\\",
  ],
  ["entities", entityRun, (piece) => encoder.encode(withoutEntities(piece)), "&#"],
  ["character codes", codeList, (piece) => Uint8Array.from(piece.slice(1, -1).split(","), Number), ","],
  ["letters", letterList, fromLetters, ","],
  ["letters apart", spacedLetters, (piece) => encoder.encode(piece.replace(/ (?! )/g, "")), " "],
  ["letters apart", markedLetters, (piece) => encoder.encode(piece.replace(/([\s\S])[\s\S]?/g, "$1")), ""],
  ["turned letters", turnedLetters, fromTurned, " gur "],
];

/** Everything readable that is encoded in a text, in order of place. `told` are the codes that its page speaks of. */
export function decodeAll(text: string, told: readonly Code[] = []): Decoded[] {
  const out: Decoded[] = [];
  const isTurned = told.some(([how]) => how === "backwards");
  for (const [how, pattern, decode, hint] of decoders) {
    if (!text.includes(hint)) continue;
    for (const { 0: piece, index } of text.matchAll(pattern)) {
      if (out.length > limits.decodedPerArtefact) break;
      if (out.some(({ offset, length }) => index >= offset && index < offset + length)) continue;
      const turned = isTurned && turnable.has(how) ? backwards(piece).replace(/^=+/, "") : "";
      const found = readable(decode(piece)) ?? readable(decode(turned));
      if (found !== undefined)
        out.push({ ...found, how: `${how}${found.how}`, offset: index, length: piece.length });
    }
  }
  return out.sort((a, b) => a.offset - b.offset || (a.how < b.how ? -1 : 1));
}

/** A whole text in the codes that its page speaks of. */
export function inCodes(text: string, told: readonly Code[]): Decoded[] {
  if (text.length > mostCoded) return [];
  return told.map(([how, , decode]) => {
    const decoded = decode(text);
    return { how, offset: 0, length: text.length, bytes: encoder.encode(decoded), text: decoded };
  });
}

/** Nobody carries out a longer text in a code. */
const mostCoded = 20_000;
const encoder = new TextEncoder();

function backwards(text: string): string {
  return [...text].reverse().join("");
}

function rot13(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const first = letter < "a" ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
  });
}

function fromTurned(piece: string): Uint8Array | undefined {
  const isTurned = (piece.match(/\b(?:gur|naq|lbh|hfre|abg)\b/gi)?.length ?? 0) > 1;
  return isTurned ? encoder.encode(rot13(piece)) : undefined;
}

function fromLetters(piece: string): Uint8Array {
  const parts = [...piece.matchAll(letterPiece)].map((match) => match[1] ?? match[2] ?? "");
  return new TextEncoder().encode(parts.join(""));
}

/** Formats that hold files, or are programs: they are collected like files of the skill. */
const holders: ReadonlySet<Magic | undefined> = new Set<Magic | undefined>([
  "zip",
  "gzip",
  "tar",
  "7z",
  "rar",
  "xz",
  "bzip2",
  "zstd",
  "elf",
  "macho",
  "pe",
]);
const isHolder = (bytes: Uint8Array): boolean => holders.has(sniff(bytes)) || findZip(bytes) !== undefined;

function readable(bytes: Uint8Array | undefined): Found | undefined {
  if (bytes === undefined || bytes.length < 6) return undefined;
  const unpacked = unpack(bytes);
  if (unpacked !== undefined)
    return {
      how: ", compressed",
      bytes: unpacked,
      text: isHolder(unpacked) ? undefined : plainText(unpacked),
    };
  if (isHolder(bytes)) return { how: "", bytes, text: undefined };
  const text = new TextDecoder("utf-8").decode(bytes);
  // What is encoded twice has no blanks and no marks.
  const again = /^[\w+/-]{18,400000}={0,2}\s{0,4}$/.test(text)
    ? readable(fromBase64(text.trim()))
    : undefined;
  if (again !== undefined) return { ...again, how: `, base64${again.how}` };
  return isReadable(text) ? { how: "", bytes, text } : wide(bytes);
}

/** PowerShell encodes its commands as UTF-16. */
function wide(bytes: Uint8Array): Found | undefined {
  if (bytes.length < 16 || bytes[1] !== 0 || bytes[3] !== 0) return undefined;
  const text = plainText(bytes);
  return text !== undefined && isReadable(text) ? { how: ", UTF-16", bytes, text } : undefined;
}

/** A purse is a name without marks; encoded, it is kept from readers. */
const wallet = /^(?:0x[0-9a-fA-F]{40}|bc1[a-z0-9]{38,59})$/;
const commandMark = /\bhttps?:\/\/|\b(?:curl|wget|nc|bash|powershell)\s|\/dev\/tcp\//;

const startsProgram = /^\s{0,4}[a-z][\w.-]{0,15} --?[a-z]/;

/** Printable nearly throughout, with the marks that commands and sentences have and random names have not. */
function isReadable(text: string): boolean {
  if (text.length < 6) return false;
  if (wallet.test(text)) return true;
  const without = (characters: RegExp) => text.length - text.replace(characters, "").length;
  if (without(/[\ufffd\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g) > text.length / 50) return false;
  // A short command with a numeric address has more digits than letters.
  const spelled = without(commandMark.test(text) ? /[a-z\d\u0100-\ufffc]/gi : /[a-z\u0100-\ufffc]/gi);
  return startsProgram.test(text) || (spelled >= text.length / 2 && /[\s/\\:;.=(){}|$-]/.test(text));
}

function unpack(bytes: Uint8Array): Uint8Array | undefined {
  const [first = 0, second = 0] = bytes;
  if (first === 0x1f && second === 0x8b) return openGzip(bytes, limits.inflatedBytes);
  const isZlib = first === 0x78 && ((first << 8) | second) % 31 === 0;
  return isZlib ? inflated((onPart) => new Unzlib(onPart), bytes, limits.inflatedBytes) : undefined;
}

export function fromBase64(piece: string): Uint8Array | undefined {
  const clean = piece
    .replaceAll("-", "+")
    .replaceAll("_", "/")
    .replace(/={1,2}$/, "");
  // A run of one letter case without digits is a word or a path, not an encoding.
  if (clean.length % 4 === 1 || /^(?:[a-z/]{1,400000}|[A-Z/_]{1,400000})$/.test(clean)) return undefined;
  try {
    const binary = atob(clean);
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
    return bytes;
  } catch {
    return undefined;
  }
}

function fromPairs(hex: string): Uint8Array | undefined {
  if (hex.length % 2 !== 0) return undefined;
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16);
  return bytes;
}
