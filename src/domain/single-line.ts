/**
 * Makes third-party text safe inside a line that we print, on a terminal or for an agent: it can neither end the
 * line, nor control the terminal, nor disguise itself. Pure.
 */
import { splitUnsafeCharacters } from "./unsafe-characters.ts";

const LINE_END = /[\t\n\r\u2028\u2029]/;

/** Spaces within the line stay, for columns; a line break is replaced together with the spaces around it. */
export function singleLine(text: string): string {
  return splitUnsafeCharacters(text)
    .map(({ text: part, unsafe }) => (unsafe === null ? part.replace(/\s+/g, joined) : `‹${unsafe}›`))
    .join("");
}

const joined = (space: string) => (LINE_END.test(space) ? " " : space);
