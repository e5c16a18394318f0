/**
 * Shell source to pipelines of plain commands: quotes removed, constants put in for variables, `printf` and `echo` of
 * constants evaluated, scripts inside scripts listed on their own. Knows nothing of what is good or bad.
 */
import { parse } from "unbash";
import {
  isNode,
  listOf,
  type Node,
  nothingTaken,
  type Scope,
  type ShellCommand,
  type ShellPipeline,
  type Taken,
  wordsIn,
  wordValue,
} from "./shell-values.ts";

interface Walk extends Scope {
  readonly out: ShellPipeline[];
  /** Bodies of the functions that the script defines. */
  readonly functions: Map<string, Node>;
  /** What functions say that were asked without words: asked once. */
  readonly said: Map<string, ShellPipeline[]>;
  /** Functions whose bodies are being walked: one that calls itself says nothing new. */
  readonly calling: Set<string>;
  budget: number;
}

/** Commands remembered of one variable: a variable may be put into itself again and again. */
const mostMade = 8;

/** Commands of a pipe that may fill the variables of a loop behind it. */
const mostFed = 20;

/** Here-documents and texts that are read in: the parser looks through all of a line's for each. */
const mostRead = 2_000;

/** The script is longer or stranger than what is followed: told, so that nothing hides behind it. */
class TooMuchScript extends Error {}

/** Nodes visited in one script at most, those of functions at every call: generated scripts of megabytes have more. */
const nodeBudget = 60_000;

/** All pipelines of a script, inner ones included, in order. Throws where it cannot be followed to its end. */
export function parseShell(source: string): ShellPipeline[] {
  if (source.split("<<").length > mostRead) throw new TooMuchScript();
  const walk: Walk = {
    out: [],
    variables: new Map(),
    made: new Map(),
    functions: new Map(),
    said: new Map(),
    calling: new Set(),
    enter: (script, depth) =>
      spoken(
        walk,
        within(walk, () => visit(walk, script, depth)),
        depth,
      ),
    budget: nodeBudget,
  };
  visit(walk, parse(source) as unknown as Node, 0);
  return walk.out;
}

/** The pipelines that a walk adds. */
function within(walk: Walk, go: () => void): ShellPipeline[] {
  const before = walk.out.length;
  go();
  return walk.out.slice(before);
}

/** What a substitution says: a function that is called without words says what its body says. */
function spoken(walk: Walk, pipelines: ShellPipeline[], depth: number): ShellPipeline[] {
  return pipelines.flatMap((pipeline) => {
    const [stage, ...others] = pipeline.stages;
    if (stage === undefined || others.length > 0 || stage.args.length > 0) return [pipeline];
    const before = walk.out.length;
    const body = walk.said.get(stage.name) ?? bodyOf(walk, stage, depth).slice(-mostMade);
    // Its commands were told where the function stands.
    walk.out.length = before;
    if (walk.functions.has(stage.name)) walk.said.set(stage.name, body);
    return [pipeline, ...body];
  });
}

function visit(walk: Walk, node: Node, depth: number): void {
  if (--walk.budget < 0 || depth > 120) throw new TooMuchScript();
  if (node.type === "Pipeline") {
    const stages: ShellCommand[] = [];
    for (const command of listOf(node.commands)) {
      if (command.type !== "Command" && stages.length > 0)
        takeRead(walk, command, { stages: stages.slice(-mostFed), start: node.pos, end: node.end });
      const stage = stageOf(walk, command, depth);
      // A function as a stage is what its body does last.
      stages.push(...(bodyOf(walk, stage, depth).at(-1)?.stages ?? [stage]));
    }
    walk.out.push({ stages, start: node.pos, end: node.end });
    return;
  }
  if (node.type === "Command") {
    const stage = stageOf(walk, node, depth);
    if (stage.name !== "" || stage.writes.length > 0)
      walk.out.push({ stages: [stage], start: node.pos, end: node.end });
    if (stage.args.length > 0) bodyOf(walk, stage, depth);
    define(walk, stage);
    return;
  }
  if (node.type === "Function" && isNode(node.name) && isNode(node.body)) {
    walk.functions.set(String(node.name.text), node.body);
    walk.said.delete(String(node.name.text));
  }
  if (node.type === "For") takeLoop(walk, node, depth);
  const before = walk.out.length;
  visitChildren(walk, node, depth);
  if (node.type === "Redirected") giveOutput(walk, node, before, depth);
}

/** `alias name='…'` and `mapfile name < <(…)`: names that stand for commands, or for what they say. */
function define(walk: Walk, { name, args, inner }: ShellCommand): void {
  const last = args.at(-1) ?? "";
  if (/^(?:mapfile|readarray)$/.test(name)) walk.made.set(last, inner.slice(0, mostMade));
  if (name !== "alias") return;
  const [, own = "", script = ""] = /^(\w{1,40})=([\s\S]{3,2000})$/.exec(last) ?? [];
  if (own !== "" && walk.functions.size < mostAliases)
    walk.functions.set(own, parse(script) as unknown as Node);
}

/** Aliases that are parsed; who has more has them to be slow. */
const mostAliases = 200;

/** What a function of the script does with the words that it is called with; nothing where it is none. */
function bodyOf(walk: Walk, { name, args, inner }: ShellCommand, depth: number): ShellPipeline[] {
  const body = walk.functions.get(name);
  if (body === undefined || walk.calling.has(name)) return [];
  walk.calling.add(name);
  const places = args.slice(0, 9).map((arg, i) => ({ arg, key: `${i + 1}` }));
  const outer = places.map(({ key }) => [key, walk.variables.get(key), walk.made.get(key)] as const);
  for (const { arg, key } of places) {
    walk.variables.set(key, arg.slice(0, 4096));
    walk.made.set(key, inner.slice(0, mostMade));
  }
  const made = within(walk, () => visit(walk, body, depth + 1));
  for (const [key, value, from] of outer) {
    if (value === undefined) walk.variables.delete(key);
    else walk.variables.set(key, value);
    walk.made.set(key, from ?? []);
  }
  walk.calling.delete(name);
  return made;
}

/** `{ …; } > file`: what each command of the group says goes to the file. */
function giveOutput(walk: Walk, group: Node, before: number, depth: number): void {
  const files = { writes: [] as string[], appends: [] as string[], reads: [] as string[], input: "" };
  for (const part of listOf(group.redirects))
    if (!isNode(part.descriptor)) takePart(walk, part, { inner: [], words: [], files, depth });
  if (files.writes.join() === "/dev/null") return;
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
    const carries = isPayload(into.words, value) || walk.functions.has(into.words[0] ?? "");
    into.inner.push(...from.inner, ...(carries ? from.carried : []));
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
