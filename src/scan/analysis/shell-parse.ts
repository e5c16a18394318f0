/**
 * Shell source to pipelines of plain commands: quotes removed, constants put in for variables, `printf` and `echo` of
 * constants evaluated, scripts inside scripts listed on their own. Knows nothing of what is good or bad.
 */
import { parse } from "unbash";
import { isNode, listOf, type Node, wordsIn } from "./shell-nodes.ts";
import { constantOutput } from "./shell-output.ts";

export interface ShellCommand {
  readonly name: string;
  /** The name as it is written. */
  readonly spelled: string;
  readonly args: readonly string[];
  /** Where output goes: files after > and >>. */
  readonly writes: readonly string[];
  readonly appends: readonly string[];
  readonly reads: readonly string[];
  /** Here-document or here-string. */
  readonly input: string;
  /** Commands whose output is put into this one's words. */
  readonly inner: readonly ShellPipeline[];
  readonly start: number;
  readonly end: number;
}

export interface ShellPipeline {
  readonly stages: readonly ShellCommand[];
  readonly start: number;
  readonly end: number;
}

interface Walk {
  readonly out: ShellPipeline[];
  readonly variables: Map<string, string>;
  /** The commands whose output a variable holds: `key=$(cat file)` and then `"$key"` is the same as `"$(cat file)"`. */
  readonly made: Map<string, readonly ShellPipeline[]>;
  budget: number;
}

/** Commands remembered of one variable: a variable may be put into itself again and again. */
const mostMade = 8;

/** Nodes visited in one script at most: generated scripts of megabytes say nothing new after that. */
const nodeBudget = 60_000;

/** All pipelines of a script, inner ones included, in order. Empty where nothing parses. */
export function parseShell(source: string): ShellPipeline[] {
  const walk: Walk = { out: [], variables: new Map(), made: new Map(), budget: nodeBudget };
  try {
    visit(walk, parse(source) as unknown as Node, 0);
  } catch {
    // The parser recovers from bad syntax by itself; what is left is nesting beyond its bounds.
    return walk.out;
  }
  return walk.out;
}

function visit(walk: Walk, node: Node, depth: number): void {
  if (--walk.budget < 0 || depth > 120) return;
  if (node.type === "Pipeline") {
    const stages: ShellCommand[] = [];
    for (const command of listOf(node.commands)) {
      if (command.type !== "Command" && stages.length > 0)
        takeRead(walk, command, { stages: [...stages], start: node.pos, end: node.end });
      stages.push(stageOf(walk, command, depth));
    }
    walk.out.push({ stages, start: node.pos, end: node.end });
    return;
  }
  if (node.type === "Command") {
    const stage = stageOf(walk, node, depth);
    if (stage.name !== "" || stage.writes.length > 0)
      walk.out.push({ stages: [stage], start: node.pos, end: node.end });
    return;
  }
  if (node.type === "For") takeLoop(walk, node, depth);
  const before = walk.out.length;
  visitChildren(walk, node, depth);
  if (node.type === "Redirected") giveOutput(walk, node, before, depth);
}

/** `{ …; } > file`: what each command of the group says goes to the file. */
function giveOutput(walk: Walk, group: Node, before: number, depth: number): void {
  const files = { writes: [] as string[], appends: [] as string[], reads: [] as string[], input: "" };
  for (const part of listOf(group.redirects))
    if (!isNode(part.descriptor)) takePart(walk, part, { inner: [], words: [], files, depth });
  for (let i = before; i < walk.out.length; i++) {
    const pipeline = walk.out[i];
    const last = pipeline?.stages.at(-1);
    if (pipeline === undefined || last === undefined || last.writes.length + last.appends.length > 0)
      continue;
    const { writes, appends } = files;
    walk.out[i] = { ...pipeline, stages: [...pipeline.stages.slice(0, -1), { ...last, writes, appends }] };
  }
}

