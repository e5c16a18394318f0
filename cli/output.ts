/**
 * The one way to the terminal. Whatever a registry, a skill or a file system says is cleaned here, so that no command can
 * forget to; our own colours are put on afterwards. Results go to stdout, failures to stderr.
 */

import { singleLine } from "../src/domain/single-line.ts";
import { splitUnsafeCharacters } from "../src/domain/unsafe-characters.ts";

const codes = { green: 32, red: 31, yellow: 33, blue: 36, dim: 2, bold: 1 } as const;
export type Colour = keyof typeof codes;

interface Painted {
  readonly colour: Colour;
  readonly text: string;
}
/** A part of a line. */
export type Span = string | Painted;

export const paint = (colour: Colour, text: string): Painted => ({ colour, text });

export function rendered(spans: readonly Span[], { colours }: { readonly colours: boolean }): string {
  return spans
    .map((span) => {
      if (typeof span === "string") return singleLine(span);
      const text = singleLine(span.text);
      return colours ? `\u001b[${codes[span.colour]}m${text}\u001b[0m` : text;
    })
    .join("");
}

/** Colours for people: none in a file, a pipe, or where NO_COLOR asks for none. */
export function wantsColours(): boolean {
  return process.stdout.isTTY === true && process.env.NO_COLOR === undefined;
}

/** JSON of the very same value; what a terminal would obey, or not show, is written as `\uXXXX`. */
export function jsonText(value: unknown, indent = 2): string {
  return splitUnsafeCharacters(JSON.stringify(value, null, indent))
    .map(({ text, odd }) => (odd === null ? text : text.split("").map(escaped).join("")))
    .join("");
}

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

interface Failure {
  readonly asJson: boolean;
  readonly code: string;
  readonly message: string;
  /** Lines of our own after the sentence, for people: what to change, the help text. */
  readonly more?: string;
}

/** With `--json` the one error shape of the API, in one line. */
export function reportFailure({ asJson, code, message, more }: Failure): void {
  if (asJson) console.error(jsonText({ error: code, message }, 0));
  else console.error(more === undefined ? singleLine(message) : `${singleLine(message)}\n${more}`);
}

/** Before the options are read, and also where they can not be. */
export const wantsJson = (argv: readonly string[]) => argv.includes("--json");
