/** How much of one skill's SKILL.md stands in another's, by lines: the measure of a copy. */
import type { SkillFile } from "../domain/skill-file.ts";
import { limits } from "./limits.ts";
import { normalise } from "./views/normalise.ts";
import { plainText } from "./views/reading.ts";

/** Letters and digits of a line below which it says nothing of its own: headings, fences, list marks. */
const leastLetters = 12;
/** A text with fewer lines than this is too short to be called copied. */
const leastLines = 5;

/** The lines of SKILL.md that tell it from others, each once; case, spaces and punctuation do not count. */
export function distinctiveLines(files: readonly SkillFile[]): Set<string> {
  const manifest = files.find(({ path }) => path === "SKILL.md");
  const lines = new Set<string>();
  if (manifest === undefined) return lines;
  for (const line of comparedText(manifest).slice(0, limits.likenessChars).split("\n")) {
    if (line.length < leastLetters) continue;
    const letters = line.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
    if (letters.length >= leastLetters) lines.add(letters);
  }
  return lines;
}

/** A file's text as the layers read it; empty for what is no text. */
export function comparedText({ bytes }: SkillFile): string {
  return normalise(plainText(bytes) ?? "");
}

/** The share of the original's lines that stand among others, 0–1; 0 for an original that is too short. */
export function shareOf(original: ReadonlySet<string>, lines: ReadonlySet<string>): number {
  if (original.size < leastLines) return 0;
  let shared = 0;
  for (const line of original) if (lines.has(line)) shared++;
  return shared / original.size;
}