/** `for line in $(cat file)`: the variable holds what the command says. */
function takeLoop(walk: Walk, node: Node, depth: number): void {
  const from = nothingTaken();
  const words = listOf(node.wordlist).map((word) => wordValue(walk, word, from, depth));
  if (!isNode(node.name)) return;
  const name = String(node.name.text);
  remember(walk, name, from);
  // Each in turn: one word that says all of them is as good.
  if (words.length > 0 && words.length < 40) walk.variables.set(name, words.join(" ").slice(0, 2000));
}

/** `… | while read line`: the variable holds what comes down the pipe. */
function takeRead(walk: Walk, loop: Node, from: ShellPipeline): void {
  const clause = loop.type === "While" ? loop.clause : undefined;
  if (!isNode(clause)) return;
  for (const [, names = ""] of wordsIn(clause).matchAll(/\bread\b((?:\s{1,3}[\w-]{1,40}){1,6})/g))
    for (const name of names.split(/\s/))
      if (/^[A-Za-z_]/.test(name))
        walk.made.set(name, [from, ...from.stages.flatMap(({ inner }) => inner)].slice(0, mostMade));
}

function remember(walk: Walk, name: string, { inner, carried }: Taken): void {
  walk.made.set(name, [...inner, ...carried].slice(0, mostMade));
}

function visitChildren(walk: Walk, node: Node, depth: number): void {
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) visit(walk, item, depth + 1);
    } else if (isNode(value)) visit(walk, value, depth + 1);
  }
}

function stageOf(walk: Walk, node: Node, depth: number): ShellCommand {
  if (node.type !== "Command") {
    // A loop or group as a stage: its commands count on their own.
    const before = walk.out.length;
    visitChildren(walk, node, depth + 1);
    return {
      name: "",
      spelled: "",
      args: [],
      writes: [],
      appends: [],
      reads: [],
      input: "",
      inner: walk.out.slice(before, before + mostMade),
      start: node.pos,
      end: node.end,
    };
  }
  const inner: ShellPipeline[] = [];
  const words: string[] = [];
  const files = { writes: [] as string[], appends: [] as string[], reads: [] as string[], input: "" };
  if (isNode(node.name)) {
    const from = nothingTaken();
    words.push(wordValue(walk, node.name, from, depth));
    inner.push(...from.inner, ...from.carried);
  }
  for (const part of [...listOf(node.prefix), ...listOf(node.suffix)])
    takePart(walk, part, { inner, words, files, depth });
  const [name = "", ...args] = words;
  const spelled = isNode(node.name) ? String(node.name.text ?? "") : name;
  return {
    name: name.slice(name.lastIndexOf("/") + 1),
    spelled,
    args,
    ...files,
    inner,
    start: node.pos,
    end: node.end,
  };
}

/** Commands whose output is put into a word: by the word itself, and by variables that it names. */
interface Taken {
  readonly inner: ShellPipeline[];
  readonly carried: ShellPipeline[];
}

const nothingTaken = (): Taken => ({ inner: [], carried: [] });

interface Parts {
  readonly inner: ShellPipeline[];
  readonly words: string[];
  readonly files: { writes: string[]; appends: string[]; reads: string[]; input: string };
  readonly depth: number;
}

function takePart(walk: Walk, part: Node, into: Parts): void {
  if (part.type === "Assignment") takeAssignment(walk, part, into);
  else if (part.type === "Word") {
    const { value, from } = read(walk, part, into);
    into.inner.push(...from.inner, ...(isPayload(into.words, value) ? from.carried : []));
    into.words.push(value);
  } else if (part.type === "HereDoc" && isNode(part.body)) into.files.input += String(part.body.text ?? "");
  else if (isNode(part.target)) takeRedirection(walk, part, part.target, into);
}

function read(walk: Walk, word: Node, { depth }: Parts): { value: string; from: Taken } {
  const from = nothingTaken();
  return { value: wordValue(walk, word, from, depth), from };
}

function takeAssignment(walk: Walk, part: Node, into: Parts): void {
  const { value, from } = isNode(part.value)
    ? read(walk, part.value, into)
    : { value: "", from: nothingTaken() };
  into.inner.push(...from.inner);
  if (typeof part.name === "string") {
    walk.variables.set(part.name, value.slice(0, 4096));
    remember(walk, part.name, from);
  }
  if (into.words.length > 0) into.words.push(`${String(part.name)}=${value}`);
}

