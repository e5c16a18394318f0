/** What invisible characters say: ASCII in tag characters, bytes in variation selectors, bits in zero-width characters. */
import { countUnsafeCharacters } from "../domain/unsafe-characters.ts";
import { normalise } from "./views/normalise.ts";

const tags = /[\u{e0020}-\u{e007e}]{3,4000}/gu;
const selectors = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{4,4000}/gu;
const zeroWidthBits = /[\u200b\u200c]{24,16000}/g;
/** From this many invisible characters on, a line cannot be read as it is shown. */
const unreadable = 3;

/** The message in a line's invisible characters, or the line without them; undefined where it has hardly any. */
export function revealed(line: string): string | undefined {
  if (countUnsafeCharacters(line) < unreadable) return undefined;
  const said = [
    ...[...line.matchAll(tags)].map(([run]) => fromTags(run)),
    ...[...line.matchAll(selectors)].map(([run]) => fromSelectors(run)),
    ...[...line.matchAll(zeroWidthBits)].map(([run]) => fromBits(run)),
  ].filter((text) => text !== undefined);
  return said.length > 0 ? said.join("\n") : normalise(line).trim() || undefined;
}

function fromTags(run: string): string {
  return [...run].map((ch) => String.fromCharCode((ch.codePointAt(0) ?? 0) - 0xe0000)).join("");
}

/** The first sixteen selectors are the bytes 0 to 15, the supplement has the rest. */
function fromSelectors(run: string): string | undefined {
  return readable(
    [...run].map((ch) => {
      const code = ch.codePointAt(0) ?? 0;
      return code < 0x10000 ? code - 0xfe00 : code - 0xe0100 + 16;
    }),
  );
}

function fromBits(run: string): string | undefined {
  const bits = [...run].map((ch) => (ch === "\u200b" ? "0" : "1")).join("");
  const inverted = [...run].map((ch) => (ch === "\u200b" ? "1" : "0")).join("");
  return readable(bytesOf(bits)) ?? readable(bytesOf(inverted));
}

function bytesOf(bits: string): number[] {
  return (bits.match(/[01]{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
}

function readable(bytes: readonly number[]): string | undefined {
  const text = new TextDecoder().decode(Uint8Array.from(bytes));
  return /^[\t\n\r\x20-\x7e\u00a0-\ufffc]{3,}$/.test(text) ? text : undefined;
}
