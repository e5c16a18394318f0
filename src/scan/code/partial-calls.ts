/** Calls of functions that were given some of their arguments before: `partial(send, address)(data)`. */
import { dotted, type Expr, type Program } from "./ir.ts";

type Call = Expr & { k: "call" };

const bound = new WeakMap<Program, ReadonlyMap<string, Call>>();

function boundIn(program: Program): ReadonlyMap<string, Call> {
  const known =
    bound.get(program) ??
    new Map(
      program.steps.flatMap(({ targets, value }) =>
        value.k === "call" && isPartial(program, value) ? targets.map((name) => [name, value] as const) : [],
      ),
    );
  bound.set(program, known);
  return known;
}

function isPartial(program: Program, { callee }: Call): boolean {
  const name = dotted(callee, program.imports);
  return name === "functools.partial" || (callee.k === "member" && callee.name === "bind");
}

/** The call with what its function was given before; itself where nothing was. */
export function boundCall(program: Program | undefined, call: Call): Call {
  if (program === undefined) return call;
  const { callee } = call;
  const made =
    callee.k === "name" ? boundIn(program).get(callee.name) : callee.k === "call" ? callee : undefined;
  if (made === undefined || !isPartial(program, made)) return call;
  const isMethod = made.callee.k === "member" && made.callee.name === "bind";
  const target = isMethod && made.callee.k === "member" ? made.callee.object : made.args[0];
  if (target === undefined) return call;
  return {
    ...call,
    callee: target,
    args: [...made.args.slice(1), ...call.args],
    named: [...made.named, ...call.named],
  };
}
