/**
 * What is encoded in a text, decoded: base64, hex, escapes, percent, entities, character codes, compressed data. Only
 * what decodes to readable text or to a known container is kept; the rest is just data.
 */
import { gunzipSync, unzlibSync } from "fflate";
import { limits } from "../limits.ts";
import { sniff } from "./bytes.ts";
import { plainText } from "./reading.ts";

export interface Decoded {
  readonly how: string;
  readonly offset: number;
  readonly bytes: Uint8Array;
  readonly text: string | undefined;
}

const base64Run = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{24,400000}={0,2}/g;
/** The same in lines of one length, as mail and tools break it. */
const base64Lines =
  /(?<![A-Za-z0-9+/_-])(?:[A-Za-z0-9+/]{44,120}\r?\n[ \t>]{0,8}){1,4000}[A-Za-z0-9+/]{2,120}={0,2}(?![A-Za-z0-9+/_-])/g;
const hexRun = /(?<![0-9A-Za-z])(?:0x)?[0-9A-Fa-f]{40,200000}(?![0-9A-Za-z])/g;
const escapedHex = /(?:\\{1,2}x[0-9A-Fa-f]{2}){6,50000}/g;
const escapedUnicode = /(?:\\{1,2}u00[0-9A-Fa-f]{2}){6,50000}/g;
const escapedOctal = /(?:\\{1,2}[0-3]?[0-7]{2}){6,50000}/g;
const percentRun = /(?:%[0-9A-Fa-f]{2}){8,50000}/g;
const entityRun = /(?:&#x?[0-9A-Fa-f]{2,4};){6,20000}/g;
const codeList = /[[{]\s{0,4}\d{2,3}(?:\s{0,4},\s{0,4}\d{1,3}){11,20000}\s{0,4}[\]}]/g;

/** A text in pieces of few letters, as a list: joined, it may be a command. */
const letterList =
  /(?:"[^"\\\n]{1,4}"|'[^'\\\n]{1,4}')(?:\s{0,40},\s{0,40}(?:"[^"\\\n]{1,4}"|'[^'\\\n]{1,4}')){7,4000}/g;
const letterPiece = /"([^"]{1,4})"|'([^']{1,4})'/g;

