/** How much of one text stands in another, by lines: the measure of a copy. */

/** Letters and digits of a line below which it says nothing of its own: headings, fences, list marks. */
const leastLetters = 12;
/** A text with fewer lines than this is too short to be called copied. */
const leastLines = 5;

/** The lines that tell a text from others, each once; case, spaces and punctuation do not count. */
export function tellingLines(text: string): Set<string> {
  const lines = new Set<string>();
  for (const line of text.split("\n")) {
    if (line.length < leastLetters) continue;
    const letters = line.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
    if (letters.length >= leastLetters) lines.add(letters);
  }
  return lines;
}

/** The share of the original's lines that stand in a text, 0–1; 0 for an original that is too short. */
export function shareOf(original: ReadonlySet<string>, lines: ReadonlySet<string>): number {
  if (original.size < leastLines) return 0;
  let shared = 0;
  for (const line of original) if (lines.has(line)) shared++;
  return shared / original.size;
}
