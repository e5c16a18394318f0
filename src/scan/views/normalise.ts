/**
 * Text as a reader's eye or a shell would take it: invisible characters dropped, compatibility forms folded. Works
 * line by line, so line numbers of the normalised text are those of the file.
 */
import type { Language } from "../language.ts";

/** Zero-width, joiners, soft hyphen, bidi controls, tag block, variation selectors, fillers. */
const invisible =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: combining and joining characters are what is looked for
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\u{e0000}-\u{e0fff}]/gu;

/** Letters of other scripts that pass for Latin ones, in both cases. */
const alike = "аеорсухіјѕһԁԛԝАВЕКМНОРСТХІЅЈαονρικτυΑΒΕΖΗΙΚΜΝΟΡΤΥΧɡɩոսօց";
const latin = "aeopcyxijshdqwABEKMHOPCTXISJaovpiktuABEZHIKMNOPTYXginuog";
const lookalikes: ReadonlyMap<string, string> = new Map([...alike].map((ch, i) => [ch, latin.charAt(i)]));

const notAscii = /[^\x00-\x7f]/;

/** Ends of lines beside those of files: for people, for JavaScript, for YAML. */
const oddEnds = /(?<=[^\n])[\v\f\u0085\u2028\u2029](?=[^\n])/g;
/** A shell does not end a comment at a carriage return. */
const shellEnds = /(?<=[^\n])[\r\v\f\u0085\u2028\u2029](?=[^\n])/g;
/** Where every reader ends a line at them, or takes them for a part of a value. */
const noCode: ReadonlySet<Language> = new Set(["markdown", "text", "html", "json", "yaml", "toml"]);

/** The text with one kind of line end. Programs disagree about the odd ones in code. */
export function withLineEnds(text: string, language: Language): { text: string; unread: string | undefined } {
  if (!/[\r\v\f\u0085\u2028\u2029]/.test(text)) return { text, unread: undefined };
  const lines = text.replaceAll("\r\n", "\n");
  const odd = language === "shell" ? shellEnds : oddEnds;
  const isOdd = !noCode.has(language) && lines.search(odd) !== -1;
  const even = lines.replace(odd, language === "json" ? " " : "\n").replace(/[\v\f\u0085\u2028\u2029]/g, "");
  return {
    text: even.replaceAll("\r", language === "shell" ? "" : "\n"),
    unread: isOdd ? "line separators that programs read differently" : undefined,
  };
}

/** The text with invisibles removed and compatibility forms folded (full width, ligatures, styled letters). */
export function normalise(text: string): string {
  if (!notAscii.test(text))
    return text.includes("\r") ? text.replaceAll("\r\n", "\n").replaceAll("\r", "\n") : text;
  const lines = text.replaceAll("\r\n", "\n").replaceAll("\r", "\n").split("\n");
  return lines.map((line) => (notAscii.test(line) ? foldLine(line) : line)).join("\n");
}

function foldLine(line: string): string {
  // NFKC may make line breaks of its own out of U+2028 and the like: they must not move line numbers.
  return line
    .replace(invisible, "")
    .normalize("NFKC")
    .replace(/[\n\u2028\u2029\u0085]/g, " ");
}

/** The word with look-alike letters replaced: what it pretends to read. */
export function skeleton(word: string): string {
  let out = "";
  for (const ch of word) out += lookalikes.get(ch) ?? ch;
  return out;
}

/** Whether a word of another script consists of look-alikes only. */
function passesForLatin(word: string): boolean {
  return word.length > 1 && !/[A-Za-z]/.test(word) && /^[A-Za-z]+$/.test(skeleton(word));
}

/** Whether look-alikes of another script stand among Latin letters within one word. */
export function isMixedScript(word: string): boolean {
  if (!notAscii.test(word)) return false;
  const parts = word.split(/[-._]/);
  // Words of two languages joined by a hyphen, each of one script: only one that passes for Latin as a whole deceives.
  if (parts.length > 1) return parts.some((part) => isMixedScript(part) || passesForLatin(part));
  let plain = false;
  let foreign = false;
  for (const ch of word) {
    if (/[A-Za-z]/.test(ch)) plain = true;
    else if (lookalikes.has(ch)) foreign = true;
    if (plain && foreign) return true;
  }
  return false;
}
