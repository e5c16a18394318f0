/** Objects that are written out once and never given anything else: each field carries what it says, not what all say. */
import { type Expr, key, type Unit } from "./ir.ts";

interface Literal {
  readonly scope: string;
  readonly fields: ReadonlyMap<string, Expr>;
}

export class Fields {
  /** "unit:scope:name" → the one literal it holds. */
  private readonly literals = new Map<string, Literal>();
  private readonly units: readonly Unit[];

  constructor(units: readonly Unit[]) {
    this.units = units;
    const given = new Set<string>();
    for (const [unit, { program }] of units.entries())
      for (const { targets, value, scope } of program.steps)
        for (const target of targets) {
          const slot = key(unit, scope, target);
          if (!given.has(slot) && isLiteral(value))
            this.literals.set(slot, {
              scope,
              fields: new Map(value.named.map((named) => [named.name, named.value])),
            });
          else this.literals.delete(slot);
          given.add(slot);
        }
  }

  /** What `config.url` was written as, and the function in which it was; undefined where that is not certain. */
  of(unit: number, scope: string, member: Expr): { value: Expr; scope: string } | undefined {
    if (member.k !== "member" || member.object.k !== "name") return undefined;
    const { name } = member.object;
    // A parameter of the same name is another thing.
    if (this.units[unit]?.program.takes.get(scope)?.includes(name) === true) return undefined;
    const literal = this.literals.get(key(unit, scope, name)) ?? this.literals.get(key(unit, "", name));
    const value = literal?.fields.get(member.name);
    return literal === undefined || value === undefined ? undefined : { value, scope: literal.scope };
  }
}

/** An object of nothing but fields with names: what is spread into it could have any. */
function isLiteral(value: Expr): value is Expr & { k: "group" } {
  return (
    value.k === "group" &&
    value.parts.length === 0 &&
    value.named.length > 0 &&
    value.named.every(({ name }) => name !== "")
  );
}
