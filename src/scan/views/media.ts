/**
 * Pictures and fonts that are whole: every byte belongs to the format, to the end of the file. (A web font is whole if
 * it has the length that it states.) Something else with the
 * first bytes of a picture, or with more behind its end, is not one. The content of their parts is not checked.
 */
import { Unzlib } from "fflate";
import { inflated } from "./archive.ts";
import type { Magic } from "./bytes.ts";

type Check = (view: DataView) => boolean;

const checks: Partial<Record<Magic, Check>> = {
  png: isPng,
  jpeg: isJpeg,
  gif: isGif,
  webp: isWebp,
  ico: isIcon,
  font: isFont,
};

export function isWholePictureOrFont(magic: Magic, bytes: Uint8Array): boolean {
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return checks[magic]?.(view) ?? false;
  } catch {
    // The format points behind the end of the file.
    return false;
  }
}

function tag(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(at + i)));
}

function isPng(view: DataView): boolean {
  if (view.getUint32(4) !== 0x0d0a1a0a || tag(view, 12) !== "IHDR") return false;
  const last = [...pngChunks(view)].at(-1);
  return last?.type === "IEND" && last.start + last.size + 4 === view.byteLength;
}

/** The parts of a PNG file to its end mark. Throws where one goes on behind the end of the file. */
function* pngChunks(view: DataView): Generator<{ type: string; start: number; size: number }> {
  for (let at = 8, type = ""; type !== "IEND"; ) {
    const size = view.getUint32(at);
    type = tag(view, at + 4);
    yield { type, start: at + 8, size };
    at += 12 + size;
  }
}

/** What a whole picture says in words, beside its printable bytes: the compressed texts of a PNG file. */
export function compressedTexts(magic: Magic | undefined, bytes: Uint8Array, most: number): string {
  if (magic !== "png" || !isWholePictureOrFont(magic, bytes)) return "";
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const texts = [...pngChunks(view)].flatMap(({ type, start, size }) => {
    if (type !== "zTXt" && type !== "iTXt") return [];
    const data = bytes.subarray(start, start + size);
    let at = data.indexOf(0) + 2;
    // In iTXt a language and a translated keyword stand in front.
    if (type === "iTXt") at = data[at - 1] === 1 ? data.indexOf(0, data.indexOf(0, at + 1) + 1) + 1 : size;
    const text = inflated((onPart) => new Unzlib(onPart), data.subarray(at), most);
    return text === undefined ? [] : [new TextDecoder().decode(text)];
  });
  return texts.map((text) => `\n${text}`).join("");
}

/** One picture, or several one after the other, as phones write them. */
function isJpeg(view: DataView): boolean {
  let at = 0;
  while (at < view.byteLength) {
    if (view.getUint16(at) !== 0xffd8) return false;
    at = jpegEnd(view, at + 2);
  }
  return true;
}

function jpegEnd(view: DataView, from: number): number {
  for (let at = from; ; ) {
    if (view.getUint8(at) !== 0xff) throw new RangeError("no marker");
    const marker = view.getUint8(at + 1);
    if (marker === 0xd9) return at + 2;
    if (marker === 0xff) at++;
    else at += 2 + view.getUint16(at + 2);
    if (marker === 0xda) while (!isJpegMarker(view, at)) at++;
  }
}

/** In the picture's data, 0xff is followed by zero or a restart marker; anything else begins the next segment. */
function isJpegMarker(view: DataView, at: number): boolean {
  if (view.getUint8(at) !== 0xff) return false;
  const marker = view.getUint8(at + 1);
  return marker !== 0 && (marker < 0xd0 || marker > 0xd7);
}

function isGif(view: DataView): boolean {
  const colours = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  for (let at = 13 + colours(view.getUint8(10)); ; ) {
    const block = view.getUint8(at);
    if (block === 0x3b) return at + 1 === view.byteLength;
    if (block === 0x21) at += 2;
    else if (block === 0x2c) at += 11 + colours(view.getUint8(at + 9));
    else return false;
    for (let size = -1; size !== 0; at += 1 + size) size = view.getUint8(at);
  }
}

function isWebp(view: DataView): boolean {
  if (tag(view, 0) !== "RIFF" || !tag(view, 12).startsWith("VP8")) return false;
  let at = 12;
  while (at < view.byteLength) {
    const size = view.getUint32(at + 4, true);
    at += 8 + size + (size & 1);
  }
  return at === view.byteLength && view.getUint32(4, true) + 8 === at;
}

function isIcon(view: DataView): boolean {
  const count = view.getUint16(4, true);
  let end = 6 + 16 * count;
  for (let at = 6; at < 6 + 16 * count; at += 16)
    end = Math.max(end, view.getUint32(at + 8, true) + view.getUint32(at + 12, true));
  return count > 0 && end === view.byteLength;
}

function isFont(view: DataView): boolean {
  // Web fonts say their own length.
  if (tag(view, 0).startsWith("wOF")) return view.getUint32(8) === view.byteLength;
  const tables = view.getUint16(4);
  let end = 12 + 16 * tables;
  for (let at = 12; at < 12 + 16 * tables; at += 16)
    end = Math.max(end, view.getUint32(at + 8) + view.getUint32(at + 12));
  // Tables are padded to four bytes.
  return tables > 0 && end <= view.byteLength && view.byteLength < end + 4;
}
