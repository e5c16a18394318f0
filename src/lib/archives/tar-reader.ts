/**
 * A strict, streaming tar reader: it yields entries as they arrive and never holds the bytes of an entry that nobody
 * reads. It refuses ambiguous archives. `entry-path.ts` decides which paths a skill may contain.
 */
import type { Limits } from "../../domain/limits.ts";
import { Refusal } from "../../domain/problem.ts";
import type { ArchiveEntry, EntryKind } from "./archive-entry.ts";
import { ByteReader } from "./byte-reader.ts";
import { relativeEntryPath } from "./entry-path.ts";
import {
  BLOCK_BYTES,
  decodeName,
  isZeroBlock,
  parsePaxRecords,
  parseTarHeader,
  type TarHeader,
} from "./tar-header.ts";

/** PAX and GNU name headers must be held in memory. This is far more than any allowed path needs. */
const EXTENSION_BYTES = 64 * 1024;

const kinds: Readonly<Record<string, EntryKind>> = {
  "0": "file",
  "1": "link",
  "2": "link",
  "3": "special",
  "4": "special",
  "5": "folder",
  "6": "special",
};

/** Fields of the next entry, as set by extension headers. */
interface Extension {
  longName: string | undefined;
  pax: Map<string, string> | undefined;
}

export async function* readTar(
  chunks: AsyncIterable<Uint8Array>,
  limits: Pick<Limits, "archiveEntries" | "sourceUnpackedBytes">,
): AsyncGenerator<ArchiveEntry, void, void> {
  const reader = new ByteReader(chunks);
  let extension: Extension = { longName: undefined, pax: undefined };
  let headers = 0;
  try {
    for (;;) {
      const header = await nextHeader(reader);
      if (header === null) break;
      headers++;
      if (headers > limits.archiveEntries) {
        throw new Refusal(
          "ARCHIVE_TOO_MANY_ENTRIES",
          `The archive has more than ${limits.archiveEntries} entries.`,
        );
      }
      if (header.size > limits.sourceUnpackedBytes) {
        throw new Refusal(
          "ARCHIVE_UNPACKED_TOO_LARGE",
          `An entry of the archive claims ${header.size} bytes.`,
        );
      }
      if (await readExtension(reader, header, extension)) continue;
      const entry = new TarEntry(reader, header, extension);
      extension = { longName: undefined, pax: undefined };
      yield entry;
      await entry.finish();
    }
    if (extension.longName !== undefined || extension.pax !== undefined) {
      throw new Refusal("ARCHIVE_BROKEN", "The archive ends with a header that describes no entry.");
    }
  } finally {
    await reader.close();
  }
}

/** Null at the end-of-archive blocks, after which only zero padding may follow. */
async function nextHeader(reader: ByteReader): Promise<TarHeader | null> {
  const block = await reader.read(BLOCK_BYTES);
  if (block === null)
    throw new Refusal("ARCHIVE_BROKEN", "The archive is truncated: its end marker is missing.");
  if (!isZeroBlock(block)) return parseTarHeader(block);
  if (await reader.restIsZero()) return null;
  throw new Refusal("ARCHIVE_HEADER_MISMATCH", "The archive continues after its end marker.");
}

/** True when the header was an extension, which is now stored for the next entry. */
async function readExtension(reader: ByteReader, header: TarHeader, extension: Extension): Promise<boolean> {
  switch (header.type) {
    case "g": {
      checkGlobal(parsePaxRecords(await extensionData(reader, header)));
      return true;
    }
    case "x": {
      if (extension.pax !== undefined) throw doubled();
      extension.pax = parsePaxRecords(await extensionData(reader, header));
      checkSparse(extension.pax);
      return true;
    }
    case "L": {
      if (extension.longName !== undefined) throw doubled();
      extension.longName = gnuName(await extensionData(reader, header));
      return true;
    }
    case "K":
      // The target of a link. Links themselves are refused by the caller.
      await extensionData(reader, header);
      return true;
    case "S":
      throw new Refusal("ARCHIVE_SPARSE");
    default:
      return false;
  }
}

