/** Compares the local header and data descriptor of a zip entry with its record in the central directory. */
import { broken, checkExtraFields, mismatch, type ZipRecord } from "./zip-record.ts";

const LOCAL_BYTES = 30;
const DESCRIPTOR_SIGNATURE = 0x08074b50;
/** Bit 3: sizes and checksum follow the data. */
const HAS_DESCRIPTOR = 0x0008;

/**
 * The offsets at which the entry's data starts and the entry ends. Throws ARCHIVE_HEADER_MISMATCH or ARCHIVE_BROKEN.
 */
export function checkLocalHeader(
  zip: Uint8Array,
  record: ZipRecord,
  limitOffset: number,
): { dataOffset: number; endOffset: number } {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const at = record.localOffset;
  if (at + LOCAL_BYTES > limitOffset || view.getUint32(at, true) !== 0x04034b50) {
    throw mismatch("The zip's directory points to something that is not an entry.");
  }
  const nameStart = at + LOCAL_BYTES;
  const extraStart = nameStart + view.getUint16(at + 26, true);
  const extraBytes = view.getUint16(at + 28, true);
  const dataOffset = extraStart + extraBytes;
  const dataEnd = dataOffset + record.packedSize;
  if (dataEnd > limitOffset) throw broken("An entry of the zip is truncated.");
  const name = zip.subarray(nameStart, extraStart);
  if (name.length !== record.nameBytes.length || !name.every((byte, i) => byte === record.nameBytes[i])) {
    throw mismatch("The zip's local header and directory have different names for an entry.");
  }
  checkExtraFields(view, { start: extraStart, length: extraBytes }, name);
  if (view.getUint16(at + 6, true) !== record.flags || view.getUint16(at + 8, true) !== record.method) {
    throw mismatch("The zip's local header and directory disagree about how an entry is packed.");
  }
  if ((record.flags & HAS_DESCRIPTOR) === 0) {
    checkSizes(view, at + 14, record);
    return { dataOffset, endOffset: dataEnd };
  }
  checkKnownSizes(view, at + 14, record);
  return { dataOffset, endOffset: checkDescriptor(view, record, { start: dataEnd, limitOffset }) };
}

/** Checksum, packed size and size, as three consecutive numbers. */
function sizesAgree(view: DataView, at: number, record: ZipRecord): boolean {
  return (
    view.getUint32(at, true) === record.crc32 &&
    view.getUint32(at + 4, true) === record.packedSize &&
    view.getUint32(at + 8, true) === record.size
  );
}

function checkSizes(view: DataView, at: number, record: ZipRecord): void {
  if (!sizesAgree(view, at, record)) {
    throw mismatch("The zip's local header and directory disagree about an entry's size or checksum.");
  }
}

/** With a descriptor these numbers are zero in the header, but some tools write the ones they know. */
function checkKnownSizes(view: DataView, at: number, record: ZipRecord): void {
  const known = [record.crc32, record.packedSize, record.size];
  const agrees = known.every((value, i) => [0, value].includes(view.getUint32(at + 4 * i, true)));
  if (!agrees)
    throw mismatch("The zip's local header and directory disagree about an entry's size or checksum.");
}

function checkDescriptor(
  view: DataView,
  record: ZipRecord,
  { start, limitOffset }: { readonly start: number; readonly limitOffset: number },
): number {
  // The signature is optional. It only counts as one when the three numbers follow it.
  for (const signatureBytes of [4, 0]) {
    const end = start + signatureBytes + 12;
    if (end > limitOffset) continue;
    if (signatureBytes === 4 && view.getUint32(start, true) !== DESCRIPTOR_SIGNATURE) continue;
    if (sizesAgree(view, start + signatureBytes, record)) return end;
  }
  throw mismatch("The zip's data descriptor and directory disagree about an entry's size or checksum.");
}
