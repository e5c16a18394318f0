/** Facts of names that are hidden: put together from pieces, decoded first, or reached by a detour. */
import { isWorthSpelling } from "./apis.ts";
import { type Call, emit, type Walk } from "./flow-walk.ts";
import { type Expr, nothing, spelledOut } from "./ir.ts";

/** A name that is put together from literals. */
export function spelledFact(walk: Walk, unit: number, expr: Expr): void {
  const spelled = spelledOut(expr);
  if (spelled !== undefined && spelled.pieces > 1 && isWorthSpelling(spelled.value))
    emit(walk, unit, "spelled-name", { at: expr.at, end: expr.at + 40 }, { detail: spelled.value });
}

/** `[].filter.constructor("…")`: the maker of functions, reached by way of something that has none of its name. */
export function isDetour(callee: Expr): boolean {
  if (callee.k !== "member" || callee.name !== "constructor" || callee.object.k !== "member") return false;
  if (callee.object.name === "constructor") return true;
  let root: Expr = callee.object;
  while (root.k === "member") root = root.object;
  return root.k === "text" || (root.k === "group" && root.parts.length === 0 && root !== nothing);
}

/** Runs text as code under another name: `(0, eval)(…)`, `Reflect.construct(Function, …)`, `(() => {}).constructor(…)`. */
export function runsByDetour(call: Call, callee: string): boolean {
  const target = call.callee.k === "group" ? call.callee.parts.at(-1) : undefined;
  if (target?.k === "name") return /^(?:eval|Function)$/.test(target.name);
  const [first] = call.args;
  if (/^(?:setTimeout|setInterval)$/.test(callee))
    return first?.k === "call" && /^(?:atob|toString|fromCharCode)$/.test(lastName(first.callee));
  if (/^Reflect\.(?:apply|construct)$/.test(callee))
    return first?.k === "name" && /^(?:eval|Function)$/.test(first.name);
  return call.callee.k === "member" && call.callee.name === "constructor" && call.callee.object === nothing;
}

/** A module or a member whose name is decoded first. */
export function loaderFacts(walk: Walk, unit: number, call: Call, scope: string): void {
  const name = call.args.at(-1);
  const spelled = name === undefined ? undefined : spelledOut(name);
  if (name === undefined) return;
  if (name.k === "call" && spelled !== undefined && spelled.pieces > 1 && isWorthSpelling(spelled.value))
    emit(walk, unit, "spelled-name", call, { detail: spelled.value });
  // A path put together is no name that is hidden.
  if (name.k === "call" && /^(?:join|resolve|fileURLToPath)$/.test(lastName(name.callee))) return;
  const decoded = walk.flow.labelsOf(unit, name, scope).get("decoded");
  if (decoded !== undefined) emit(walk, unit, "decode-run", call, { detail: decoded.what, origin: decoded });
}

function lastName(callee: Expr): string {
  return callee.k === "name" || callee.k === "member" ? callee.name : "";
}
