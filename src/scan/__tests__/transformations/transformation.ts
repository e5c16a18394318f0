/** What a transformation is, and the forms of act that the kinds of transformation apply to. */
import { extensionOf, type Form, type Piece } from "./acts.ts";
import type { Draft } from "./skill.ts";

export interface Transformation {
  readonly id: string;
  readonly forms: readonly Form[];
  /** Further conditions on the piece: its language, or an address in it. */
  readonly fits?: (piece: Piece) => boolean;
  /** A skill that orders the act, or whose program does it. `turn` chooses between equal wordings. */
  readonly apply: (piece: Piece, turn: number) => Draft;
  /** The same frame around the act without an order: something to recognise and refuse. */
  readonly told?: ((piece: Piece, turn: number) => Draft) | undefined;
  /** It makes bytes unreadable, hides text or speaks to the scanner: honest acts may be reviewed, too. */
  readonly hides?: boolean;
  /** Honest acts of this shape that it makes untrue are left out. */
  readonly honestFits?: (piece: Piece) => boolean;
  /** Only acts that are hostile whatever the skill says of the host. */
  readonly onlyAlwaysHostile?: true;
}

export const texts: readonly Form[] = ["order", "command"];
export const steps: readonly Form[] = ["order", "command", "program"];
export const all: readonly Form[] = ["order", "command", "program", "setting"];

export const inLanguages =
  (...languages: readonly string[]) =>
  (piece: Piece): boolean =>
    piece.path === "" || languages.includes(extensionOf(piece.path));

export const addressOf = (piece: Piece): string =>
  /https:\/\/[^\s"'`)>|;]+[^\s"'`)>|;.:,]/.exec(piece.text)?.[0] ?? "";

export const hasAddress = (piece: Piece): boolean => addressOf(piece) !== "";

/** A line of comment in the piece's language. */
export function comment(piece: Piece, text: string): string {
  const language = extensionOf(piece.path);
  return language === "js" || language === "php" ? `// ${text}\n` : `# ${text}\n`;
}

/** The program with lines above it, behind what must come first. */
export function above(piece: Piece, lines: string): string {
  const [, first = "", rest = ""] = /^((?:#!.*\n|<\?php\n)?)([\s\S]*)$/.exec(piece.text) ?? [];
  return first + lines + rest;
}
