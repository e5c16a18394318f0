/** Builds tar archives byte by byte, valid or not: attackers write archives that no tool produces. */
import { gzipSync } from "node:zlib";

export interface RawEntry {
  readonly name: string | Uint8Array;
  readonly type?: string;
  readonly body?: string | Uint8Array;
  readonly mode?: number;
  /** The size in the header, if it differs from the body's. */
  readonly size?: number;
  readonly link?: string;
  readonly prefix?: string;
  readonly magic?: string;
  /** Changes the header block before the checksum is computed. */
  readonly patch?: (block: Uint8Array) => void;
  readonly badSum?: boolean;
}

const encoder = new TextEncoder();
const toBytes = (value: string | Uint8Array) => (typeof value === "string" ? encoder.encode(value) : value);

export function rawTar(entries: readonly RawEntry[], tail: Uint8Array = new Uint8Array(1024)): Uint8Array {
  return Buffer.concat([...entries.flatMap(rawEntry), tail]);
}

export function rawTarGz(entries: readonly RawEntry[], tail?: Uint8Array): Uint8Array {
  return gzipSync(rawTar(entries, tail));
}

function rawEntry(entry: RawEntry): Uint8Array[] {
  const body = toBytes(entry.body ?? "");
  const block = rawHeader(entry, entry.size ?? body.length);
  return [block, body, new Uint8Array((512 - (body.length % 512)) % 512)];
}

export function rawHeader(entry: RawEntry, size: number): Uint8Array {
  const block = new Uint8Array(512);
  const put = (at: number, value: string | Uint8Array) => block.set(toBytes(value), at);
  put(0, toBytes(entry.name).subarray(0, 100));
  put(100, `${(entry.mode ?? 0o644).toString(8).padStart(7, "0")}\0`);
  put(108, "0000000\0");
  put(116, "0000000\0");
  put(124, `${size.toString(8).padStart(11, "0")}\0`);
  put(136, "00000000000\0");
  put(148, "        ");
  put(156, entry.type ?? "0");
  put(157, entry.link ?? "");
  put(257, entry.magic ?? "ustar\u000000");
  put(345, entry.prefix ?? "");
  entry.patch?.(block);
  const sum = block.reduce((total, byte) => total + byte, 0) + (entry.badSum === true ? 1 : 0);
  put(148, `${sum.toString(8).padStart(6, "0")}\0 `);
  return block;
}

/** `<length> <key>=<value>\n`, with the correct length unless one is given. */
export function pax(key: string, value: string, length?: number): string {
  const tail = encoder.encode(` ${key}=${value}\n`).length;
  let total = tail + 1;
  while (tail + String(total).length !== total) total++;
  return `${length ?? total} ${key}=${value}\n`;
}
