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
}

export interface Loop {
  readonly start: number;
  readonly end: number;
}

export interface Program {
  readonly steps: readonly Step[];
  /** Function name → its parameters. */
  readonly functions: ReadonlyMap<string, readonly string[]>;
  /** Local name → what it stands for ("r" → "requests"). */
  readonly imports: ReadonlyMap<string, string>;
  /** Loops without an end that contain nothing that could end them. */
  readonly endless: readonly Loop[];
}

export const nothing: Expr = { k: "group", parts: [], named: [], joins: false, at: 0 };

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
