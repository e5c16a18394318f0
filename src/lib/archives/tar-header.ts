/**
 * Parses one 512-byte tar header (POSIX ustar, GNU) and the records of a PAX header, strictly. It refuses what two
 * readers could interpret differently, because a client could then install something other than what was scanned.
 */
import { Refusal } from "../../domain/problem.ts";

export const BLOCK_BYTES = 512;

export interface TarHeader {
  /** Bytes that are not UTF-8 become U+FFFD, which no skill's path may contain. */
  readonly path: string;
  readonly size: number;
  readonly mode: number;
  /** The type flag as a character; the NUL of old archives becomes "0". */
  readonly type: string;
}

const utf8 = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true });
const latin1 = new TextDecoder("latin1");

export function decodeName(bytes: Uint8Array): string {
  return utf8.decode(bytes);
}

export function isZeroBlock(block: Uint8Array): boolean {
  return block.every((byte) => byte === 0);
}

export function parseTarHeader(block: Uint8Array): TarHeader {
  checkSum(block);
  const flag = block[156] ?? 0;
  return {
    path: decodeName(headerName(block)),
    size: octal(block, "size"),
    mode: octal(block, "mode"),
    type: flag === 0 ? "0" : String.fromCharCode(flag),
  };
}

function checkSum(block: Uint8Array): void {
  let sum = 0;
  for (let i = 0; i < BLOCK_BYTES; i++) sum += i >= 148 && i < 156 ? 0x20 : (block[i] ?? 0);
  if (sum !== octal(block, "checksum")) {
    throw new Refusal("ARCHIVE_BROKEN", "A tar header has a wrong checksum.");
  }
}

function headerName(block: Uint8Array): Uint8Array {
  const name = untilNul(block.subarray(0, 100));
  // Only POSIX ustar ("ustar\0") has the prefix; GNU ("ustar  ") stores times there.
  const isPosix = latin1.decode(block.subarray(257, 263)) === "ustar\0";
  const prefix = isPosix ? untilNul(block.subarray(345, 500)) : block.subarray(0, 0);
  if (prefix.length === 0) return name;
  const joined = new Uint8Array(prefix.length + 1 + name.length);
  joined.set(prefix);
  joined[prefix.length] = 0x2f;
  joined.set(name, prefix.length + 1);
  return joined;
}

function untilNul(field: Uint8Array): Uint8Array {
  const end = field.indexOf(0);
  return end < 0 ? field : field.subarray(0, end);
}

/** Offset and length of the octal fields. */
const octalFields = { mode: [100, 8], size: [124, 12], checksum: [148, 8] } as const;

function octal(block: Uint8Array, field: keyof typeof octalFields): number {
  const [at, length] = octalFields[field];
  if (((block[at] ?? 0) & 0x80) !== 0) {
    throw new Refusal("FILE_TOO_LARGE", `The ${field} of a tar entry uses the encoding for more than 8 GiB.`);
  }
  const text = latin1.decode(block.subarray(at, at + length));
  const digits = /^ *([0-7]*)[ \0]*$/.exec(text)?.[1];
  if (digits === undefined)
    throw new Refusal("ARCHIVE_BROKEN", `The ${field} in a tar header is not an octal number.`);
  return digits === "" ? 0 : Number.parseInt(digits, 8);
}

/** The records `<length> <key>=<value>\n` of a PAX header. */
export function parsePaxRecords(data: Uint8Array): Map<string, string> {
  const records = new Map<string, string>();
  let at = 0;
  while (at < data.length) {
    const space = data.indexOf(0x20, at);
    const length = space < 0 ? Number.NaN : paxLength(data.subarray(at, space));
    const end = at + length;
    if (!(end <= data.length) || end <= space + 1 || data[end - 1] !== 0x0a) throw brokenPax();
    const equals = data.indexOf(0x3d, space + 1);
    if (equals < 0 || equals >= end - 1) throw brokenPax();
    const key = latin1.decode(data.subarray(space + 1, equals));
    if (records.has(key)) {
      throw new Refusal("ARCHIVE_HEADER_MISMATCH", `A PAX header contains ${JSON.stringify(key)} twice.`);
    }
    records.set(key, decodeName(data.subarray(equals + 1, end - 1)));
    at = end;
  }
  return records;
}

function paxLength(digits: Uint8Array): number {
  const text = latin1.decode(digits);
  return /^[1-9][0-9]{0,6}$/.test(text) ? Number(text) : Number.NaN;
}

function brokenPax(): Refusal {
  return new Refusal("ARCHIVE_BROKEN", "A PAX header of the tar archive is damaged.");
}
