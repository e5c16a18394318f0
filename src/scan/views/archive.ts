/** Archives inside a skill, opened in memory with bounds: nothing that was packed is taken on trust. */
import { Gunzip, unzipSync } from "fflate";
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

/** Whether programs would open the bytes as a zip archive: its end counts, not its beginning. */
export function endsAsZip(bytes: Uint8Array): boolean {
  return zipEnd(bytes) !== -1;
}

/** Whether the directory stands where the end record says. The library does not check, and reads anything as one. */
function hasDirectory(bytes: Uint8Array): boolean {
  const end = zipEnd(bytes);
  if (end === -1) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = view.getUint32(end + 16, true);
  return start + 4 <= end && view.getUint32(start, true) === 0x02014b50;
}

export function openZip(bytes: Uint8Array): Opened {
  const skipped: Array<{ name: string; reason: string }> = [];
  let budget: number = limits.inflatedBytes;
  let count = 0;
  try {
    if (!hasDirectory(bytes)) throw new Error("no directory");
    const unpacked = unzipSync(bytes, {
      filter(file) {
        if (file.name.endsWith("/")) return false;
        if (++count > limits.archiveEntries || file.originalSize > budget) {
          if (skipped.length < 20)
            skipped.push({ name: file.name, reason: "the archive is larger than the scanner unpacks" });
          return false;
        }
        budget -= file.originalSize;
        return true;
      },
    });
    const names = Object.keys(unpacked).sort();
    return { entries: names.map((name) => ({ name, bytes: unpacked[name] ?? new Uint8Array() })), skipped };
  } catch {
    return {
      entries: [],
      skipped: [{ name: "", reason: "the archive could not be opened (broken or encrypted)" }],
    };
  }
}

/** Input in such pieces grows to at most the bound on inflated bytes before it is checked. */
const gzipStepBytes = 4096;

/** All parts of a gzip file, one after the other as gunzip writes them; undefined beyond the bound or where it is broken. */
export function openGzip(bytes: Uint8Array): Uint8Array | undefined {
  const parts: Uint8Array[] = [];
  let length = 0;
  const gunzip = new Gunzip((part) => {
    length += part.length;
    parts.push(part);
  });
  try {
    for (let at = 0; at < bytes.length; at += gzipStepBytes) {
      gunzip.push(bytes.subarray(at, at + gzipStepBytes), at + gzipStepBytes >= bytes.length);
      if (length > limits.inflatedBytes) return undefined;
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
