/** Texts of programs that do not change: what a name, a sum of texts or a decoded literal says. */
import { fromBase64 } from "../views/decode.ts";
import { dotted, type Expr, type Program } from "./ir.ts";

export interface Unit {
  readonly program: Program;
  readonly language: "python" | "javascript";
}

export class Constants {
  /** "unit:scope:name" → text. */
  private readonly known = new Map<string, string>();
  private readonly units: readonly Unit[];

  constructor(units: readonly Unit[]) {
    this.units = units;
  }

  set(unit: number, scope: string, name: string, text: string): void {
    this.known.set(key(unit, scope, name), text);
  }

  /** The constant text of an expression; undefined where it is not constant. */
  textOf(unit: number, expr: Expr, scope: string, depth = 0): string | undefined {
    if (depth > 30) return undefined;
    if (expr.k === "text") return expr.value;
    if (expr.k === "name")
      return this.known.get(key(unit, scope, expr.name)) ?? this.known.get(key(unit, "", expr.name));
    if (expr.k === "member" && expr.object.k === "name")
      return this.known.get(key(unit, "", `self.${expr.name}`)) ?? this.known.get(key(unit, "", expr.name));
    if (expr.k === "group" && expr.joins) {
      const parts = expr.parts.map((part) => this.textOf(unit, part, scope, depth + 1));
      // A text with holes is still worth its beginning: the host stands there.
      return parts[0] === undefined
        ? undefined
        : parts
            .map((part) => part ?? "{}")
            .join("")
            .slice(0, 20_000);
    }
    if (expr.k === "call") return this.decodedText(unit, expr, scope, depth);
    return expr.k === "group" && expr.parts.length > 0 && expr.named.length === 0
      ? this.firstText(unit, expr.parts, scope, depth)
      : undefined;
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
    if (/b64decode$|^atob$/.test(callee) && inner !== undefined) return textFrom(fromBase64(inner));
    if (/\.join$/.test(callee) && first?.k === "group" && expr.callee.k === "member") {
      const separator = this.textOf(unit, expr.callee.object, scope, depth + 1) ?? "";
      return first.parts.map((part) => this.textOf(unit, part, scope, depth + 1) ?? "{}").join(separator);
    }
    if (/^(?:open|Path|pathlib\.Path|zipfile\.ZipFile|tarfile\.open|fs\.createWriteStream)$/.test(callee))
      return inner;
    if (/\.(?:decode|encode|strip|toString|trim)$/.test(callee) && expr.callee.k === "member")
      return this.textOf(unit, expr.callee.object, scope, depth + 1);
    return undefined;
  }
}

function textFrom(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

export function key(unit: number, scope: string, name: string): string {
  return `${unit}:${scope}:${name}`;
}