function takeRedirection(walk: Walk, part: Node, where: Node, into: Parts): void {
  const { files, inner } = into;
  const { value: target, from } = read(walk, where, into);
  inner.push(...from.inner, ...from.carried);
  // `2>&1` joins two streams.
  if (/&$/.test(String(part.operator)) && /^(?:\d|-)$/.test(target)) return;
  if (part.type === "HereString") files.input += target;
  else if (part.operator === ">>" || part.operator === "&>>") files.appends.push(target);
  else if (part.operator === "<") files.reads.push(target);
  else files.writes.push(target);
}

/** Whether a word is what a command sends, says or runs. A key in a header is how one shows who one is. */
function isPayload(before: readonly string[], value: string): boolean {
  const [name = ""] = before;
  const last = before.at(-1) ?? "";
  if (/^(?:eval|echo|printf|dig|nslookup|host)$/.test(name) || last === "-c") return true;
  const option = /^(?:-d|-F|-T|--(?:data|form|json|upload-file|post-data|body-data)[\w-]{0,12})$/;
  // Where the host itself is a variable, it is the person's own setting.
  const address = /^(?:curl|wget)$/.test(name) && /:\/\/[\w-]{1,60}(?:\.[\w-]{1,60}){1,6}/.test(value);
  return option.test(last) || address;
}

function wordValue(walk: Walk, word: Node, taken: Taken, depth: number): string {
  if (word.type === "ArrayValue")
    return listOf(word.elements)
      .map((element) => wordValue(walk, element, taken, depth))
      .join(" ");
  const parts = listOf(word.parts);
  if (parts.length === 0) return typeof word.value === "string" ? word.value : String(word.text ?? "");
  return parts.map((part) => partValue(walk, part, taken, depth)).join("");
}

function partValue(walk: Walk, part: Node, taken: Taken, depth: number): string {
  switch (part.type) {
    case "DoubleQuoted":
    case "LocaleString":
      return listOf(part.parts)
        .map((child) => partValue(walk, child, taken, depth))
        .join("");
    case "SimpleExpansion":
      taken.carried.push(...(walk.made.get(String(part.text).slice(1)) ?? []));
      return walk.variables.get(String(part.text).slice(1)) ?? String(part.text);
    case "ParameterExpansion":
      taken.carried.push(...(walk.made.get(String(part.parameter)) ?? []));
      return parameterValue(walk, part);
    case "CommandExpansion":
    case "ProcessSubstitution":
      return isNode(part.script) ? substitution(walk, part.script, taken.inner, depth) : String(part.text);
    case "Glob":
      // A bracket of one letter is that letter: /etc/pass[w]d.
      return String(part.text).replace(/^\[(\w)\]$/, "$1");
    default:
      return typeof part.value === "string" ? part.value : String(part.text ?? "");
  }
}

function parameterValue(walk: Walk, part: Node): string {
  const name = String(part.parameter);
  const known = name === "IFS" ? " " : walk.variables.get(name);
  if (known !== undefined) return known;
  const operation = part.operation;
  // `${name:?}` stops where the variable is empty: what stands behind the mark is a message, not a value.
  const isDefault = !/^\$\{\w{1,80}:?\?/.test(String(part.text));
  if (
    isDefault &&
    isNode(operation) &&
    isNode(operation.operand) &&
    typeof operation.operand.value === "string"
  )
    return operation.operand.value;
  return String(part.text);
}

/** The pipelines of `$(…)`, and its value where that is constant. */
function substitution(walk: Walk, script: Node, inner: ShellPipeline[], depth: number): string {
  const before = walk.out.length;
  visit(walk, script, depth + 1);
  const made = walk.out.slice(before);
  inner.push(...made);
  const only = made.length === 1 ? made[0] : undefined;
  const stage = only?.stages.length === 1 ? only.stages[0] : undefined;
  if (stage?.name === "printf" || stage?.name === "echo") return constantOutput(stage) ?? "$()";
  return "$()";
}
