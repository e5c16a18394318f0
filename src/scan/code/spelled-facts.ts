/** Facts of names that are hidden: put together from pieces, decoded first, or reached by a detour. */
import { isWorthSpelling } from "./apis.ts";
import type { CallSpot, Spot } from "./flow-walk.ts";
import { type Call, type Expr, lastName, nothing, spelledOut } from "./ir.ts";

/** A name that is put together from literals. */
export function spelledFact(spot: Spot, expr: Expr): void {
  const spelled = spelledOut(expr);
  if (spelled !== undefined && spelled.pieces > 1 && isWorthSpelling(spelled.value))
    spot.emit("spelled-name", { at: expr.at, end: expr.at + 40 }, { detail: spelled.value });
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
export function loaderFacts(spot: CallSpot): void {
  const name = spot.call.args.at(-1);
  if (name === undefined) return;
  const spelled = name.k === "call" ? spelledOut(name) : undefined;
  if (spelled !== undefined && spelled.pieces > 1 && isWorthSpelling(spelled.value))
    spot.tell("spelled-name", { detail: spelled.value });
  // A path put together is no name that is hidden.
  if (name.k === "call" && /^(?:join|resolve|fileURLToPath)$/.test(lastName(name.callee))) return;
  const decoded = spot.labels(name).get("decoded");
  if (decoded !== undefined) spot.tell("decode-run", { detail: decoded.what, origin: decoded });
}
