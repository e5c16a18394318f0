/**
 * Reads a zip file in memory (its directory is at its end, so it cannot be streamed). It inflates one entry at a
 * time, on request, and never past the size that the directory declares.
 */
import { crc32 } from "node:zlib";
import { Inflate } from "fflate";
import type { Limits } from "../../domain/limits.ts";
import { Refusal } from "../../domain/problem.ts";
import type { ArchiveEntry, EntryKind } from "./archive-entry.ts";
import { relativeEntryPath, shown } from "./entry-path.ts";
import { type UnpackLimits, UnpackMeter } from "./gunzip.ts";
import { readZipDirectory } from "./zip-directory.ts";
import type { ZipRecord } from "./zip-record.ts";

/** Deflate expands a slice by at most a factor of 1,032: about 4 MiB before the size check can stop it. */
const SLICE_BYTES = 4096;
const FILE_TYPE_MASK = 0xf000;
const utf8 = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true });
const kindByFileType: Readonly<Record<number, EntryKind>> = {
  0: "file",
  32768: "file",
  16384: "folder",
  40960: "link",
};

export async function* readZip(
  zip: Uint8Array,
  limits: UnpackLimits & Pick<Limits, "archiveEntries">,
): AsyncGenerator<ArchiveEntry, void, void> {
  const records = readZipDirectory(zip, limits.archiveEntries);
  // Inflating never exceeds the declared sizes, so a zip bomb is detected before a byte is inflated.
  const meter = new UnpackMeter(limits);
  for (const record of records) meter.add(record.size, zip.length);
  for (const record of records) yield zipEntry(zip, record);
}

function zipEntry(zip: Uint8Array, record: ZipRecord): ArchiveEntry {
  const name = utf8.decode(record.nameBytes);
  const kind = entryKind(name, record);
  if (kind !== "file" && kind !== "link" && record.size !== 0) {
    throw new Refusal(
      "ARCHIVE_HEADER_MISMATCH",
      `The zip has a size for ${shown(name)}, which is not a file.`,
    );
  }
  return {
    path: relativeEntryPath(name),
    kind,
    size: record.size,
    executable: kind === "file" && (record.unixMode & 0o111) !== 0,
    read: async () => unpackEntry(zip, record, name),
  };
}

function entryKind(name: string, record: ZipRecord): EntryKind {
  const byMode = kindByFileType[record.unixMode & FILE_TYPE_MASK] ?? "special";
  if (!name.endsWith("/")) {
    if (byMode === "folder")
      throw new Refusal("ARCHIVE_HEADER_MISMATCH", `${shown(name)} is a file by name, a folder by mode.`);
    return byMode;
  }
  const typed = (record.unixMode & FILE_TYPE_MASK) !== 0;
  if (typed && byMode === "file") {
    throw new Refusal("ARCHIVE_HEADER_MISMATCH", `${shown(name)} is a folder by name, a file by mode.`);
  }
  return byMode === "file" ? "folder" : byMode;
}

function unpackEntry(zip: Uint8Array, record: ZipRecord, name: string): Uint8Array {
  const packed = zip.subarray(record.dataOffset, record.dataOffset + record.packedSize);
  const bytes = record.method === 0 ? packed.slice() : inflateExactly(packed, record.size, name);
  if (bytes.length !== record.size) {
    throw new Refusal(
      "ARCHIVE_HEADER_MISMATCH",
      `The size of ${shown(name)} differs from the zip's directory.`,
    );
  }
  if (crc32(bytes) !== record.crc32) {
    throw new Refusal("ARCHIVE_BROKEN", `The checksum of ${shown(name)} differs from the zip's directory.`);
  }
  return bytes;
}

function inflateExactly(packed: Uint8Array, size: number, name: string): Uint8Array {
  const out = new Uint8Array(size);
  let filled = 0;
  const inflate = new Inflate((chunk) => {
    if (filled + chunk.length > size) {
      throw new Refusal("ARCHIVE_HEADER_MISMATCH", `${shown(name)} unpacks to more than its declared size.`);
    }
    out.set(chunk, filled);
    filled += chunk.length;
  });
  try {
    for (let at = 0; at < packed.length; at += SLICE_BYTES) {
      inflate.push(packed.subarray(at, at + SLICE_BYTES), at + SLICE_BYTES >= packed.length);
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal("ARCHIVE_BROKEN", `${shown(name)} is damaged in the zip.`);
  }
  return filled === size ? out : out.subarray(0, filled);
}
