/** Facts of Python and JavaScript: flows from what is private to the network, from what is foreign to an interpreter. */
import { hostOf } from "../hosts.ts";
import { limits } from "../limits.ts";
import type { Block } from "../structure/block.ts";
import {
  isCodeRunner,
  isDialler,
  isFileRunner,
  isLoader,
  isLookup,
  isNetwork,
  isShellRunner,
  isSqlRunner,
  isUnsafeLoad,
  isWorthSpelling,
} from "./apis.ts";
import { commandFacts, keptCommands, scriptFacts } from "./command-facts.ts";
import type { Fact } from "./facts.ts";
import { type Call, emit, hostAsked, type Piece, sendable, type Walk } from "./flow-walk.ts";
import { dotted, type Expr, lastName, nothing, type Program, type Step, within } from "./ir.ts";
import { parseJavaScript } from "./javascript.ts";
import type { Labels } from "./labels.ts";
import { type Patience, parsePython } from "./python.ts";
import { isAgentFile, isAutostartPath } from "./sensitive.ts";
import { isDetour, loaderFacts, runsByDetour, spelledFact } from "./spelled-facts.ts";
import { Flow } from "./taint.ts";

export function flowFacts(blocks: readonly Block[]): Fact[] {
  const patience: Patience = { left: limits.recoveries };
  const pieces = blocks.flatMap((block) => pieceOf(block, patience));
  // Files of the skill import each other; each fence of a document stands alone.
  const files = pieces.filter((piece) => piece.block.artefact.language !== "markdown");
  const fences = pieces.filter((piece) => piece.block.artefact.language === "markdown");
  return [files, ...fences.map((fence) => [fence])].filter((group) => group.length > 0).flatMap(factsOfGroup);
}

function pieceOf(block: Block, patience: Patience): Piece[] {
  if (block.role !== "code" || !block.artefact.parseable) return [];
  const { path } = block.artefact;
  if (block.language === "python")
    return [{ block, path, language: "python", program: parsePython(block.text, patience) }];
  if (block.language !== "javascript" && block.language !== "typescript") return [];
  const program = parseJavaScript(block.text);
  return program === undefined ? [] : [{ block, path, language: "javascript", program }];
}

function factsOfGroup(pieces: readonly Piece[]): Fact[] {
  const walk: Walk = { pieces, flow: new Flow(pieces), facts: [], commands: [] };
  for (const [unit, piece] of pieces.entries()) {
    for (const loop of piece.program.endless)
      emit(walk, unit, "endless-loop", { at: loop.start, end: loop.end }, {});
    for (const step of piece.program.steps) stepFacts(walk, unit, step);
    for (const { name, at, end } of piece.program.spelled)
      if (isWorthSpelling(name)) emit(walk, unit, "spelled-name", { at, end }, { detail: name });
    scriptFacts(walk, unit, piece);
  }
  return walk.facts;
}

function stepFacts(walk: Walk, unit: number, step: Step): void {
  const piece = walk.pieces[unit];
  if (piece !== undefined) keptCommands(walk, unit, step, piece);
  for (const expr of within(step.value)) {
    if (expr.k === "call") callFacts(walk, unit, expr, step.scope);
    else if (expr.k === "group" && expr.joins) spelledFact(walk, unit, expr);
  }
}

/** `connection.request("POST", …)`, `session.post("https:…")` and `request.write(…)`, whatever they are called. */
function isPost(walk: Walk, unit: number, call: Call, scope: string, callee: string): boolean {
  const [first] = call.args;
  if (/\.(?:write|end|send)$/.test(callee) && call.callee.k === "member")
    return walk.flow.labelsOf(unit, call.callee.object, scope).has("remote");
  const said = first === undefined ? "" : (walk.flow.textOf(unit, first, scope) ?? "");
  if (/\.(?:post|put|patch)$/.test(callee)) return /^https?:\/\//.test(said);
  return callee.endsWith(".request") && /^(?:POST|PUT)$/.test(said);
}

