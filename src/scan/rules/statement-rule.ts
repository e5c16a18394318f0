/** A detector over sentences: what a sentence must speak of, what must stand around it, and what makes it innocent. */

import type { BlockRole } from "../document/block.ts";
import { type Statement, statementsOf } from "../document/statements.ts";
import type { CodeDetector, Hit } from "../rule.ts";
import type { Skill } from "../skill.ts";

export interface StatementPattern {
  /** Of each list, one must be said in the sentence. */
  readonly says: ReadonlyArray<readonly string[]>;
  /** Of each list, one must be said in the sentence or in one beside it. */
  readonly around?: ReadonlyArray<readonly string[]>;
  /** None of these may be said in the sentence. */
  readonly never?: readonly string[];
  /** Words in the sentence that make it innocent. */
  readonly unless?: RegExp | readonly RegExp[];
  /** Words just before the first thing said that make it a reference or an example. */
  readonly lead?: RegExp;
  /** What must stand within a line or two of the first thing said. */
  readonly near?: RegExp;
  /** Where sentences do not count. */
  readonly outside?: readonly BlockRole[];
  /** Whether it counts for this skill at all. */
  readonly when?: (context: Skill) => boolean;
}

export function onStatements(...patterns: readonly StatementPattern[]): CodeDetector {
  return {
    kind: "code",
    *run(context): Generator<Hit> {
      const active = patterns.filter(({ when }) => when === undefined || when(context));
      for (const statement of statementsOf(context)) {
        const pattern = active.find((one) => matches(one, statement));
        if (pattern === undefined) continue;
        const places = pattern.says.flatMap((names) =>
          names.flatMap((name) => statement.says.get(name) ?? []).slice(0, 1),
        );
        const start = Math.min(...places.map(({ start: at }) => at));
        yield {
          artefact: statement.block.artefact,
          start,
          end: Math.max(...places.map(({ end }) => end)),
        };
      }
    },
  };
}

function matches(pattern: StatementPattern, statement: Statement): boolean {
  const { says, around = [], never = [], unless, lead, near, outside = [] } = pattern;
  if (outside.includes(statement.block.role)) return false;
  if (!says.every((names) => names.some((name) => statement.says.has(name)))) return false;
  if (!around.every((names) => names.some((name) => statement.around.has(name)))) return false;
  if (never.some((name) => statement.says.has(name))) return false;
  if (lead !== undefined && says[0]?.some((name) => leads(lead, statement, name)) === true) return false;
  if (near !== undefined && says[0]?.some((name) => isNear(near, statement, name)) !== true) return false;
  // Negated words are features of their own; only a sentence that is a prohibition as a whole is left out here.
  const excuses = [unless ?? [], prohibits].flat();
  return !excuses.some((excuse) => excuse.test(statement.text));
}

function leads(lead: RegExp, { block, says }: Statement, name: string): boolean {
  const place = says.get(name);
  if (place === undefined) return false;
  const at = place.start - block.start;
  const before = block.text.slice(Math.max(0, at - 50), at);
  // What something goes to is no reference, whatever the thing is called: "every doc to …".
  return !/\b(?:to|into)\s{1,2}[`"'<]{0,2}$/.test(before) && lead.test(before);
}

function isNear(near: RegExp, { block, says }: Statement, name: string): boolean {
  const place = says.get(name);
  if (place === undefined) return false;
  const at = place.start - block.start;
  return near.test(block.text.slice(Math.max(0, at - 160), place.end - block.start + 160));
}

const prohibits = /^[\s>*_-]{0,6}(?:never|do not|don['’]t|avoid|refuse|reject|no )/i;
