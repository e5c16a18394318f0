/** One entry of a zip as its directory tells it, and what both of its headers have in common. */
import { Refusal } from "../../domain/problem.ts";

export interface ZipRecord {
  readonly nameBytes: Uint8Array;
  readonly flags: number;
  readonly method: number;
  readonly crc32: number;
  readonly packedSize: number;
  readonly size: number;
  /** Unix mode bits, or 0 where the zip was made on a system without them. */
  readonly unixMode: number;
  readonly localOffset: number;
  /** Where the packed bytes start; known once the local header was checked. */
  readonly dataOffset: number;
}

export function mismatch(message: string): Refusal {
  return new Refusal("ARCHIVE_HEADER_MISMATCH", message);
}

export function broken(message: string): Refusal {
  return new Refusal("ARCHIVE_BROKEN", message);
}

/** zip64 sizes and a second, Unicode name are the extra fields that change what an entry is. */
export function checkExtraFields(view: DataView, start: number, length: number, nameBytes: Uint8Array): void {
  let at = start;
  const end = start + length;
  while (at + 4 <= end) {
    const id = view.getUint16(at, true);
    const size = view.getUint16(at + 2, true);
    if (at + 4 + size > end) throw broken("An extra field of the zip is damaged.");
    if (id === 0x0001) throw new Refusal("ARCHIVE_ZIP64");
    if (id === 0x7075) checkUnicodeName(view, at + 4, size, nameBytes);
    at += 4 + size;
  }
}

function checkUnicodeName(view: DataView, at: number, size: number, nameBytes: Uint8Array): void {
  const same =
    size === nameBytes.length + 5 && nameBytes.every((byte, i) => byte === view.getUint8(at + 5 + i));
  if (!same) throw mismatch("The zip gives an entry a second name that differs from its first.");
}