function callFacts(walk: Walk, unit: number, call: Call, scope: string): void {
  const piece = walk.pieces[unit];
  if (piece === undefined) return;
  const callee = dotted(call.callee, piece.program.imports);
  if (isNetwork(callee) || isPost(walk, unit, call, scope, callee)) networkFacts(walk, unit, call, scope);
  if (isDialler(callee)) dialFacts(walk, unit, call, scope);
  const own = call.callee.k === "name" && isOwnFunction(piece, call.callee.name);
  if (!own && (isCodeRunner(callee) || runsByDetour(call, callee))) codeFacts(walk, unit, call, scope);
  if (isDetour(call.callee) && call.args.length > 0)
    emit(walk, unit, "spelled-name", call, { detail: "Function, by way of a constructor" });
  if (isLoader(callee)) loaderFacts(walk, unit, call, scope);
  if (isFileRunner(callee)) fileFacts(walk, unit, call, scope);
  const bareExec =
    piece.language === "javascript" &&
    call.callee.k === "name" &&
    /^(?:exec|execSync|spawn|spawnSync|execFile|execFileSync|execa)$/.test(call.callee.name) &&
    !own;
  if (bareExec || isShellRunner(callee, piece.language)) commandFacts(walk, unit, call, scope, piece);
  if (
    isUnsafeLoad(callee) &&
    !call.named.some((named) => named.name === "Loader" || named.name === "weights_only")
  )
    emit(walk, unit, "unsafe-load", call, { detail: callee });
  if (
    /(?:^|\.)(?:rmtree|rmSync|rmdirSync|removeSync|rimraf|rimrafSync)$|^(?:fs|fsp|fs\.promises)\.rm$/.test(
      callee,
    )
  )
    wipeFacts(walk, unit, call, scope);
  if (isSqlRunner(callee)) sqlFacts(walk, unit, call, scope);
  if (
    /(?:^|\.)(?:open|writeFile|writeFileSync|appendFile|appendFileSync|write_text|copyFileSync|copy|copyfile)$/.test(
      callee,
    )
  )
    writeFacts(walk, unit, call, scope, callee, piece.program);
}

