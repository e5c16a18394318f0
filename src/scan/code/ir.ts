/**
 * The little language that Python and JavaScript are both brought down to: names, texts, members, calls. Enough to
 * follow data from where it is read to where it goes; everything else about the languages is left behind.
 */
export type Expr =
  | { readonly k: "name"; readonly name: string; readonly at: number }
  | { readonly k: "text"; readonly value: string; readonly at: number }
  | { readonly k: "member"; readonly object: Expr; readonly name: string; readonly at: number }
  | {
      readonly k: "call";
      readonly callee: Expr;
      readonly args: readonly Expr[];
      readonly named: readonly Named[];
      readonly at: number;
      readonly end: number;
    }
  | {
      readonly k: "group";
      readonly parts: readonly Expr[];
      readonly named: readonly Named[];
      readonly joins: boolean;
      /** `thing[name]`, where the name is only known when the program runs: the thing, then the name. */
      readonly picks?: true;
      readonly at: number;
    };

export interface Named {
  readonly name: string;
  readonly value: Expr;
}

export interface Step {
  /** Names that take the value: "x", or "self.x" for members. Empty for a bare expression. */
  readonly targets: readonly string[];
  readonly value: Expr;
  readonly returns: boolean;
  /** Innermost function, "" at the top. */
  readonly scope: string;
  /** Those of the names that the function says are the program's (`global name`). */
  readonly globals: ReadonlySet<string> | undefined;
}

/** Where a name that a step gives a value is known: members of `self` and names said to be global, everywhere. */
export function scopeOf(step: Step, target: string): string {
  return target.startsWith("self.") || step.globals?.has(target) === true ? "" : step.scope;
}

export interface SpelledName {
  readonly name: string;
  readonly at: number;
  readonly end: number;
}

/** A program as it is read: its parser adds to it, nobody else does. */
export class Program {
  readonly source: string;
  readonly steps: Step[] = [];
  /** Function name → its parameters. */
  readonly functions = new Map<string, readonly string[]>();
  /** The same with those of functions that have their own inside: for what comes from elsewhere. */
  readonly takes = new Map<string, readonly string[]>();
  /** Local name → what it stands for ("r" → "requests"). */
  readonly imports = new Map<string, string>();
  /** Function → the function that it stands in, whose names it sees. */
  readonly outer = new Map<string, string>();
  /** Members whose names are put together from pieces: `x["ev" + "al"]`. */
  readonly spelled: SpelledName[] = [];
  /** Function → names that it says are the program's. */
  readonly globals = new Map<string, Set<string>>();
  /** Where the parser stands. */
  scope = "";

  constructor(source: string) {
    this.source = source;
  }

  gives(targets: readonly string[], value: Expr, scope = this.scope): void {
    this.steps.push({ targets, value, returns: false, scope, globals: this.globals.get(scope) });
  }

  answers(value: Expr, scope = this.scope): void {
    this.steps.push({ targets: [], value, returns: true, scope, globals: undefined });
  }
}

/** A program among others of the same skill. */
export interface Unit {
  readonly program: Program;
  readonly path: string;
  readonly language: "python" | "javascript";
}

/** Under which a name of a program is known among all names of all programs. */
export function key(unit: number, scope: string, name: string): string {
  return `${unit}:${scope}:${name}`;
}

export type Group = Expr & { readonly k: "group" };
export type Call = Expr & { readonly k: "call" };

/** Several expressions of which any may matter: a list, a choice, an operation. */
export function several(parts: readonly Expr[], at: number, more: Partial<Group> = {}): Group {
  return { k: "group", parts, named: [], joins: false, at, ...more };
}

export const nothing: Expr = several([], 0);

/** A call that stands for an operator or a detour which matters to those who follow data. */
export function made(name: string, args: readonly Expr[], { at, end }: { at: number; end: number }): Call {
  return { k: "call", callee: { k: "name", name, at }, args, named: [], at, end };
}

