/** What programs run that came from elsewhere: as code, as a file, or fed to a shell that they started. */
import { hostOf } from "../hosts.ts";
import { isCodeRunner } from "./apis.ts";
import { type Call, emit, emitFetched, type Walk } from "./flow-walk.ts";
import { dotted, lastName, type Program } from "./ir.ts";
import type { Labels } from "./labels.ts";

/** `new Worker(text, { eval: true })` */
export function isWorkerOfText({ args }: Call, callee: string): boolean {
  const options = args[1];
  return (
    /(?:^|\.)Worker$/.test(callee) &&
    options?.k === "group" &&
    options.named.some(({ name }) => name === "eval")
  );
}

/** `shell.communicate(text)`, `shell.stdin.write(text)`, where the program started the shell itself. */
function isFedToShell(program: Program | undefined, { callee }: Call): boolean {
  if (callee.k !== "member" || !/^(?:communicate|write|end)$/.test(callee.name)) return false;
  const object =
    callee.object.k === "member" && callee.object.name === "stdin" ? callee.object.object : callee.object;
  return program !== undefined && object.k === "name" && shellsOf(program).has(object.name);
}

const shells = new WeakMap<Program, ReadonlySet<string>>();

/** Names of shells and interpreters that a program starts without a script. */
function shellsOf(program: Program): ReadonlySet<string> {
  const known =
    shells.get(program) ??
    new Set(
      program.steps.flatMap(({ targets, value }) =>
        value.k === "call" && /^(?:Popen|spawn|execFile)$/.test(lastName(value.callee)) && startsBare(value)
          ? targets
          : [],
      ),
    );
  shells.set(program, known);
  return known;
}

const interpreter = /^(?:\/bin\/|\/usr\/bin\/)?(?:(?:ba|z|da)?sh|cmd\.exe|python3?|node|perl|ruby|pwsh)$/;

function startsBare({ args: [first, second] }: Call): boolean {
  // `spawn(windows ? "cmd.exe" : "bash")`
  const texts = first?.k === "group" ? first.parts.filter((part) => part.k === "text") : [];
  const isChosen = texts.length > 1 && texts.every(({ value }) => interpreter.test(value));
  const words = [
    ...(isChosen ? texts.slice(0, 1) : first?.k === "group" ? first.parts : [first]),
    ...(second?.k === "group" ? second.parts : []),
  ];
  const [program, ...rest] = words;
  return (
    program?.k === "text" &&
    interpreter.test(program.value) &&
    rest.every((word) => word?.k === "text" && /^-[is]?$/.test(word.value))
  );
}

/** What was fetched is typed into a shell, or a line to another machine is (`line.pipe(shell.stdin)`). */
export function fedFacts(walk: Walk, unit: number, call: Call, scope: string): void {
  const [first] = call.args;
  const { callee } = call;
  if (callee.k === "member" && callee.name === "pipe" && first?.k === "member" && first.name === "stdin") {
    const line = walk.flow.labelsOf(unit, callee.object, scope).get("remote");
    const { program } = walk.pieces[unit] ?? {};
    if (
      line !== undefined &&
      first.object.k === "name" &&
      program &&
      shellsOf(program).has(first.object.name)
    )
      emit(walk, unit, "reverse-shell", call, { detail: "a shell on a line", host: "" });
    return;
  }
  if (!isFedToShell(walk.pieces[unit]?.program, call)) return;
  const remote = first === undefined ? undefined : walk.flow.labelsOf(unit, first, scope).get("remote");
  if (remote !== undefined) emitFetched(walk, unit, call, remote);
}

/** `.then(eval)`: what was fetched is handed to what runs it. */
export function handedFacts(walk: Walk, unit: number, call: Call, scope: string): void {
  const [first] = call.args;
  const { callee } = call;
  if (callee.k !== "member" || callee.name !== "then" || first === undefined) return;
  const imports = walk.pieces[unit]?.program.imports ?? new Map<string, string>();
  if ((first.k !== "name" && first.k !== "member") || !isCodeRunner(dotted(first, imports))) return;
  const remote = walk.flow.labelsOf(unit, callee.object, scope).get("remote");
  if (remote !== undefined) emit(walk, unit, "fetch-run", call, { detail: remote.what, origin: remote });
}

export function codeFacts(walk: Walk, unit: number, call: Call, scope: string): void {
  const labels: Labels = new Map();
  for (const arg of call.args)
    for (const [label, origin] of walk.flow.labelsOf(unit, arg, scope))
      if (!labels.has(label)) labels.set(label, origin);
  const foreign = labels.get("remote") ?? labels.get("fetched");
  if (foreign !== undefined) emit(walk, unit, "fetch-run", call, { detail: foreign.what, origin: foreign });
  else if (labels.has("decoded"))
    emit(walk, unit, "decode-run", call, {
      detail: labels.get("decoded")?.what ?? "",
      origin: labels.get("decoded"),
    });
  // Compiled is not run: a check of the syntax ends there.
  else if ((labels.has("parameter") || labels.has("input")) && !isCompile(call))
    emit(walk, unit, "input-run", call, {
      detail: labels.get("parameter")?.what ?? "input",
      origin: labels.get("input"),
    });
}

function isCompile({ callee }: Call): boolean {
  return callee.k === "name" && callee.name === "compile";
}

/** A file that was fetched is run. */
export function fileFacts(walk: Walk, unit: number, call: Call, scope: string): void {
  for (const arg of call.args) {
    // A module that is loaded from its address, as the program runs.
    const url = walk.flow.textOf(unit, arg, scope) ?? "";
    if (/^https?:\/\//.test(url)) emit(walk, unit, "fetch-run", call, { detail: url, host: hostOf(url) });
    const fetched = walk.flow.labelsOf(unit, arg, scope).get("fetched");
    if (fetched !== undefined) emitFetched(walk, unit, call, fetched);
  }
}
