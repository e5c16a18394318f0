/**
 * Constants folded in text: pieces of strings joined, quotes within words dropped, look-alike letters read as what they
 * pass for. Answers undefined where folding changes nothing, which is nearly always.
 */
import type { Language } from "../language.ts";
import { isMixedScript, skeleton } from "./normalise.ts";

const joined = /(["'`])\s{0,40}\+\s{0,40}\1/g;
const emptyQuotes = /(?<=[\w./~-])(?:''|"")(?=[\w./~-])/g;
const quotedLetters =
  /(?<![\w=])((?:[A-Za-z]{0,6}(?:'[A-Za-z]{1,4}'|"[A-Za-z]{1,4}"|\\[A-Za-z])){1,12}[A-Za-z]{0,8})(?=[\s|;&)])/g;
const ifs = /\$\{?IFS\}?(?:\$\d)?/g;
const bracketGlob = /(?<=[\w/.~-])\[(\w)\]/g;
const word = /[\p{L}\p{N}_.-]{2,64}/gu;

export function fold(text: string, language: Language): string | undefined {
  let out = text;
  if (text.includes("+")) out = out.replace(joined, "");
  if (language === "shell" || language === "text" || language === "markdown") out = foldShell(out);
  if (/[^\x00-\x7f]/.test(out))
    out = out.replace(word, (piece) => (isMixedScript(piece) ? skeleton(piece) : piece));
  return out === text ? undefined : out;
}

function foldShell(text: string): string {
  let out = text;
  if (/''|""/.test(out)) out = out.replace(emptyQuotes, "");
  if (out.includes("IFS")) out = out.replace(ifs, " ");
  if (out.includes("[")) out = out.replace(bracketGlob, "$1");
  // Quotes inside a word (b'a's'h'): only where at least one piece is quoted and the rest joins to a word.
  if (/[A-Za-z]['"\\]/.test(out)) {
    out = out.replace(quotedLetters, (piece) =>
      /^['"][A-Za-z]{1,4}['"]$/.test(piece) || !/['"\\]/.test(piece) ? piece : piece.replace(/['"\\]/g, ""),
    );
  }
  return out;
}

/** A text with its numeric entities, and the few named ones that commands need, as characters. */
export function withoutEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{2,6})|#x([\da-f]{2,5})|(amp|lt|gt|quot|apos|nbsp));/gi,
    (written, decimal, hex, name) =>
      name === undefined
        ? String.fromCodePoint(
            Math.min(0x10ffff, decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)),
          )
        : (characters[name.toLowerCase()] ?? written),
  );
}

const characters: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};
