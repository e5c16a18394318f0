/**
 * Writes a deterministic zip: sorted, without times, with Unix modes. Hand-written, because libraries that take the
 * files as the keys of an object lose a file named `__proto__` and put numeric names first.
 */
import { crc32 } from "node:zlib";
import { deflateSync } from "fflate";
import { sortedByPath } from "../../domain/digest.ts";
import type { SkillFile } from "../../domain/skill-file.ts";

const DEFLATE = 8;
/** Names are UTF-8. */
const FLAGS = 0x0800;
const VERSION_NEEDED = 20;
/** Version 2.0 on Unix, so that readers take the file mode from the attributes. */
const MADE_BY = (3 << 8) | 20;
/** 1 January 1980, the earliest date a zip can have. */
const DOS_DATE = (1 << 5) | 1;
const REGULAR_FILE = 0o100000;
const utf8 = new TextEncoder();

export function writeZip(files: readonly SkillFile[], level: 6 | 9): Uint8Array {
  const locals: Uint8Array[] = [];
  const centrals: Uint8Array[] = [];
  let offset = 0;
  for (const file of sortedByPath(files)) {
    const name = utf8.encode(file.path);
    const packed = deflateSync(file.bytes, { level });
    const common = commonFields(file, packed.length, name.length);
    const local = [numbers([[4, 0x04034b50], ...common]), name, packed];
    const mode = REGULAR_FILE | (file.executable ? 0o755 : 0o644);
    const rest: Field[] = [
      [2, 0],
      [2, 0],
      [2, 0],
      [4, (mode << 16) >>> 0],
      [4, offset],
    ];
    centrals.push(numbers([[4, 0x02014b50], [2, MADE_BY], ...common, ...rest]), name);
    locals.push(...local);
    offset += local.reduce((total, part) => total + part.length, 0);
  }
  return Buffer.concat([...locals, ...centrals, endRecord(files.length, centrals, offset)]);
}

/** A width in bytes and a value. */
type Field = readonly [2 | 4, number];

function commonFields(file: SkillFile, packedBytes: number, nameBytes: number): Field[] {
  return [
    [2, VERSION_NEEDED],
    [2, FLAGS],
    [2, DEFLATE],
    [2, 0],
    [2, DOS_DATE],
    [4, crc32(file.bytes)],
    [4, packedBytes],
    [4, file.bytes.length],
    [2, nameBytes],
    [2, 0],
  ];
}

function endRecord(count: number, centrals: readonly Uint8Array[], offset: number): Uint8Array {
  const directoryBytes = centrals.reduce((total, part) => total + part.length, 0);
  return numbers([
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, directoryBytes],
    [4, offset],
    [2, 0],
  ]);
}

function numbers(fields: readonly Field[]): Uint8Array {
  const bytes = new Uint8Array(fields.reduce((total, [width]) => total + width, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [width, value] of fields) {
    if (width === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += width;
  }
  return bytes;
}
