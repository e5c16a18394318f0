/**
 * Reads the directory of a zip file strictly: the central directory and every local header must agree, entries must
 * follow each other directly, and no bytes may lie before, between or after them. Zip readers differ on archives that
 * break these rules, so a client could install something other than what was scanned.
 */
import { Refusal } from "../../domain/problem.ts";
import { checkLocalHeader } from "./zip-local-header.ts";
import { broken, checkExtraFields, mismatch, type ZipRecord } from "./zip-record.ts";

const END_BYTES = 22;
const CENTRAL_BYTES = 46;
/** Bit 0: encrypted; 6: strongly; 13: with masked headers. */
const ENCRYPTED_FLAGS = 0x0001 | 0x0040 | 0x2000;
const UNIX_HOSTS = [3, 19];

/** All entries, in the order of their bytes in the file. */
export function readZipDirectory(zip: Uint8Array, maxEntries: number): ZipRecord[] {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const end = findEnd(view);
  if (end.count > maxEntries) {
    throw new Refusal("ARCHIVE_TOO_MANY_ENTRIES", `The archive has more than ${maxEntries} entries.`);
  }
  const records = centralRecords(zip, view, end).sort((a, b) => a.localOffset - b.localOffset);
  return placeEntries(zip, records, end.directoryOffset);
}

interface ZipEnd {
  readonly count: number;
  readonly directoryOffset: number;
  readonly endOffset: number;
}

/**
 * The end record must end exactly at the end of the file: the length of its comment decides which candidate is real.
 */
function findEnd(view: DataView): ZipEnd {
  const lowest = Math.max(0, view.byteLength - END_BYTES - 0xffff);
  for (let at = view.byteLength - END_BYTES; at >= lowest; at--) {
    if (view.getUint32(at, true) !== 0x06054b50) continue;
    if (at + END_BYTES + view.getUint16(at + 20, true) !== view.byteLength) continue;
    return parseEnd(view, at);
  }
  throw broken("The zip has no end record. It is damaged or truncated.");
}

function parseEnd(view: DataView, at: number): ZipEnd {
  const count = view.getUint16(at + 10, true);
  const directoryBytes = view.getUint32(at + 12, true);
  const directoryOffset = view.getUint32(at + 16, true);
  const hasLocator = at >= 20 && view.getUint32(at - 20, true) === 0x07064b50;
  if (hasLocator || count === 0xffff || directoryBytes === 0xffffffff || directoryOffset === 0xffffffff) {
    throw new Refusal("ARCHIVE_ZIP64");
  }
  if (view.getUint16(at + 4, true) !== 0 || view.getUint16(at + 6, true) !== 0) {
    throw broken("Multi-part zip archives are not supported.");
  }
  if (view.getUint16(at + 8, true) !== count)
    throw mismatch("The zip's end record has two different entry counts.");
  if (directoryOffset + directoryBytes !== at)
    throw mismatch("The zip's directory is not where its end record says.");
  return { count, directoryOffset, endOffset: at };
}

function centralRecords(zip: Uint8Array, view: DataView, end: ZipEnd): ZipRecord[] {
  const records: ZipRecord[] = [];
  let at = end.directoryOffset;
  while (at < end.endOffset) {
    if (at + CENTRAL_BYTES > end.endOffset || view.getUint32(at, true) !== 0x02014b50) {
      throw broken("The zip's directory is damaged.");
    }
    const nameBytes = view.getUint16(at + 28, true);
    const next =
      at + CENTRAL_BYTES + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (next > end.endOffset) throw broken("The zip's directory is damaged.");
    records.push(centralRecord(zip, view, at));
    at = next;
  }
  if (records.length !== end.count)
    throw mismatch("The number of entries in the zip's directory differs from its end record.");
  return records;
}

function centralRecord(zip: Uint8Array, view: DataView, at: number): ZipRecord {
  const flags = view.getUint16(at + 8, true);
  if ((flags & ENCRYPTED_FLAGS) !== 0) throw new Refusal("ARCHIVE_ENCRYPTED");
  const method = view.getUint16(at + 10, true);
  if (method === 99) throw new Refusal("ARCHIVE_ENCRYPTED");
  if (method !== 0 && method !== 8) throw new Refusal("ARCHIVE_METHOD");
  const packedSize = view.getUint32(at + 20, true);
  const size = view.getUint32(at + 24, true);
  const localOffset = view.getUint32(at + 42, true);
  if ([packedSize, size, localOffset].includes(0xffffffff)) throw new Refusal("ARCHIVE_ZIP64");
  if (view.getUint16(at + 34, true) !== 0) throw broken("Multi-part zip archives are not supported.");
  const nameStart = at + CENTRAL_BYTES;
  const nameEnd = nameStart + view.getUint16(at + 28, true);
  const nameBytes = zip.subarray(nameStart, nameEnd);
  checkExtraFields(view, { start: nameEnd, length: view.getUint16(at + 30, true) }, nameBytes);
  const isUnix = UNIX_HOSTS.includes(view.getUint8(at + 5));
  return {
    nameBytes,
    flags,
    method,
    crc32: view.getUint32(at + 16, true),
    packedSize,
    size,
    unixMode: isUnix ? view.getUint32(at + 38, true) >>> 16 : 0,
    localOffset,
    dataOffset: 0,
  };
}

/** Entries must follow each other from the first byte to the directory, without overlap (as in a zip bomb) or gap. */
function placeEntries(zip: Uint8Array, records: readonly ZipRecord[], directoryOffset: number): ZipRecord[] {
  let at = 0;
  const placed = records.map((record) => {
    if (record.localOffset !== at) throw mismatch("The zip's entries overlap, or leave a gap between them.");
    const { dataOffset, endOffset } = checkLocalHeader(zip, record, directoryOffset);
    at = endOffset;
    return { ...record, dataOffset };
  });
  if (at !== directoryOffset) throw mismatch("The zip has bytes between its last entry and its directory.");
  return placed;
}