/** Sentences whose letters stand half an alphabet further: "gur" is "the". */
const turnedLetters = /[A-Za-z][A-Za-z0-9\s,.;:'"()/@-]{40,4000}/g;

/** Texts are turned round somewhere in the program. */
const turnsRound = /\[::-1\]|\.reverse\b|\breversed\(|\bstrrev\(|\|\s?rev\b/;
const turnable: ReadonlySet<string> = new Set(["base64", "hex"]);

type Decode = (piece: string) => Uint8Array | undefined;

const decoders: ReadonlyArray<readonly [string, RegExp, Decode, string]> = [
  ["base64", base64Run, fromBase64, ""],
  ["base64", base64Lines, (piece) => fromBase64(piece.replace(/[\s>]{1,12}/g, "")), "\n"],
  ["hex", hexRun, (piece) => fromPairs(piece.replace(/^0x/i, "")), ""],
  ["hex escapes", escapedHex, (piece) => fromPairs(piece.replace(/\\{1,2}x/g, "")), "\\x"],
  ["unicode escapes", escapedUnicode, (piece) => fromPairs(piece.replace(/\\{1,2}u00/g, "")), "\\u00"],
  [
    "octal escapes",
    escapedOctal,
    (piece) => Uint8Array.from(piece.split(/\\{1,2}/).slice(1), (n) => Number.parseInt(n, 8) & 255),
    "\\",
  ],
  ["percent encoding", percentRun, (piece) => fromPairs(piece.replaceAll("%", "")), "%"],
  ["entities", entityRun, (piece) => Uint8Array.from(piece.split(";").slice(0, -1), entityCode), "&#"],
  ["character codes", codeList, (piece) => Uint8Array.from(piece.slice(1, -1).split(","), Number), ","],
  ["letters", letterList, fromLetters, ","],
  ["turned letters", turnedLetters, fromTurned, " gur "],
];

/** Everything readable that is encoded in a text, in order of place. */
export function decodeAll(text: string): Decoded[] {
  const out: Decoded[] = [];
  const turned = turnsRound.test(text);
  for (const [how, pattern, decode, hint] of decoders) {
    if (hint !== "" && !text.includes(hint)) continue;
    for (const match of text.matchAll(pattern)) {
      if (out.length >= limits.decodedPerArtefact) break;
      const either = turned && turnable.has(how) ? [match[0], turnedRound(match[0])] : [match[0]];
      const found = either.map((piece) => readable(decode(piece))).find((one) => one !== undefined);
      if (found !== undefined)
        out.push({
          how: found.how === "" ? how : `${how}, ${found.how}`,
          offset: match.index,
          bytes: found.bytes,
          text: found.text,
        });
    }
  }
  return out.sort((a, b) => a.offset - b.offset || (a.how < b.how ? -1 : 1));
}

function turnedRound(piece: string): string {
  return [...piece].reverse().join("").replace(/^=+/, "");
}

function fromTurned(piece: string): Uint8Array | undefined {
  if ((piece.match(/\b(?:gur|naq|lbh|hfre|abg)\b/gi)?.length ?? 0) < 2) return undefined;
  const turned = piece.replace(/[a-z]/gi, (letter) => {
    const first = letter < "a" ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
  });
  return new TextEncoder().encode(turned);
}

function fromLetters(piece: string): Uint8Array {
  const parts = [...piece.matchAll(letterPiece)].map((match) => match[1] ?? match[2] ?? "");
  return new TextEncoder().encode(parts.join(""));
}

function entityCode(entity: string): number {
  return entity.startsWith("&#x")
    ? Number.parseInt(entity.slice(3), 16) & 255
    : Number(entity.slice(2)) & 255;
}

function readable(
  bytes: Uint8Array | undefined,
): { how: string; bytes: Uint8Array; text: string | undefined } | undefined {
  if (bytes === undefined || bytes.length < 6) return undefined;
  const unpacked = unpack(bytes);
  if (unpacked !== undefined) return { how: "compressed", bytes: unpacked, text: plainText(unpacked) };
  const magic = sniff(bytes);
  if (magic === "zip" || magic === "elf" || magic === "macho" || magic === "pe")
    return { how: "", bytes, text: undefined };
  const text = new TextDecoder("utf-8").decode(bytes);
  return isReadable(text) ? { how: "", bytes, text } : wide(bytes);
}

/** PowerShell encodes its commands as UTF-16. */
function wide(bytes: Uint8Array): { how: string; bytes: Uint8Array; text: string } | undefined {
  if (bytes.length < 16 || bytes[1] !== 0 || bytes[3] !== 0) return undefined;
  const text = plainText(bytes);
  return text !== undefined && isReadable(text) ? { how: "UTF-16", bytes, text } : undefined;
}

/** A purse is a name without marks; encoded, it is kept from readers. */
const wallet = /^(?:0x[0-9a-fA-F]{40}|bc1[a-z0-9]{38,59})$/;
const commandMark = /\bhttps?:\/\/|\b(?:curl|wget|nc|bash|powershell)\s|\/dev\/tcp\//;

/** Printable nearly throughout, with the marks that commands and sentences have and random names have not. */
function isReadable(text: string): boolean {
  if (text.length < 6) return false;
  if (wallet.test(text)) return true;
  let odd = 0;
  let letters = 0;
  let digits = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (
      code === 0xfffd ||
      (code < 32 && code !== 9 && code !== 10 && code !== 13) ||
      (code > 126 && code < 0xa0)
    )
      odd++;
    else if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code > 0xff) letters++;
    else if (code >= 48 && code <= 57) digits++;
  }
  // A short command with a numeric address has more digits than letters.
  const spelled = commandMark.test(text) ? letters + digits : letters;
  return odd <= text.length / 50 && spelled >= text.length / 2 && /[\s/\\:;.=(){}|$-]/.test(text);
}

function unpack(bytes: Uint8Array): Uint8Array | undefined {
  const first = bytes[0];
  try {
    if (first === 0x1f && bytes[1] === 0x8b) return gunzipSync(bounded(bytes));
    if (first === 0x78 && ((first << 8) | (bytes[1] ?? 0)) % 31 === 0) return unzlibSync(bounded(bytes));
  } catch {
    return undefined;
  }
  return undefined;
}

/** Deflate grows at most about a thousandfold: a small piece cannot become more than the bound allows. */
function bounded(bytes: Uint8Array): Uint8Array {
  if (bytes.length > limits.inflatedBytes / 8) throw new Error("too large to inflate");
  return bytes;
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
