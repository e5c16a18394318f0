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
  out = foldLetters(out);
  return out === text ? undefined : out;
}

/** Marks below letters that hardly any writing uses: they stay where others become one with their letter. */
const marksBelow = /[\u0316-\u0326\u0329-\u0333\u0339-\u033c\u0347-\u034e]/g;

/** Single ones stand for marks that a page could not show else. */
const entities = /(?:&#x?[\da-f]{2,6};){3,4000}/gi;

/** Sentences as they are meant: without what stands inside of words, and with the letters that others pass for. */
export function foldWords(text: string): string | undefined {
  let out = text.includes("&#")
    ? text.replace(entities, (run) => withoutEntities(run).replace(/\s/g, " "))
    : text;
  if (out.includes("<!--")) out = out.replace(/(?<=\w)<!--[^>\n]{0,80}-->(?=\w)/g, "");
  out = foldLetters(out);
  return out === text ? undefined : out;
}

/** Letters without marks below them, and those of other scripts as what they pass for. */
function foldLetters(text: string): string {
  if (!/[^\x00-\x7f]/.test(text)) return text;
  const plain = text.normalize("NFD").replace(marksBelow, "").normalize("NFC");
  return plain.replace(word, (piece) => (isMixedScript(piece) ? skeleton(piece) : piece));
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