/** The name that a callee ends in: `b` for `b` and for `a.b`. */
export function lastName(callee: Expr): string {
  return callee.k === "name" || callee.k === "member" ? callee.name : "";
}

/** "requests.post" for the callee, through import aliases; "" where it is computed. */
export function dotted(expr: Expr, imports: ReadonlyMap<string, string>): string {
  if (expr.k === "name") return imports.get(expr.name) ?? expr.name;
  if (expr.k === "member") {
    const object = dotted(expr.object, imports);
    return object === "" ? expr.name : `${object}.${expr.name}`;
  }
  if (expr.k === "call") {
    const callee = dotted(expr.callee, imports);
    // require("child_process").exec and __import__("os").system
    const first = expr.args[0];
    if (
      (callee === "require" ||
        callee === "__import__" ||
        callee === "import" ||
        callee === "importlib.import_module") &&
      first?.k === "text"
    )
      return first.value.replace(/^node:/, "");
    // getattr(requests, "post") is requests.post.
    const [object, name] = expr.args;
    if (callee === "getattr" && object !== undefined && name?.k === "text")
      return `${dotted(object, imports)}.${name.value}`;
    return `${callee}()`;
  }
  return "";
}

/** All expressions inside one, itself included, outermost first. */
export function* within(expr: Expr): Generator<Expr> {
  yield expr;
  if (expr.k === "member") yield* within(expr.object);
  else if (expr.k === "call") {
    yield* within(expr.callee);
    for (const arg of expr.args) yield* within(arg);
    for (const { value } of expr.named) yield* within(value);
  } else if (expr.k === "group") {
    for (const part of expr.parts) yield* within(part);
    for (const { value } of expr.named) yield* within(value);
  }
}

/** A text that is written out in full, in one piece or several. */
export interface Spelled {
  readonly value: string;
  readonly pieces: number;
}

/** The text that an expression of nothing but literals gives: joined, listed letter by letter, or backwards. */
export function spelledOut(expr: Expr, depth = 0): Spelled | undefined {
  if (depth > 8) return undefined;
  if (expr.k === "text") return { value: expr.value, pieces: 1 };
  if (expr.k === "group" && expr.joins) return joined(expr.parts, "", depth);
  if (expr.k !== "call" || expr.callee.k !== "member" || expr.callee.name !== "join") return undefined;
  const { object } = expr.callee;
  const [first] = expr.args;
  // Python joins by the separator, JavaScript by the list.
  if (object.k === "text" && first !== undefined) return listed(first, object.value, depth);
  return listed(object, first?.k === "text" ? first.value : "", depth);
}

function listed(list: Expr, separator: string, depth: number): Spelled | undefined {
  if (list.k === "group" && !list.joins) return joined(list.parts, separator, depth);
  if (list.k !== "call") return undefined;
  const inner = list.callee.k === "member" ? list.callee.object : list.args[0];
  const verb = list.callee.k === "member" || list.callee.k === "name" ? list.callee.name : "";
  if (inner === undefined) return undefined;
  if (verb === "split") return inner.k === "text" ? { value: inner.value, pieces: 2 } : undefined;
  if (verb !== "reverse" && verb !== "reversed") return undefined;
  const known = inner.k === "text" ? { value: inner.value, pieces: 2 } : listed(inner, separator, depth + 1);
  return known === undefined ? undefined : { ...known, value: [...known.value].reverse().join("") };
}

function joined(parts: readonly Expr[], separator: string, depth: number): Spelled | undefined {
  const known = parts.map((part) => spelledOut(part, depth + 1));
  if (known.length === 0 || known.some((part) => part === undefined)) return undefined;
  const texts = known.filter((part) => part !== undefined);
  return {
    value: texts.map(({ value }) => value).join(separator),
    pieces: texts.filter(({ value }) => value !== "").length,
  };
}
