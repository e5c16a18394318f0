/** What a rule is: a row that matches facts, with the words for a reader. */
import type { FactPattern } from "./facts.ts";
import type { FindingKind, Severity } from "./report.ts";

type Digit = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9";
type Category = `T${"0" | "1" | "2"}${Digit}` | "T30";

export interface Rule {
  readonly id: `${Category}-${string}`;
  /** Raised with every change of what it matches: part of the digest of the rules. */
  readonly version: number;
  readonly title: string;
  readonly category: Category;
  readonly severity: Severity;
  readonly confidence: number;
  readonly kind: FindingKind;
  /** True if its fact is certain alone, such as content that operators blocked: it decides like a flow. */
  readonly decides?: true;
  /** Facts that the rule is about: one of these must match. */
  readonly match: readonly FactPattern[];
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

/** What a row must say. Where it says no more, it is the first version of a suspicious act of high severity. */
type RuleRow = Pick<Rule, "id" | "title" | "confidence" | "match" | "message" | "advice"> &
  Partial<Pick<Rule, "version" | "severity" | "kind" | "decides" | "references">>;

interface FamilyHead {
  readonly id: string;
  readonly title: string;
  /** Those of all rows that name none. */
  readonly references?: readonly string[];
}

export function family({ id, title, references = [] }: FamilyHead, rows: readonly RuleRow[]): RuleFamily {
  const rules = rows.map(
    (row): Rule => ({
      version: 1,
      category: row.id.slice(0, 3) as Category,
      severity: "high",
      kind: "suspicious",
      references,
      ...row,
    }),
  );
  return { id, title, rules };
}
