/**
 * A stranger's text inside a line that we print, on a terminal or to an agent: it can neither end the line, nor steer the
 * terminal, nor look like something else than it is. Pure.
 */
import { splitOddCharacters } from "./odd-characters.ts";

export function plainLine(text: string): string {
  return splitOddCharacters(text)
    .map(({ text: part, odd }) => (odd === null ? part.replace(/\s+/g, " ") : `‹${odd}›`))
    .join("")
    .trim();
}
