/**
 * A stretch of an artefact with one meaning: a paragraph, a fence, a comment, a value. Rules apply to blocks by role
 * and polarity, never to bare files.
 */
import type { Artefact } from "../artefact.ts";
import type { Presented } from "../facts.ts";
import type { Language } from "../language.ts";

export type BlockRole =
  | "front-matter"
  | "heading"
  | "prose"
  | "quote"
  | "table"
  | "code"
  | "comment"
  | "hidden"
  | "config"
  | "data";

/**
 * What the author does with the words: `assert` tells the reader to do it or does it; `teach` shows an attack or a
 * mistake so that it is recognised; `fixture` is data of tests, licences, changelogs.
 */
export type Polarity = "assert" | "teach" | "fixture";

export interface Block {
  readonly artefact: Artefact;
  readonly role: BlockRole;
  readonly language: Language;
  readonly start: number;
  readonly end: number;
  /** Same length as in the file; in prose, line breaks within a paragraph read as spaces. */
  readonly text: string;
  readonly lower: string;
  readonly polarity: Polarity;
  /** How the text around it presents what it says. */
  readonly presented: Presented;
  /** A program that its page has the reader save, or hand to an interpreter. */
  readonly isRun?: boolean;
  /** Headings above it, outermost first. */
  readonly section: readonly string[];
  /** In a text without its marks: where each stretch that was kept begins, there and in the block as written. */
  readonly kept?: readonly (readonly [plain: number, source: number])[];
}
