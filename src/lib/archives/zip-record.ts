/** One entry of a zip file according to its central directory, and the checks that both of its headers share. */
import { Refusal } from "../../domain/problem.ts";

export interface ZipRecord {
  readonly nameBytes: Uint8Array;
  readonly flags: number;
  readonly method: number;
  readonly crc32: number;
  readonly packedSize: number;
  readonly size: number;
  /** Unix mode bits, or 0 when the zip was created on a system without them. */
  readonly unixMode: number;
  readonly localOffset: number;
  /** The offset of the packed bytes; known after the local header was checked. */
  readonly dataOffset: number;
}

export interface ByteRange {
  readonly start: number;
  readonly length: number;
}

export function mismatch(message: string): Refusal {
  return new Refusal("ARCHIVE_HEADER_MISMATCH", message);
}

export function broken(message: string): Refusal {
  return new Refusal("ARCHIVE_BROKEN", message);
}

/** Refuses the extra fields that change an entry: zip64 sizes, and a Unicode name that differs from the first name. */
export function checkExtraFields(view: DataView, range: ByteRange, nameBytes: Uint8Array): void {
  let at = range.start;
  const end = range.start + range.length;
  while (at + 4 <= end) {
    const id = view.getUint16(at, true);
    const size = view.getUint16(at + 2, true);
    if (at + 4 + size > end) throw broken("An extra field of the zip is damaged.");
    if (id === 0x0001) throw new Refusal("ARCHIVE_ZIP64");
    if (id === 0x7075) checkUnicodeName(view, { start: at + 4, length: size }, nameBytes);
    at += 4 + size;
  }
}

function checkUnicodeName(view: DataView, { start, length }: ByteRange, nameBytes: Uint8Array): void {
  const same =
    length === nameBytes.length + 5 && nameBytes.every((byte, i) => byte === view.getUint8(start + 5 + i));
  if (!same) throw mismatch("The zip has two different names for an entry.");
}
