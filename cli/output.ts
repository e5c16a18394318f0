/**
 * The only code that writes to the terminal. Text from a registry, a skill or the file system is escaped here, so that no
 * command can forget it; our own colours are added afterwards. Results go to stdout, failures to stderr.
 */
import { styleText } from "node:util";
import { singleLine } from "../src/domain/single-line.ts";
import { splitUnsafeCharacters } from "../src/domain/unsafe-characters.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";

export type Colour = "green" | "red" | "yellow" | "blue" | "dim" | "bold";

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
      return colours ? styleText(span.colour, text, { validateStream: false }) : text;
    })
    .join("");
}

/** Whether to use colours: never in a file or a pipe, nor if NO_COLOR is set. */
export function wantsColours(): boolean {
  return process.stdout.isTTY === true && process.stdout.hasColors();
}

/** JSON of exactly this value; characters that a terminal would obey or hide are written as `\uXXXX`. */
export function jsonText(value: unknown, indent = 2): string {
  return splitUnsafeCharacters(JSON.stringify(value, null, indent))
    .map(({ text, unsafe }) => (unsafe === null ? text : text.split("").map(escaped).join("")))
    .join("");
}

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

interface Failure {
  readonly asJson: boolean;
  readonly code: string;
  readonly message: string;
  /** Lines of our own after the message, for people: what to change, the help text. */
  readonly more?: string;
}

/** With `--json`, one line in the API's error format. */
export function reportFailure({ asJson, code, message, more }: Failure): void {
  if (asJson) console.error(jsonText({ error: code, message }, 0));
  else console.error(more === undefined ? singleLine(message) : `${singleLine(message)}\n${more}`);
}

/** An error that no command expected: with its stack for people, so that it can be reported. */
export function reportInternalError(error: unknown, { asJson }: Pick<Failure, "asJson">): ExitCode {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  const more = stack.split("\n").map(singleLine).join("\n");
  reportFailure({ asJson, code: "INTERNAL", message: `Internal error; please report it: ${error}`, more });
  return EXIT.internal;
}

/** Used before the options are parsed, and when they cannot be parsed. */
export const wantsJson = (argv: readonly string[]) => argv.includes("--json");
