/**
 * Characters that are invisible or change the order of the text around them. Pages show their names, so that a text
 * cannot look more harmless than it is. Pure.
 */

/** Format, control, tag, filler and bidirectional characters. Line breaks and tabs are allowed. */
const UNSAFE =
  /[\p{Cf}\p{Cc}\p{Co}\p{Cn}]|\u034f|\u115f|\u1160|\u17b4|\u17b5|[\u180b-\u180d]|\u3164|\uffa0|[\ufe00-\ufe0e]|[\u{e0100}-\u{e01ef}]/gu;
const ALLOWED = new Set(["\n", "\r", "\t"]);
const PICTURE = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f/u;

export interface TextPart {
  readonly text: string;
  /** `U+200B` when the part is one unsafe character. */
  readonly unsafe: string | null;
}

/** A file with more of them is data, not text. Each takes many bytes of a page. */
const MAX_UNSAFE_CHARACTERS = 2_000;
/** Why pages show no such text. */
export const UNREADABLE = "Binary or unreadable: more than 2,000 control or invisible characters.";

export function countUnsafeCharacters(text: string): number {
  let count = 0;
  for (const _ of unsafeCharacters(text)) count += 1;
  return count;
}

export const isUnreadable = (text: string): boolean => countUnsafeCharacters(text) > MAX_UNSAFE_CHARACTERS;

/** The text in parts, with unsafe characters separate. */
export function splitUnsafeCharacters(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const { character, index } of unsafeCharacters(text)) {
    if (index > from) parts.push({ text: text.slice(from, index), unsafe: null });
    const code = character.codePointAt(0) ?? 0;
    parts.push({ text: character, unsafe: `U+${code.toString(16).toUpperCase().padStart(4, "0")}` });
    from = index + character.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), unsafe: null });
  return parts;
}

/** A joiner between two pictographs is part of an emoji. */
function* unsafeCharacters(text: string): Generator<{ character: string; index: number }> {
  for (const { 0: character, index } of text.matchAll(UNSAFE))
    if (!ALLOWED.has(character) && !isEmojiJoiner(text, character, index)) yield { character, index };
}

function isEmojiJoiner(text: string, character: string, index: number): boolean {
  if (character !== "\u200d") return false;
  const before = text.slice(Math.max(0, index - 2), index);
  const after = String.fromCodePoint(text.codePointAt(index + 1) ?? 0);
  return PICTURE.test(before) && PICTURE.test(after);
}
