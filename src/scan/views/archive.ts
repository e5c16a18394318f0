/** Archives inside a skill, opened in memory with bounds: nothing that was packed is taken on trust. */
import { Gunzip, Inflate } from "fflate";
import { limits } from "../limits.ts";

interface Entry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface Opened {
  readonly entries: readonly Entry[];
  /** What was not unpacked, and why. */
  readonly skipped: ReadonlyArray<{ readonly name: string; readonly reason: string }>;
}

/** Bytes that a comment may add to the end record of a zip archive, and the record itself. */
const zipEndBytes = 65_535 + 22;

/** Offset of the end record of a zip archive; -1 without one. */
function zipEnd(bytes: Uint8Array): number {
  const least = Math.max(0, bytes.length - zipEndBytes);
  for (let at = bytes.length - 22; at >= least; at--)
    if (bytes[at] === 0x50 && bytes[at + 1] === 0x4b && bytes[at + 2] === 5 && bytes[at + 3] === 6) return at;
  return -1;
}

/** A zip archive as programs find it: by its end, wherever its first byte stands. */
export interface Zip {
  /** Where the archive begins; what stands in front is another file to other programs. */
  readonly start: number;
  readonly parts: readonly Part[];
  /** Why it is not opened, or not read in full. */
  readonly skipped: Opened["skipped"];
}

/** The zip archive in a file; undefined where no program would find one. */
export function findZip(bytes: Uint8Array): Zip | undefined {
  const end = zipEnd(bytes);
  if (end === -1) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const list = end - view.getUint32(end + 12, true);
  // Bytes in front of the archive need not be counted in its offsets.
  const shift = list - view.getUint32(end + 16, true);
  try {
    if (shift < 0 || view.getUint32(list, true) !== entryMark) throw new RangeError("no list");
    const parts = [...listed(view, bytes, { list, end, shift })];
    const start = parts.reduce((first, { from }) => Math.min(first, from), list);
    return { start, parts, skipped: hasGap(parts, list) ? [{ name: "", reason: unlisted }] : [] };
  } catch {
    const reason = "the archive could not be opened (broken or encrypted)";
    return { start: bytes.length, parts: [], skipped: [{ name: "", reason }] };
  }
}

const entryMark = 0x02014b50;
const unlisted = "data between the entries of the archive, which the rules do not read";

/** The entries of an archive, up to so many bytes. */
export function openZip({ parts, skipped: before }: Zip, most: number): Opened {
  const entries: Entry[] = [];
  const skipped = [...before];
  let budget = most;
  for (const part of parts) {
    if (part.name.endsWith("/") && part.packed.length === 0) continue;
    const content = entries.length < limits.archiveEntries ? unpacked(part, budget) : tooLarge;
    if (typeof content !== "string") {
      budget -= content.length;
      entries.push({ name: part.name, bytes: content });
    } else if (skipped.length < 20) skipped.push({ name: part.name, reason: content });
  }
  return { entries, skipped };
}

interface Part {
  readonly name: string;
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly from: number;
  readonly to: number;
  readonly packed: Uint8Array;
}

/** The entries as the list at the end names them. */
function* listed(
  view: DataView,
  bytes: Uint8Array,
  { list, end, shift }: { list: number; end: number; shift: number },
): Generator<Part> {
  for (let at = list; at + 46 <= end && view.getUint32(at, true) === entryMark; ) {
    const nameEnd = at + 46 + view.getUint16(at + 28, true);
    const from = view.getUint32(at + 42, true) + shift;
    if (view.getUint32(from, true) !== 0x04034b50) throw new RangeError("no entry");
    const data = from + 30 + view.getUint16(from + 26, true) + view.getUint16(from + 28, true);
    const to = data + view.getUint32(at + 20, true);
    yield {
      name: new TextDecoder().decode(bytes.subarray(at + 46, nameEnd)),
      method: view.getUint16(at + 10, true),
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      from,
      to,
      packed: bytes.subarray(data, to),
    };
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
}

const tooLarge = "broken, or larger than the scanner unpacks";

/** The content of an entry, or why it is not unpacked. The size that the archive states counts for nothing. */
function unpacked({ method, isEncrypted, packed }: Part, budget: number): Uint8Array | string {
  if (isEncrypted) return "it is encrypted";
  if (method === 0) return packed.length > budget ? tooLarge : packed;
  if (method !== 8) return `its compression (${method}) is not one that the scanner opens`;
  return inflated((onPart) => new Inflate(onPart), packed, budget) ?? tooLarge;
}

/** Behind an entry, tools write its sizes once more. */
const descriptorBytes = 24;

/** Whether there is data that the list at the end does not name: some readers go from entry to entry. */
function hasGap(parts: readonly Part[], list: number): boolean {
  const ordered = parts.toSorted((a, b) => a.from - b.from);
  return ordered.some(({ to }, i) => (ordered[i + 1]?.from ?? list) - to > descriptorBytes);
}

/** Input in such pieces grows to at most the bound on inflated bytes before it is checked. */
const gzipStepBytes = 4096;

interface Inflater {
  push(piece: Uint8Array, isLast: boolean): void;
}

/** What compressed data holds; undefined beyond the bound or where it is broken. */
export function inflated(
  inflater: (onPart: (part: Uint8Array) => void) => Inflater,
  bytes: Uint8Array,
  most: number,
): Uint8Array | undefined {
  const parts: Uint8Array[] = [];
  let length = 0;
  const stream = inflater((part) => {
    length += part.length;
    parts.push(part);
  });
  try {
    for (let at = 0; at < bytes.length; at += gzipStepBytes) {
      stream.push(bytes.subarray(at, at + gzipStepBytes), at + gzipStepBytes >= bytes.length);
      if (length > most) return undefined;
    }
  } catch {
    return undefined;
  }
  const out = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** All parts of a gzip file, one after the other as gunzip writes them. */
export function openGzip(bytes: Uint8Array, most: number): Uint8Array | undefined {
  return inflated((onPart) => new Gunzip(onPart), bytes, most);
}

/** Entries of a tar archive that hold no file: links, devices, folders, and headers for the entry behind them. */
const noFile: ReadonlySet<string> = new Set("123456xgLK");

export function openTar(bytes: Uint8Array): Opened {
  const entries: Entry[] = [];
  const skipped: Array<{ name: string; reason: string }> = [];
  const ascii = (from: number, length: number) => {
    const piece = bytes.subarray(from, from + length);
    const zero = piece.indexOf(0);
    return new TextDecoder().decode(zero === -1 ? piece : piece.subarray(0, zero));
  };
  for (let at = 0; at + 512 <= bytes.length; ) {
    const name = ascii(at, 100);
    const size = Number.parseInt(ascii(at + 124, 12).trim(), 8);
    if (name === "" || !Number.isFinite(size) || size < 0) {
      // Other readers search on behind a broken header.
      if (bytes.subarray(at).some((byte) => byte !== 0))
        skipped.push({ name: "", reason: "the archive is broken behind its readable entries" });
      break;
    }
    if (entries.length >= limits.archiveEntries) {
      skipped.push({ name, reason: "the archive has more entries than the scanner unpacks" });
      break;
    }
    const type = String.fromCharCode(bytes[at + 156] ?? 0);
    if (!noFile.has(type)) entries.push({ name, bytes: bytes.subarray(at + 512, at + 512 + size) });
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return { entries, skipped };
}
