/** Offsets of a text to lines and columns, and the evidence that a finding shows. */
import { limits } from "./limits.ts";
import { sliceMasked } from "./secrets.ts";

export interface Place {
  readonly line: number;
  readonly column: number;
}

const startsOf = new WeakMap<object, { text: string; starts: number[] }>();

/** Line and column (from 1) of an offset. */
export function placeOf(owner: object, text: string, offset: number): Place {
  const starts = lineStartsOf(owner, text);
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}

/** The offset of each line of a text. Made once for each owner. */
export function lineStartsOf(owner: object, text: string): readonly number[] {
  const known = startsOf.get(owner);
  if (known?.text === text) return known.starts;
  const starts = [0];
  for (let i = text.indexOf("\n"); i !== -1; i = text.indexOf("\n", i + 1)) starts.push(i + 1);
  startsOf.set(owner, { text, starts });
  return starts;
}

/** The line around a span, cut to the bound, with secrets masked and what cannot be shown made visible. */
export function snippetOf(text: string, start: number, end: number): string {
  const lineStart = Math.max(text.lastIndexOf("\n", Math.max(0, start - 1)) + 1, start - 60);
  const lineEnd = text.indexOf("\n", start);
  const stop = Math.min(
    lineEnd === -1 ? text.length : Math.max(lineEnd, Math.min(end, lineEnd + 80)),
    lineStart + limits.snippetChars,
  );
  return sliceMasked(text, lineStart, stop)
    .replace(/[\s\u0000-\u001f]{1,400}/g, " ")
    .trim();
}
