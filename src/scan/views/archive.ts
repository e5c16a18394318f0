/** Archives inside a skill, opened in memory with bounds: nothing that was packed is taken on trust. */
import { gunzipSync, unzipSync } from "fflate";
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

export function openZip(bytes: Uint8Array): Opened {
  const skipped: Array<{ name: string; reason: string }> = [];
  let budget: number = limits.inflatedBytes;
  let count = 0;
  try {
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

export function openGzip(bytes: Uint8Array): Uint8Array | undefined {
  try {
    // The last four bytes tell the size modulo 2^32: enough to refuse a bomb before inflating it.
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.length < 18 || view.getUint32(bytes.length - 4, true) > limits.inflatedBytes) return undefined;
    return gunzipSync(bytes);
  } catch {
    return undefined;
  }
}

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
    if (name === "") break;
    const size = Number.parseInt(ascii(at + 124, 12).trim(), 8);
    if (!Number.isFinite(size) || size < 0) break;
    if (entries.length >= limits.archiveEntries) {
      skipped.push({ name, reason: "the archive has more entries than the scanner unpacks" });
      break;
    }
    const type = bytes[at + 156];
    if (type === 0x30 || type === 0) entries.push({ name, bytes: bytes.subarray(at + 512, at + 512 + size) });
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return { entries, skipped };
}
