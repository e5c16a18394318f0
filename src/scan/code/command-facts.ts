/** Facts of the commands that programs run, each by itself and all of them together. */

import { hostOf } from "../hosts.ts";
import { inTurn } from "../tables/compile.ts";
import type { Fact } from "./facts.ts";
import { type Call, emit, emitFetched, type Piece, sendable, type Walk } from "./flow-walk.ts";
import { dotted, type Expr, type Step, within } from "./ir.ts";
import type { Labels, Origin } from "./labels.ts";
import { nothingCarried, shellFacts } from "./shell-facts.ts";
import { quoted } from "./shell-words.ts";

/** The facts of a command that a program runs; those before it in the program may have left files behind. */
function shellFactsOf(walk: Walk, unit: number, { at, text }: { at: number; text: string }): Fact[] {
  const block = walk.pieces[unit]?.block;
  const carried = walk.carried.get(unit) ?? nothingCarried();
  walk.carried.set(unit, carried);
  const start = (block?.start ?? 0) + at;
  return block === undefined ? [] : shellFacts({ block, text, start, end: start + 1 }, carried);
}

const namesCommand =
  /(?:^|[a-z_.])(?:command|cmd|hook|script|entry|entrypoint|exec|run|job|task|line|payload|boot)s?$/i;
const fetchesAndRuns = /\b(?:curl|wget)\s[^\n|]{8,300}\|\s{0,3}(?:sudo\s)?(?:ba|z|da)?sh\b/;

/** A command that a program keeps under such a name, to be run by something else: a hook, a timer, a unit. */
export function keptCommands(walk: Walk, unit: number, step: Step): void {
  const named = [...within(step.value)].flatMap((expr) => (expr.k === "group" ? expr.named : []));
  const kept = [...step.targets.map((name) => ({ name, value: step.value })), ...named];
  for (const { name, value } of kept) {
    if (!namesCommand.test(name)) continue;
    const text = walk.flow.textOf(unit, value, step.scope) ?? "";
    if (fetchesAndRuns.test(text) && value.k !== "call")
      walk.facts.push(...shellFactsOf(walk, unit, { at: value.at, text }));
  }
}

export function commandFacts(walk: Walk, unit: number, call: Call, scope: string, piece: Piece): void {
  const first = call.args[0];
  if (first === undefined) return;
  const { command, spawned } = wordsOf(walk, unit, call, scope, first);
  emit(walk, unit, "shell", call, { detail: command.slice(0, 80) });
  walk.facts.push(...shellFactsOf(walk, unit, { at: call.at, text: `${command} ${spawned}` }));
  const labels = walk.flow.labelsOf(unit, runIn(call, first, spawned), scope);
  const viaShell =
    call.named.some((named) => named.name === "shell") ||
    /system|popen|getoutput|\.exec|execSync|shell$/.test(dotted(call.callee, piece.program.imports));
  if (labels.has("decoded"))
    emit(walk, unit, "decode-run", call, {
      detail: labels.get("decoded")?.what ?? "",
      origin: labels.get("decoded"),
    });
  // A command of the program's own that holds a piece of an answer is another thing.
  else if (labels.has("remote") && viaShell && /^(?:\{\})?$/.test(command))
    emit(walk, unit, "fetch-run", call, {
      detail: labels.get("remote")?.what ?? "",
      origin: labels.get("remote"),
    });
  const fetched =
    walk.flow.labelsOf(unit, ranOf(first), scope).get("fetched") ?? scriptIn(walk, unit, call, scope);
  if (fetched !== undefined && runsFile(`${command} ${spawned}`)) emitFetched(walk, unit, call, fetched);
  sendFacts(walk, unit, call, scope, { command, labels });
  const said = labels.has("parameter") && first.k !== "group" && takesMessages.test(scope);
  if (said || isCallersCommand(piece.block.text.slice(call.at, Math.min(call.end, call.at + 200))))
    emit(walk, unit, "caller-run", call, { detail: "the whole command" });
  const foreign = labels.has("input") || labels.has("parameter");
  if (viaShell && foreign && first.k === "group" && first.joins)
    emit(walk, unit, "input-run", call, { detail: labels.get("parameter")?.what ?? "input" });
}

