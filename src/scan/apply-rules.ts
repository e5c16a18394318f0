/** Runs the rules over the facts of a skill: one fact makes one finding, of the rule that takes it most seriously. */
import { loweredBy } from "./context.ts";
import { type Fact, FactIndex } from "./facts.ts";
import { limits } from "./limits.ts";
import type { Severity } from "./report.ts";
import type { Rule } from "./rule.ts";

export interface RuleMatch {
  readonly rule: Rule;
  readonly fact: Fact;
  readonly confidence: number;
}

const rank: Readonly<Record<Severity, number>> = { info: 0, low: 1, medium: 2, high: 3, critical: 4 };

/** The matches of all rules, in the order of the rules and at most `findingsPerRule` for each rule and message. */
export function matchesOf(rules: readonly Rule[], facts: readonly Fact[]): RuleMatch[] {
  const index = new FactIndex(facts);
  const best = new Map<Fact, RuleMatch>();
  for (const rule of rules) {
    for (const fact of (rule.match ?? []).flatMap((pattern) => index.matching(pattern))) {
      const match = { rule, fact, confidence: loweredBy(fact, rule.confidence) };
      const known = best.get(fact);
      if (known === undefined || weighs(match) > weighs(known)) best.set(fact, match);
    }
  }
  return firstOfEach([...best.values()]);
}

function weighs({ rule, confidence }: RuleMatch): number {
  return rank[rule.severity] + confidence;
}

function firstOfEach(matches: readonly RuleMatch[]): RuleMatch[] {
  const seen = new Map<string, number>();
  return matches.filter(({ rule, fact }) => {
    // An act that is asserted must not be crowded out by notes.
    const key = `${rule.id} ${fact.presented}`;
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    return times <= limits.findingsPerRule;
  });
}

export function messageOf({ message }: Rule, fact: Fact): string {
  return message
    .replaceAll("{host}", fact.host === "" ? "another machine" : fact.host)
    .replaceAll("{detail}", fact.detail === "" ? "data" : fact.detail);
}
