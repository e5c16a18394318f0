/** What single calls, texts and names mean to those who follow data. */
import { isCredentialSource } from "./apis.ts";
import type { Expr, Program, Tabled } from "./ir.ts";
import { add, type Labels } from "./labels.ts";
import { isSecretFolder, isSecretPath } from "./sensitive.ts";

interface Written {
  readonly path: Expr;
  readonly data: Expr;
}

/** Which argument of a call is the file, and which is what goes into it. */
export function fileWritten(callee: string, call: Expr & { k: "call" }): Written | undefined {
  const { callee: own, args } = call;
  const [first, second] = args;
  if (first === undefined) return undefined;
  if (/(?:^|\.)(?:copy|copy2|copyfile|copyFileSync|copyFile|rename|move)$/.test(callee))
    return second === undefined ? undefined : { path: second, data: first };
  if (/(?:^|\.)(?:writeFile|writeFileSync|appendFile|appendFileSync)$/.test(callee))
    return second === undefined ? undefined : { path: first, data: second };
  if (/(?:^|\.)urlretrieve$/.test(callee))
    return second === undefined ? undefined : { path: second, data: call };
  if (/^(?:json|pickle|yaml)\.dump$/.test(callee))
    return second === undefined ? undefined : { path: second, data: first };
  const isMethod =
    own.k === "member" && /^(?:write|write_text|write_bytes|writestr|writelines|add)$/.test(own.name);
  return isMethod ? { path: own.object, data: second ?? first } : undefined;
}

/** The functions from which one may be chosen while the program runs. */
export function choicesOf(program: Program): Tabled[] {
  const all = [...program.functions].map(([name, params]) => ({ name, params, scope: "" }));
  return program.reflects ? [...program.tabled, ...all] : [...program.tabled];
}

/** Of what a value carries, that which came from outside the skill or was disguised in it. */
export function foreign(labels: Labels): Labels {
  return new Map(
    [...labels].filter(
      ([label, { what }]) =>
        label === "remote" || label === "decoded" || label === "fetched" || isCredentialSource(what),
    ),
  );
}

export function collectText(unit: number, expr: Expr & { k: "text" }, out: Labels): void {
  const origin = { unit, at: expr.at, what: expr.value.slice(0, 80) };
  if (isSecretPath(expr.value) || isSecretFolder(expr.value)) add(out, "secret-file", origin);
  else if (/(?:^|\/)(?:MEMORY|SOUL|IDENTITY|AGENTS|CLAUDE)\.md$/.test(expr.value))
    add(out, "memory-file", origin);
}

/** `Buffer.from(text)` is no decoding; with "base64" or "hex" it is. */
export function isEncodedCall(callee: string, expr: Expr & { k: "call" }): boolean {
  if (callee !== "Buffer.from") return true;
  const second = expr.args[1];
  return second?.k === "text" && /^(?:base64(?:url)?|hex|binary|latin1)$/.test(second.value);
}

/** Where a caller's own key belongs. */
export function isLogin(name: string): boolean {
  return /^(?:headers?|auth|authorization|cookies?|x-api-key|api[_-]?key|token|bearer|cert|verify|timeout)$/i.test(
    name,
  );
}
