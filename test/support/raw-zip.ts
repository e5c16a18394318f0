/** Builds zip files byte by byte. A test can set every field of both headers. */
import { crc32, deflateRawSync } from "node:zlib";

interface ZipFields {
  readonly name: string | Uint8Array;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packedSize: number;
  readonly size: number;
  readonly extra: Uint8Array;
}

export interface RawZipEntry {
  readonly name: string | Uint8Array;
  readonly body?: string | Uint8Array;
  /** The packed data, if it is not the deflated body. */
  readonly packed?: Uint8Array;
  readonly mode?: number;
  readonly madeBy?: number;
  readonly local?: Partial<ZipFields>;
  readonly central?: Partial<ZipFields> & { offset?: number };
  readonly both?: Partial<ZipFields>;
  /** Bytes after the data: a data descriptor, or hidden content. */
  readonly after?: Uint8Array;
}

export interface RawZipOptions {
  readonly before?: Uint8Array;
  readonly between?: Uint8Array;
  readonly beforeEnd?: Uint8Array;
  readonly count?: number;
  readonly comment?: string;
  readonly patchEnd?: (end: Uint8Array) => void;
  /** Indexes of the entries that get no local header, because their central record points elsewhere. */
  readonly centralOnly?: readonly number[];
}

const encoder = new TextEncoder();
const toBytes = (value: string | Uint8Array) => (typeof value === "string" ? encoder.encode(value) : value);
const u16 = (value: number) => Uint8Array.of(value & 0xff, (value >>> 8) & 0xff);
const u32 = (value: number) => Buffer.concat([u16(value & 0xffff), u16(value >>> 16)]);

export function rawZip(entries: readonly RawZipEntry[], options: RawZipOptions = {}): Uint8Array {
  const parts: Uint8Array[] = [options.before ?? new Uint8Array(0)];
  const centrals: Uint8Array[] = [];
  let offset = parts[0]!.length;
  entries.forEach((entry, i) => {
    const body = toBytes(entry.body ?? "");
    const packed = entry.packed ?? deflateRawSync(body);
    const fields: ZipFields = {
      name: entry.name,
      flags: 0x800,
      method: 8,
      crc: crc32(body),
      packedSize: packed.length,
      size: body.length,
      extra: new Uint8Array(0),
      ...entry.both,
    };
    const local = Buffer.concat([
      u32(0x04034b50),
      common({ ...fields, ...entry.local }),
      packed,
      entry.after ?? new Uint8Array(0),
    ]);
    centrals.push(central({ ...fields, ...entry.central }, entry, entry.central?.offset ?? offset));
    if (options.centralOnly?.includes(i) === true) return;
    parts.push(local);
    offset += local.length;
  });
  const between = options.between ?? new Uint8Array(0);
  const directory = Buffer.concat(centrals);
  const count = u16(options.count ?? entries.length);
  const comment = encoder.encode(options.comment ?? "");
  const end = Buffer.concat([
    u32(0x06054b50),
    u16(0),
    u16(0),
    count,
    count,
    u32(directory.length),
    u32(offset + between.length),
    u16(comment.length),
    comment,
  ]);
  options.patchEnd?.(end);
  return Buffer.concat([...parts, between, directory, options.beforeEnd ?? new Uint8Array(0), end]);
}

function common(fields: ZipFields): Uint8Array {
  const name = toBytes(fields.name);
  return Buffer.concat([
    u16(20),
    u16(fields.flags),
    u16(fields.method),
    u16(0),
    u16(0x21),
    u32(fields.crc),
    u32(fields.packedSize),
    u32(fields.size),
    u16(name.length),
    u16(fields.extra.length),
    name,
    fields.extra,
  ]);
}

function central(fields: ZipFields, entry: RawZipEntry, offset: number): Uint8Array {
  const shared = common(fields);
  const tail = Buffer.concat([
    u16(0),
    u16(0),
    u16(0),
    u32(((entry.mode ?? 0o100644) << 16) >>> 0),
    u32(offset),
  ]);
  // The central record's own fields come after the two lengths of the shared part.
  return Buffer.concat([
    u32(0x02014b50),
    Uint8Array.of(20, entry.madeBy ?? 3),
    shared.subarray(0, 26),
    tail,
    shared.subarray(26),
  ]);
}
