/** Texts of programs that do not change: what a name, a sum of texts or a decoded literal says. */
import { fromBase64 } from "../views/decode.ts";
import type { Fields } from "./fields.ts";
import { dotted, type Expr, key, type Step, scopeOf, type Unit } from "./ir.ts";
import { isPathJoin } from "./taint-calls.ts";

/** Longest text that is followed. */
const longestText = 20_000;

export class Constants {
  /** "unit:scope:name" → text. */
  private readonly known = new Map<string, string>();
  /** "unit:scope:name" → the list that it was given last. */
  private readonly lists = new Map<string, Expr>();
  private readonly units: readonly Unit[];
  private readonly fields: Fields;

  constructor(units: readonly Unit[], fields: Fields) {
    this.units = units;
    this.fields = fields;
  }

  /** The names of a step and what they say. Answers whether something is known now that was not. */
  take(unit: number, step: Step): boolean {
    const list = this.listIn(unit, step);
    const whole = list === undefined ? this.textOf(unit, step.value, step.scope) : undefined;
    let learnt = false;
    for (const [i, target] of step.targets.entries()) {
      const scope = scopeOf(step, target);
      if (step.targets.length === 1) this.keepList(key(unit, scope, target), step.value);
      const part = list?.[i];
      const text = part === undefined ? whole : this.textOf(unit, part, step.scope);
      if (text !== undefined && this.set(unit, scope, target, text)) learnt = true;
    }
    return learnt;
  }

  /** `const [a, b] = list`: the parts, where there are as many as names. */
  private listIn(unit: number, { targets, value, scope }: Step): readonly Expr[] | undefined {
    if (targets.length < 2) return undefined;
    const held =
      value.k === "name"
        ? (this.lists.get(key(unit, scope, value.name)) ?? this.lists.get(key(unit, "", value.name)))
        : value;
    const isRow = held?.k === "group" && !held.joins && held.parts.length === targets.length;
    // Rows of a table are what a loop goes over, not what its names are.
    return isRow && held.parts.every((part) => part.k !== "group" || part.joins) ? held.parts : undefined;
  }

  private keepList(slot: string, value: Expr): void {
    if (value.k === "group" && !value.joins && value.named.length === 0) this.lists.set(slot, value);
    else this.lists.delete(slot);
  }

  /** Answers whether something is known now that was not: a name, or what fills a hole. */
  private set(unit: number, scope: string, name: string, text: string): boolean {
    const slot = key(unit, scope, name);
    const before = this.known.get(slot);
    this.known.set(slot, text);
    return before === undefined || (before !== text && before.includes("{}"));
  }

  /** The constant text of an expression; undefined where it is not constant. */
  textOf(unit: number, expr: Expr, scope: string, depth = 0): string | undefined {
    if (depth > 30) return undefined;
    if (expr.k === "text") return expr.value;
    if (expr.k === "name")
      return this.known.get(key(unit, scope, expr.name)) ?? this.known.get(key(unit, "", expr.name));
    const field = this.fields.of(unit, scope, expr);
    if (field !== undefined) return this.textOf(field.unit, field.value, field.scope, depth + 1);
    if (expr.k === "member" && expr.name === "HOME") return "~";
    // A class or a module has what stands at the top; any other thing has fields of its own.
    if (expr.k === "member" && expr.object.k === "name" && this.isOpen(unit, expr.object.name))
      return this.known.get(key(unit, "", `self.${expr.name}`)) ?? this.known.get(key(unit, "", expr.name));
    if (expr.k === "group" && expr.joins) {
      const parts = expr.parts.map((part) => this.textOf(unit, part, scope, depth + 1));
      // A text with holes is still worth what is fixed: the host stands at its beginning, the kind of a file at its end.
      return parts.every((part) => part === undefined)
        ? undefined
        : parts
            .map((part) => part ?? "{}")
            .join("")
            .slice(0, longestText);
    }
    // Bounded, because what is joined with itself, and that with itself, doubles at every step.
    if (expr.k === "call") return this.decodedText(unit, expr, scope, depth)?.slice(0, longestText);
    return expr.k === "group" && expr.parts.length > 0 && expr.named.length === 0
      ? this.firstText(unit, expr.parts, scope, depth)
      : undefined;
  }

  private isOpen(unit: number, name: string): boolean {
    return (
      /^(?:self|this|cls|exports|[A-Z])/.test(name) || this.units[unit]?.program.imports.has(name) === true
    );
  }

  private firstText(unit: number, parts: readonly Expr[], scope: string, depth: number): string | undefined {
    for (const part of parts) {
      const text = this.textOf(unit, part, scope, depth + 1);
      if (text !== undefined) return text;
    }
    return undefined;
  }

  private decodedText(
    unit: number,
    expr: Expr & { k: "call" },
    scope: string,
    depth: number,
  ): string | undefined {
    const callee = dotted(expr.callee, this.units[unit]?.program.imports ?? new Map());
    const first = expr.args[0];
    const inner = first === undefined ? undefined : this.textOf(unit, first, scope, depth + 1);
    if (isHome(callee, inner)) return "~";
    if (/^(?:os\.getcwd|(?:pathlib\.)?Path\.cwd|process\.cwd|Deno\.cwd)$/.test(callee)) return ".";
    if (/b64decode$|^atob$/.test(callee) && inner !== undefined) return textFrom(fromBase64(inner));
    if (callee === "Buffer.from" && inner !== undefined && expr.args[1]?.k === "text")
      return expr.args[1].value === "base64" ? textFrom(fromBase64(inner)) : undefined;
    if (isPathJoin(callee))
      return expr.args.map((arg) => this.textOf(unit, arg, scope, depth + 1) ?? "{}").join("/");
    // `["name", "house.org"].join("@")`
    if (
      /(?:^|\.)join$/.test(callee) &&
      expr.callee.k === "member" &&
      expr.callee.object.k === "group" &&
      inner !== undefined
    )
      return expr.callee.object.parts
        .map((part) => this.textOf(unit, part, scope, depth + 1) ?? "{}")
        .join(inner);
    if (/\.join$/.test(callee) && first?.k === "group" && expr.callee.k === "member") {
      const separator = this.textOf(unit, expr.callee.object, scope, depth + 1) ?? "";
      return first.parts.map((part) => this.textOf(unit, part, scope, depth + 1) ?? "{}").join(separator);
    }
    if (
      /^(?:open|os\.path\.expanduser|expanduser|os\.path\.(?:abspath|realpath)|path\.resolve|str|String|Path|pathlib\.Path|zipfile\.ZipFile|tarfile\.open|fs\.createWriteStream)$/.test(
        callee,
      )
    )
      return inner;
    if (/\.(?:decode|encode|strip|toString|trim)$/.test(callee) && expr.callee.k === "member")
      return this.textOf(unit, expr.callee.object, scope, depth + 1);
    return undefined;
  }
}

/** The person's own folder, by whatever call. */
function isHome(callee: string, first: string | undefined): boolean {
  if (/^(?:os\.getenv|os\.environ\.get|getenv|Deno\.env\.get)$/.test(callee)) return first === "HOME";
  return /^(?:(?:pathlib\.)?Path\.home|(?:os\.)?homedir)$/.test(callee);
}

function textFrom(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}
