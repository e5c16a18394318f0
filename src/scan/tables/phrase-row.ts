/** A row of phrases: what is said in many wordings. What is said elsewhere is another row. */
import type { BlockRole } from "../document/block.ts";
import type { Target, Verb } from "../facts.ts";

export interface PhraseRow {
  readonly id: string;
  readonly verb: Verb;
  readonly object: Target;
  readonly pattern: RegExp;
  /** First letters of words of which one must stand in the text: asked before the expression runs. */
  readonly hints: string;
  readonly roles?: readonly BlockRole[];
  /** What must stand within a few lines. */
  readonly near?: readonly RegExp[];
  /** Words beside it with which it means something else. */
  readonly not?: RegExp;
  /** The words themselves are the fact, however they are presented. */
  readonly claims?: true;
}

export const act = (verb: Verb, object: Target) => ({ verb, object });
