/** What programs run that came from elsewhere: as code, as a file, or fed to a shell that they started. */
import { hostOf } from "../hosts.ts";
import { isCodeRunner } from "./apis.ts";
import type { CallSpot } from "./flow-walk.ts";
import { type Call, lastName, type Program } from "./ir.ts";

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
function isFedToShell(program: Program, { callee }: Call): boolean {
  if (callee.k !== "member" || !/^(?:communicate|write|end)$/.test(callee.name)) return false;
  const object =
    callee.object.k === "member" && callee.object.name === "stdin" ? callee.object.object : callee.object;
  return object.k === "name" && shellsOf(program).has(object.name);
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
export function fedFacts(spot: CallSpot): void {
  const { call, program, first } = spot;
  const { callee } = call;
  const isPipe = callee.k === "member" && callee.name === "pipe";
  if (isPipe && first?.k === "member" && first.name === "stdin" && first.object.k === "name") {
    if (shellsOf(program).has(first.object.name) && spot.labels(callee.object).has("remote"))
      spot.tell("reverse-shell", { detail: "a shell on a line" });
    return;
  }
  const remote = isFedToShell(program, call) ? spot.labels(first).get("remote") : undefined;
  if (remote !== undefined) spot.tellFetched(remote);
}

/** `.then(eval)`: what was fetched is handed to what runs it. */
export function handedFacts(spot: CallSpot): void {
  const { first, call } = spot;
  const { callee } = call;
  if (callee.k !== "member" || callee.name !== "then" || first === undefined) return;
  if ((first.k !== "name" && first.k !== "member") || !isCodeRunner(spot.dotted(first))) return;
  const remote = spot.labels(callee.object).get("remote");
  if (remote !== undefined) spot.tell("fetch-run", { detail: remote.what, origin: remote });
}

export function codeFacts(spot: CallSpot): void {
  const { callee, args } = spot.call;
  const labels = spot.labels(...args);
  const foreign = labels.get("remote") ?? labels.get("fetched");
  const decoded = labels.get("decoded");
  const given = labels.get("parameter") ?? labels.get("input");
  // Compiled is not run: a check of the syntax ends there.
  const isCompiled = callee.k === "name" && callee.name === "compile";
  if (foreign !== undefined) spot.tell("fetch-run", { detail: foreign.what, origin: foreign });
  else if (decoded !== undefined) spot.tell("decode-run", { detail: decoded.what, origin: decoded });
  else if (given !== undefined && !isCompiled)
    spot.tell("input-run", { detail: given.what, origin: labels.get("input") });
}

/** A file that was fetched is run, or a module that is loaded from its address as the program runs. */
export function fileFacts(spot: CallSpot): void {
  for (const arg of spot.call.args) {
    const url = spot.text(arg);
    if (/^https?:\/\//.test(url)) spot.tell("fetch-run", { detail: url, host: hostOf(url) });
    const fetched = spot.labels(arg).get("fetched");
    if (fetched !== undefined) spot.tellFetched(fetched);
  }
}
