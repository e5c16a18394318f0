/** What a rule is: data with reasons. How rules run is in match.ts; which there are, in rules/. */
import type { Artefact } from "./artefact.ts";
import type { Block, BlockRole, Polarity } from "./document/block.ts";
import type { FactPattern } from "./facts.ts";
import type { Language } from "./language.ts";
import type { Concept } from "./lexicon.ts";
import type { FindingKind, FlowStep, Severity } from "./report.ts";
import type { Skill } from "./skill.ts";

type Digit = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9";
type Category = `T${"0" | "1" | "2"}${Digit}` | "T30";

/** Where a rule looks. Without a field, everywhere that field could say. */
interface Where {
  readonly roles?: readonly BlockRole[];
  readonly languages?: readonly Language[];
  /** Default: only what the author asserts. */
  readonly polarity?: readonly Polarity[];
}

/** One place where a rule was right. */
export interface Hit {
  readonly artefact: Artefact;
  readonly start: number;
  readonly end: number;
  /** In place of the rule's message, where the place says more. */
  readonly message?: string;
  readonly path?: readonly FlowStep[];
  /** In place of the rule's confidence. */
  readonly confidence?: number;
}

export interface PatternDetector {
  readonly kind: "pattern";
  readonly any: readonly RegExp[];
  /** Lower-case pieces of which one must occur: a cheap look before the expressions run. */
  readonly hints: readonly string[];
  /** Words nearby that make it innocent. */
  readonly unless?: RegExp;
  /** The same where an expression cannot say it. */
  readonly excuse?: (around: string) => boolean;
  /** Match even where a negation stands before ("do not tell the user" is the attack itself). */
  readonly evenNegated?: boolean;
}

export interface ChainDetector {
  readonly kind: "chain";
  /** All of these, in this order unless `anyOrder`, within `within` characters. */
  readonly steps: readonly Concept[];
  readonly within: number;
  readonly anyOrder?: boolean;
  /** `block`: one paragraph or fence; `section`: everything under one heading. */
  readonly scope: "block" | "section";
  readonly unless?: RegExp;
  /** The same where an expression cannot say it. */
  readonly excuse?: (around: string) => boolean;
}

/** Matches that a judge looks at one by one, with all that is known of the skill. */
export interface SearchDetector {
  readonly kind: "search";
  readonly roles: readonly BlockRole[];
  /** As of a pattern. */
  readonly hints: readonly string[];
  readonly patterns: readonly RegExp[];
  /** What the hit says beyond the rule; undefined where the match means nothing. */
  readonly judge: (match: RegExpExecArray, block: Block, context: Skill) => Partial<Hit> | undefined;
}

export interface CodeDetector {
  readonly kind: "code";
  readonly run: (context: Skill) => Iterable<Hit>;
}

export interface Rule {
  readonly id: string;
  /** Raised with every change of what it matches: part of the digest of the rules. */
  readonly version: number;
  readonly title: string;
  readonly category: Category;
  readonly severity: Severity;
  readonly confidence: number;
  readonly kind: FindingKind;
  /** `static` rules need no parsed code; `deep` ones run over facts and flows. */
  readonly layer: "static" | "deep";
  /** True if its fact is certain alone, such as content that operators blocked: it decides like a flow. */
  readonly decides?: true;
  readonly where?: Where;
  /** Facts that the rule is about: one of these must match. */
  readonly match?: readonly FactPattern[];
  readonly detect?: PatternDetector | ChainDetector | SearchDetector | CodeDetector;
  /** What happened, in the words of the reader. `{host}` and `{detail}` stand for what the fact says. */
  readonly message: string;
  readonly advice: string;
  readonly references: readonly string[];
}

export interface RuleFamily {
  readonly id: string;
  readonly title: string;
  readonly rules: readonly Rule[];
}