const givesProgram = /(?:^|\s)['"]?(?:-e|-c|-p|--eval|-Command|\/c)['"]?(?:\s|$)/;

/** What of a call is run: the command, and the program that an interpreter is handed (`spawn("node", ["-e", text])`). */
function runIn({ args: [, words] }: Call, first: Expr, spawned: string): Expr {
  if (words?.k !== "group" || !givesProgram.test(spawned)) return first;
  // A text with a value filled in is the author's program.
  const whole = words.parts.filter((part) => part.k !== "group" || !part.joins);
  return { k: "group", parts: [first, ...whole], named: [], joins: false, at: first.at };
}

/** Of a list of words, the one that is run: the program, or what an interpreter is given first. */
function ranOf(first: Expr): Expr {
  if (first.k !== "group" || first.joins || first.parts.length < 2) return first;
  const [program, ...rest] = first.parts;
  const script = rest.find((word) => word.k !== "text" || !word.value.startsWith("-"));
  const interprets =
    program?.k !== "text" ||
    /(?:^|\/)(?:(?:ba|z|da)?sh|python3?|node|deno|bun|perl|ruby|pwsh)$/.test(program.value);
  return {
    k: "group",
    parts: [program, interprets ? script : undefined].filter((word) => word !== undefined),
    named: [],
    joins: false,
    at: first.at,
  };
}

/** `spawn("bash", [file])`: the file, and `run(["bash"], input=text)`: the text, where they were fetched. */
function scriptIn(walk: Walk, unit: number, { args, named }: Call, scope: string): Origin | undefined {
  const [first, words] = args;
  const script = words?.k === "group" ? words.parts[0] : undefined;
  const file = script === undefined ? undefined : walk.flow.labelsOf(unit, script, scope).get("fetched");
  if (file !== undefined) return file;
  const fed = named.find(({ name }) => name === "input")?.value;
  const [program, ...rest] = first?.k === "group" ? first.parts : [first];
  const isBare = rest.every((word) => word?.k === "text" && /^-[is]?$/.test(word.value));
  if (fed === undefined || program === undefined || !isBare) return undefined;
  return walk.flow.labelsOf(unit, fed, scope).get("remote");
}

/** What a command carries away: in its words, or as what it is fed (`run(["curl", …], input=key)`). */
function sendFacts(
  walk: Walk,
  unit: number,
  call: Call,
  scope: string,
  { command, labels }: { readonly command: string; readonly labels: Labels },
): void {
  if (!/\b(?:curl|wget|nc|ping|nslookup|dig)\b/.test(command)) return;
  const fed = call.named.find(({ name }) => name === "input")?.value;
  const all = new Map([...(fed === undefined ? [] : walk.flow.labelsOf(unit, fed, scope)), ...labels]);
  const sends = sendable.find((label) => label !== "variable" && all.has(label));
  if (sends === undefined) return;
  emit(walk, unit, "exfiltration", call, {
    detail: sends,
    host: hostOf(/https?:\/\/[^\s"']{3,200}/.exec(command)?.[0] ?? ""),
    origin: all.get(sends),
  });
}

/** Functions that are called with what somebody sends. */
const takesMessages = /(?:^|[^a-z])(?:on_?|handle_?)(?:message|data|recv|receive|packet|text)$/i;

const givenByCaller = inTurn([
  /^[\w.]{2,60}\(\s{0,8}(?:str\(|String\(|shlex\.split\()?(?:flask\.)?/,
  /(?:request|req|message|msg|m|update|event|evt|ev|ctx)\./,
  /(?:args|form|json|values|data|body|query|params|text|raw_text|content|payload|message|get_json)\b[^,+%\n]{0,60}[,)]/,
]);

/** `run(message.text)`: the command, all of it, is what somebody says who calls or writes. */
function isCallersCommand(call: string): boolean {
  return givenByCaller.test(call);
}

/** The command as far as it is written out: one text, a list of words, or a program and the list of its words. */
function wordsOf(
  walk: Walk,
  unit: number,
  call: Call,
  scope: string,
  first: Expr,
): { command: string; spawned: string } {
  const word = (part: Expr) => quoted(walk.flow.textOf(unit, part, scope) ?? "{}");
  const [, second] = call.args;
  const listed = first.k === "group" && !first.joins && first.parts.length > 1;
  return {
    command: listed ? first.parts.map(word).join(" ") : (walk.flow.textOf(unit, first, scope) ?? ""),
    spawned: second?.k === "group" ? second.parts.map(word).join(" ") : "",
  };
}

/** A file is run by its own name or by an interpreter; other programs only read it. */
function runsFile(command: string): boolean {
  return /^\s{0,8}(?:sudo\s{1,4})?(?:(?:\/bin\/|\/usr\/bin\/)?(?:ba|z|da)?sh|source|\.|python3?|node|deno|bun|perl|ruby|pwsh|powershell|\{\}|['"]?(?:\/|\.\/|~)[\w./-]{2,120}['"]?\s{0,3}$)(?=\s|$)/.test(
    command,
  );
}
