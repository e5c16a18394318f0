/**
 * A stranger's text inside a line that we print, on a terminal or to an agent: it can neither end the line, nor steer the
 * terminal, nor look like something else than it is. Pure.
 */
import { splitUnsafeCharacters } from "./unsafe-characters.ts";

const LINE_END = /[\t\n\r\u2028\u2029]/;

/** Spaces within the line stay, so that columns do; a line end takes those around it along. */
export function singleLine(text: string): string {
  return splitUnsafeCharacters(text)
    .map(({ text: part, odd }) => (odd === null ? part.replace(/\s+/g, joined) : `‹${odd}›`))
    .join("");
}

const joined = (space: string) => (LINE_END.test(space) ? " " : space);
