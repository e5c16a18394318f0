/** Objects that are written out once and never given anything else: each field carries what it says, not what all say. */
import { whole } from "../tables/compile.ts";
import type { Functions } from "./functions.ts";
import { dotted, type Expr, key, lastName, type Unit } from "./ir.ts";

interface Literal {
  readonly unit: number;
  readonly scope: string;
  readonly fields: ReadonlyMap<string, Expr>;
}

export interface Field {
  readonly unit: number;
  readonly value: Expr;
  readonly scope: string;
}

/** Fields of a file with settings that say where and who, not what opens it. */
const plainField = whole(
  String.raw`
  instance host(?:_?name)? (?:base_?|api_?)?url endpoint region port user(?:_?name)? e?mail visibility
  model name id \w{2,20}_?id project org team workspace channel site domain database bucket language
  locale time_?zone format timeout version dir folder
`,
  "i",
);
const parser = /^(?:JSON\.parse|json\.loads?|yaml\.(?:safe_)?load|toml(?:lib)?\.loads?)$/;

export class Fields {
  /** "unit:scope:name" → the one literal it holds. */
  private readonly literals = new Map<string, Literal>();
  /** "unit:function" → the one literal it answers with. */
  private readonly answers = new Map<string, Literal>();
  /** Names that hold what was parsed out of a text, and nothing else. */
  private readonly parsed = new Set<string>();
  private readonly units: readonly Unit[];

  constructor(units: readonly Unit[], functions: Functions) {
    this.units = units;
    for (const unit of units.keys()) this.learnAnswers(unit);
    for (const unit of units.keys()) this.learnNames(unit, functions);
  }

  private learnAnswers(unit: number): void {
    const seen = new Set<string>();
    for (const { returns, value, scope } of this.units[unit]?.program.steps ?? []) {
      if (!returns || scope === "") continue;
      const slot = `${unit}:${scope}`;
      const literal = literalOf(value, unit, scope);
      if (!seen.has(slot) && literal !== undefined) this.answers.set(slot, literal);
      else this.answers.delete(slot);
      seen.add(slot);
    }
  }

  private learnNames(unit: number, functions: Functions): void {
    const program = this.units[unit]?.program;
    const given = new Set<string>();
    for (const { targets, value, scope } of program?.steps ?? [])
      for (const target of targets) {
        const slot = key(unit, scope, target);
        const only = onlyOf(value);
        const literal = this.literalIn(only, unit, scope, functions);
        const isNew = !given.has(slot);
        if (isNew && literal !== undefined) this.literals.set(slot, literal);
        else this.literals.delete(slot);
        if (isNew && only.k === "call" && parser.test(dotted(only.callee, program?.imports ?? new Map())))
          this.parsed.add(slot);
        else this.parsed.delete(slot);
        given.add(slot);
      }
  }

  /** The object that a value is: written out, or answered by a function of the skill. */
  private literalIn(value: Expr, unit: number, scope: string, functions: Functions): Literal | undefined {
    if (value.k !== "call") return literalOf(value, unit, scope);
    const owner = functions.ownerOf(unit, value.callee);
    return this.answers.get(`${owner}:${lastName(value.callee)}`);
  }

  /** What `config.url` was written as, and where; undefined where that is not certain. */
  of(unit: number, scope: string, member: Expr): Field | undefined {
    if (member.k !== "member") return undefined;
    const [own, top] = this.slotsOf(unit, scope, member.object);
    const literal = this.literals.get(own) ?? this.literals.get(top);
    const value = literal?.fields.get(member.name);
    return literal === undefined || value === undefined
      ? undefined
      : { unit: literal.unit, value, scope: literal.scope };
  }

  /** Whether a member is a plain field of what was parsed: one line of a file with settings is not the file. */
  isPlain(unit: number, scope: string, { object, name }: Expr & { k: "member" }): boolean {
    const [own, top] = this.slotsOf(unit, scope, object);
    return plainField.test(name) && (this.parsed.has(own) || this.parsed.has(top));
  }

  /** Under which a name is known here, and at the top of the program. A parameter of the same name is another thing. */
  private slotsOf(unit: number, scope: string, object: Expr): readonly [string, string] {
    if (object.k !== "name" || this.units[unit]?.program.takes.get(scope)?.includes(object.name) === true)
      return ["", ""];
    return [key(unit, scope, object.name), key(unit, "", object.name)];
  }
}

/** `await load()`, `(load())`: what stands in it alone. */
function onlyOf(value: Expr): Expr {
  const [first] = value.k === "group" ? value.parts : [];
  return value.k === "group" && value.parts.length === 1 && value.named.length === 0 && first !== undefined
    ? onlyOf(first)
    : value;
}

/** An object of nothing but fields with names: what is spread into it could have any. */
function literalOf(value: Expr, unit: number, scope: string): Literal | undefined {
  if (value.k !== "group" || value.parts.length > 0 || value.named.length === 0) return undefined;
  if (value.named.some(({ name }) => name === "")) return undefined;
  return { unit, scope, fields: new Map(value.named.map((named) => [named.name, named.value])) };
}