async function extensionData(reader: ByteReader, header: TarHeader): Promise<Uint8Array> {
  if (header.size > EXTENSION_BYTES)
    throw new Refusal("PATH_TOO_LONG", "A name header of the archive is too long.");
  const data = header.size === 0 ? new Uint8Array(0) : await reader.read(header.size);
  if (data === null) throw new Refusal("ARCHIVE_BROKEN", "The archive is truncated.");
  await reader.skip(paddingOf(header.size));
  return data;
}

function gnuName(data: Uint8Array): string {
  const end = data.indexOf(0);
  if (end >= 0 && data.subarray(end).some((byte) => byte !== 0)) {
    throw new Refusal("PATH_CHARACTERS", "A long name in the archive contains a NUL.");
  }
  return decodeName(end < 0 ? data : data.subarray(0, end));
}

/** git writes the commit as a global comment. A global header that would change every entry is refused. */
function checkGlobal(records: Map<string, string>): void {
  for (const key of ["path", "linkpath", "size"]) {
    if (records.has(key)) {
      throw new Refusal("ARCHIVE_HEADER_MISMATCH", `A global PAX header sets ${key} for every entry.`);
    }
  }
  checkSparse(records);
}

function checkSparse(records: Map<string, string>): void {
  for (const key of records.keys()) {
    if (key.startsWith("GNU.sparse.")) throw new Refusal("ARCHIVE_SPARSE");
  }
}

function doubled(): Refusal {
  return new Refusal("ARCHIVE_HEADER_MISMATCH", "Two headers in the archive name the same entry.");
}

function paddingOf(size: number): number {
  return (BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES;
}

/** The path that applies: PAX before GNU before the header itself. If both extensions exist they must agree. */
function effectivePath(header: TarHeader, { pax, longName }: Extension): string {
  const paxPath = pax?.get("path");
  if (paxPath !== undefined && longName !== undefined && paxPath !== longName) throw doubled();
  return paxPath ?? longName ?? header.path;
}

class TarEntry implements ArchiveEntry {
  readonly path: string;
  readonly kind: EntryKind;
  readonly size: number;
  readonly executable: boolean;
  readonly #reader: ByteReader;
  #unread: number;

  constructor(reader: ByteReader, header: TarHeader, extension: Extension) {
    const rawPath = effectivePath(header, extension);
    const kind = kinds[header.type];
    if (kind === undefined) {
      throw new Refusal(
        "ARCHIVE_SPECIAL_FILE",
        `The archive has an entry of the unknown type ${JSON.stringify(header.type)}.`,
      );
    }
    const paxSize = extension.pax?.get("size");
    if (paxSize !== undefined && paxSize !== String(header.size)) {
      throw new Refusal(
        "ARCHIVE_HEADER_MISMATCH",
        "A PAX header and the header of its entry have different sizes.",
      );
    }
    // Archives older than POSIX mark a folder only by a trailing slash.
    this.kind = kind === "file" && rawPath.endsWith("/") ? "folder" : kind;
    if (this.kind !== "file" && header.size !== 0) {
      throw new Refusal("ARCHIVE_HEADER_MISMATCH", "The archive has a size for an entry that is not a file.");
    }
    this.path = relativeEntryPath(rawPath);
    this.size = header.size;
    this.executable = this.kind === "file" && (header.mode & 0o111) !== 0;
    this.#reader = reader;
    this.#unread = header.size;
  }

  async read(): Promise<Uint8Array> {
    if (this.#unread !== this.size) throw new Error("an entry is read once");
    this.#unread = 0;
    const bytes = this.size === 0 ? new Uint8Array(0) : await this.#reader.read(this.size);
    if (bytes === null) throw new Refusal("ARCHIVE_BROKEN", "The archive is truncated.");
    return bytes;
  }

  async finish(): Promise<void> {
    await this.#reader.skip(this.#unread + paddingOf(this.size));
    this.#unread = 0;
  }
}