const listsHome =
  /\breaddir(?:Sync)?\(\s{0,3}(?:os\.)?homedir\(\)|\blistdir\(\s{0,3}(?:os\.path\.expanduser\(\s{0,3}["']~|Path\.home\(\))|\bPath\.home\(\)\.iterdir\(/;

/** The whole of what a person has, in one call or entry by entry. */
function wipeFacts(walk: Walk, unit: number, call: Call, scope: string): void {
  const target = call.args[0] === undefined ? "" : (walk.flow.textOf(unit, call.args[0], scope) ?? "");
  const all = target === "~/{}" && listsHome.test(walk.pieces[unit]?.block.text ?? "");
  if (all || /^(?:\/|~|~\/(?:Documents|Desktop|Pictures))\/?$/.test(target))
    emit(walk, unit, "destruction", call, { detail: `${lastName(call.callee)} ${target}` });
}

/** A function of the program's own that bears the name of a shell runner: `function exec(db, sql)`. */
function isOwnFunction({ block, program }: Piece, name: string): boolean {
  const declared = program.functions.has(name) && block.text.includes(`function ${name}(`);
  return declared && !block.text.includes("child_process");
}

/** A machine that is called by its name alone: `FTP("files.host.tld")`. */
function dialFacts(walk: Walk, unit: number, call: Call, scope: string): void {
  for (const part of [...call.args, ...call.named.map(({ value }) => value)].slice(0, 6)) {
    // A socket takes its host and port as a pair.
    const [first = part] = part.k === "group" && !part.joins ? part.parts : [part];
    const said = walk.flow.textOf(unit, first, scope) ?? "";
    if (!/^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,5}$/i.test(said) || !/[a-z]/i.test(said)) continue;
    emit(walk, unit, "network", call, { detail: said, host: said.toLowerCase() });
    return;
  }
}

function networkFacts(walk: Walk, unit: number, call: Call, scope: string): void {
  const url = textIn(walk, unit, call, scope);
  const host =
    url === "" ? zoneOf(walk, unit, call, scope) || hostOpened(walk, unit, call, scope) : hostOf(url);
  emit(walk, unit, "network", call, { detail: url.slice(0, 200), host });
  const body: Labels = new Map();
  for (const part of [
    ...call.args,
    ...call.named
      .filter((named) => !/^(?:headers?|auth|cookies?|timeout|verify|params_auth)$/.test(named.name))
      .map((named) => named.value),
  ]) {
    for (const [label, origin] of walk.flow.labelsOf(unit, part, scope, true))
      if (!body.has(label)) body.set(label, origin);
  }
  const label = sendable.find((candidate) => body.has(candidate));
  if (label !== undefined)
    emit(walk, unit, "exfiltration", call, {
      detail: label === "variable" ? `variable ${body.get(label)?.what}` : label,
      host,
      origin: body.get(label),
    });
}

/** The address: the first constant text among the arguments that is one. */
function textIn(walk: Walk, unit: number, call: Call, scope: string): string {
  for (const arg of [...call.args, ...call.named.map((named) => named.value)].slice(0, 6)) {
    const text = walk.flow.textOf(unit, arg, scope);
    if (text !== undefined && /^[a-z]{2,6}:\/\//i.test(text)) return text;
  }
  return "";
}

const opened = new WeakMap<Program, readonly Expr[]>();

/** The hosts that a program opens requests to, as it writes them; `nothing` for one that it does not name. */
function hostsIn(program: Program): readonly Expr[] {
  const known = opened.get(program);
  if (known !== undefined) return known;
  const hosts: Expr[] = [];
  for (const { value } of program.steps)
    for (const expr of within(value)) {
      if (expr.k !== "call" || !/^https?\.request$/.test(dotted(expr.callee, program.imports))) continue;
      const [options] = expr.args;
      const named = options?.k === "group" ? options.named : [];
      hosts.push(named.find(({ name }) => name === "host" || name === "hostname")?.value ?? nothing);
    }
  opened.set(program, hosts);
  return hosts;
}

/** `request.end(…)`: the host that the request was opened to, where the program opens one only. */
function hostOpened(walk: Walk, unit: number, call: Call, scope: string): string {
  const program = walk.pieces[unit]?.program;
  if (program === undefined || !/^(?:end|write)$/.test(lastName(call.callee))) return "";
  const [only, ...others] = hostsIn(program);
  return only === undefined || others.length > 0 ? "" : (walk.flow.textOf(unit, only, scope) ?? "");
}

/** The fixed end of a name that is put together to be looked up. */
function zoneOf(walk: Walk, unit: number, call: Call, scope: string): string {
  const [first] = call.args;
  if (first === undefined || !isLookup(dotted(call.callee, walk.pieces[unit]?.program.imports ?? new Map())))
    return "";
  const end = first.k === "group" && first.joins ? first.parts.at(-1) : first;
  const name = end === undefined ? "" : (walk.flow.textOf(unit, end, scope) ?? "");
  return /^\.?((?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,12})$/i.exec(name)?.[1] ?? "";
}

function codeFacts(walk: Walk, unit: number, call: Call, scope: string): void {
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
function fileFacts(walk: Walk, unit: number, call: Call, scope: string): void {
  for (const arg of call.args) {
    // A module that is loaded from its address, as the program runs.
    const url = walk.flow.textOf(unit, arg, scope) ?? "";
    if (/^https?:\/\//.test(url)) emit(walk, unit, "fetch-run", call, { detail: url, host: hostOf(url) });
    const fetched = walk.flow.labelsOf(unit, arg, scope).get("fetched");
    if (fetched !== undefined)
      emit(walk, unit, "fetch-run", call, {
        detail: `a file of ${fetched.what}`,
        host: hostAsked(walk, fetched),
        origin: fetched,
      });
  }
}

function sqlFacts(walk: Walk, unit: number, call: Call, scope: string): void {
  const first = call.args[0];
  if (first === undefined) return;
  const written = walk.flow.textOf(unit, first, scope) ?? "";
  // Names of tables and columns cannot be handed over apart.
  const text = written.replace(
    /\b(SELECT|FROM|INTO|UPDATE|JOIN|TABLE|BY)\s{1,4}["'`]?\{\w{0,40}\}/gi,
    "$1 x",
  );
  // Values handed over apart: what is put into the text are the marks for them.
  const marked = call.args.length > 1 && /\bIN\s{0,4}\(\s{0,4}\$?\{/i.test(text);
  if (marked || !/^\s{0,20}(?:SELECT|INSERT|UPDATE|DELETE|DROP)\b/i.test(text) || !/\{/.test(text)) return;
  const labels = walk.flow.labelsOf(unit, first, scope);
  if (labels.has("parameter") || labels.has("input"))
    emit(walk, unit, "input-sql", call, { detail: labels.get("parameter")?.what ?? "input" });
}

function writeFacts(
  walk: Walk,
  unit: number,
  call: Call,
  scope: string,
  callee: string,
  program: Program,
): void {
  const texts = [
    ...call.args,
    ...(call.callee.k === "member"
      ? [...within(call.callee.object)].filter((expr) => expr.k === "text" || expr.k === "name")
      : []),
  ].map((arg) => walk.flow.textOf(unit, arg, scope) ?? "");
  const mode = call.args[1] === undefined ? "" : (walk.flow.textOf(unit, call.args[1], scope) ?? "");
  if (/(?:^|\.)open$/.test(callee) && !/[wa+x]/.test(mode)) return;
  const target = texts.find((text) => isAgentFile(text)) ?? texts.find((text) => isAutostartPath(text));
  if (target === undefined || program.steps.length === 0) return;
  emit(walk, unit, isAgentFile(target) ? "agent-write" : "persistence", call, { detail: target });
}
