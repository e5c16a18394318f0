/**
 * Writes a deterministic ustar archive: the same files always give the same bytes, on every machine. It has no times,
 * owners or folders. A path too long for ustar gets a PAX header, which only the npm archive needs.
 */
import { sortedByPath } from "../../domain/digest.ts";
import type { SkillFile } from "../../domain/skill-file.ts";
import { splitForUstar } from "./entry-path.ts";
import { BLOCK_BYTES } from "./tar-header.ts";

const utf8 = new TextEncoder();

/** The bytes of the archive, with the files sorted by path. */
export function writeTar(files: readonly SkillFile[]): Uint8Array {
  const blocks: Uint8Array[] = [];
  for (const file of sortedByPath(files)) {
    const split = splitForUstar(file.path);
    if (split === null)
      pushEntry(blocks, { name: utf8.encode("PaxHeader"), mode: 0o644, type: "x" }, paxPath(file.path));
    const mode = file.executable ? 0o755 : 0o644;
    const names = split ?? { name: utf8.encode("long-name") };
    pushEntry(blocks, { ...names, mode, type: "0" }, file.bytes);
  }
  blocks.push(new Uint8Array(2 * BLOCK_BYTES));
  return Buffer.concat(blocks);
}

interface HeaderFields {
  readonly name: Uint8Array;
  readonly prefix?: Uint8Array;
  readonly mode: number;
  readonly type: "0" | "x";
}

function pushEntry(blocks: Uint8Array[], fields: HeaderFields, bytes: Uint8Array): void {
  blocks.push(header(fields, bytes.length), bytes);
  const padding = (BLOCK_BYTES - (bytes.length % BLOCK_BYTES)) % BLOCK_BYTES;
  if (padding > 0) blocks.push(new Uint8Array(padding));
}

function header(fields: HeaderFields, size: number): Uint8Array {
  const block = new Uint8Array(BLOCK_BYTES);
  const text = (at: number, value: string) => block.set(utf8.encode(value), at);
  const octal = (at: number, width: number, value: number) =>
    text(at, value.toString(8).padStart(width - 1, "0"));
  block.set(fields.name, 0);
  octal(100, 8, fields.mode);
  octal(108, 8, 0);
  octal(116, 8, 0);
  octal(124, 12, size);
  octal(136, 12, 0);
  text(148, " ".repeat(8));
  text(156, fields.type);
  text(257, "ustar\u000000");
  octal(329, 8, 0);
  octal(337, 8, 0);
  if (fields.prefix !== undefined) block.set(fields.prefix, 345);
  const sum = block.reduce((total, byte) => total + byte, 0);
  text(148, `${sum.toString(8).padStart(6, "0")}\0 `);
  return block;
}

/** `<length> path=<path>\n`, where the length counts its own digits. */
function paxPath(path: string): Uint8Array {
  const tail = utf8.encode(` path=${path}\n`).length;
  let length = tail + 1;
  while (tail + String(length).length !== length) length++;
  return utf8.encode(`${length} path=${path}\n`);
}
