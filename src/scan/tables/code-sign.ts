/** A sign of an act: what one expression shows in programs, settings and commands. */
import type { Target, Verb } from "../facts.ts";

export interface CodeSign {
  readonly id: string;
  readonly verb: Verb;
  readonly object: Target;
  /** Programs, settings and fences only, or sentences too. */
  readonly where: "code" | "all";
  /** What is done, as a message says it. */
  readonly detail: string;
  /** Lower-case pieces of which one must occur, with bars between them. */
  readonly hints: string;
  /** One of these must match. */
  readonly patterns: readonly RegExp[];
  /** What must stand within 600 characters after. */
  readonly after?: RegExp;
  /** What makes it harmless, in the match or beside it. */
  readonly except?: RegExp;
}

type Act = Pick<CodeSign, "verb" | "object" | "where">;

export const act = (verb: Verb, object: Target, where: CodeSign["where"]): Act => ({ verb, object, where });
