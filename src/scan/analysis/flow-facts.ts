/** Facts of Python and JavaScript: flows from what is private to the network, from what is foreign to an interpreter. */
import { hostOf } from "../hosts.ts";
import { placeOf } from "../position.ts";
import type { FlowStep } from "../report.ts";
import type { Block } from "../structure/block.ts";
import {
  isCodeRunner,
  isLoader,
  isNetwork,
  isShellRunner,
  isSqlRunner,
  isUnsafeLoad,
  isWorthSpelling,
} from "./apis.ts";
import type { Fact, FactKind } from "./facts.ts";
import { dotted, type Expr, nothing, type Program, type Step, spelledOut, within } from "./ir.ts";
import { parseJavaScript } from "./javascript.ts";
import type { Label, Labels, Origin } from "./labels.ts";
import { parsePython } from "./python.ts";
import { isAgentFile, isAutostartPath } from "./sensitive.ts";
import { shellFacts } from "./shell-facts.ts";
import { Flow, type Unit } from "./taint.ts";

interface Piece extends Unit {
  readonly block: Block;
}

type Call = Expr & { k: "call" };

/** Programs followed at once; a skill has a handful, a bundle of hundreds is followed file by file. */
const piecesPerSkill = 120;

export function flowFacts(blocks: readonly Block[]): Fact[] {
  const pieces = blocks.flatMap(pieceOf).slice(0, piecesPerSkill);
  // Files of the skill import each other; each fence of a document stands alone.
  const files = pieces.filter((piece) => piece.block.artefact.language !== "markdown");
  const fences = pieces.filter((piece) => piece.block.artefact.language === "markdown");
  return [files, ...fences.map((fence) => [fence])].filter((group) => group.length > 0).flatMap(factsOfGroup);
}

function pieceOf(block: Block): Piece[] {
  if (block.role !== "code" || block.text.length > 200_000 || !block.artefact.parseable) return [];
  if (block.language === "python") return [{ block, language: "python", program: parsePython(block.text) }];
  if (block.language !== "javascript" && block.language !== "typescript") return [];
  const program = parseJavaScript(block.text);
  return program === undefined ? [] : [{ block, language: "javascript", program }];
}

interface Walk {
  readonly pieces: readonly Piece[];
  readonly flow: Flow;
  readonly facts: Fact[];
}

function factsOfGroup(pieces: readonly Piece[]): Fact[] {
  const walk: Walk = { pieces, flow: new Flow(pieces), facts: [] };
  for (const [unit, piece] of pieces.entries()) {
    for (const loop of piece.program.endless)
      emit(walk, unit, "endless-loop", { at: loop.start, end: loop.end }, {});
    for (const step of piece.program.steps) stepFacts(walk, unit, step);
    for (const { name, at, end } of piece.program.spelled)
      if (isWorthSpelling(name)) emit(walk, unit, "spelled-name", { at, end }, { detail: name });
  }
  return walk.facts;
}

function stepFacts(walk: Walk, unit: number, step: Step): void {
  for (const expr of within(step.value)) {
    if (expr.k === "call") callFacts(walk, unit, expr, step.scope);
    else if (expr.k === "group" && expr.joins) spelledFact(walk, unit, expr);
  }
}

/** A name that is put together from literals. */
function spelledFact(walk: Walk, unit: number, expr: Expr): void {
  const spelled = spelledOut(expr);
  if (spelled !== undefined && spelled.pieces > 1 && isWorthSpelling(spelled.value))
    emit(walk, unit, "spelled-name", { at: expr.at, end: expr.at + 40 }, { detail: spelled.value });
}

/** `[].filter.constructor("…")`: the maker of functions, reached by way of something that has none of its name. */
function isDetour(callee: Expr): boolean {
  if (callee.k !== "member" || callee.name !== "constructor" || callee.object.k !== "member") return false;
  if (callee.object.name === "constructor") return true;
  let root: Expr = callee.object;
  while (root.k === "member") root = root.object;
  return root.k === "text" || (root.k === "group" && root.parts.length === 0 && root !== nothing);
}

/** Runs text as code under another name: `(0, eval)(…)`, `Reflect.construct(Function, …)`, `(() => {}).constructor(…)`. */
function runsByDetour(call: Call, callee: string): boolean {
  const target = call.callee.k === "group" ? call.callee.parts.at(-1) : undefined;
  if (target?.k === "name") return /^(?:eval|Function)$/.test(target.name);
  const [first] = call.args;
  if (/^Reflect\.(?:apply|construct)$/.test(callee))
    return first?.k === "name" && /^(?:eval|Function)$/.test(first.name);
  return call.callee.k === "member" && call.callee.name === "constructor" && call.callee.object === nothing;
}

interface Extra {
  readonly detail?: string;
  readonly host?: string;
  readonly origin?: Origin | undefined;
}

function emit(
  walk: Walk,
  unit: number,
  kind: FactKind,
  span: { at: number; end: number },
  extra: Extra,
): void {
  const block = walk.pieces[unit]?.block;
  if (block === undefined) return;
  const { artefact } = block;
  const start = block.start + span.at;
  const path: FlowStep[] = [];
  if (extra.origin !== undefined) {
    path.push(stepAt(walk, extra.origin.unit, extra.origin.at, `reads ${extra.origin.what}`));
    path.push(
      stepAt(
        walk,
        unit,
        span.at,
        kind === "exfiltration"
          ? `sends it to ${extra.host === "" || extra.host === undefined ? "the network" : extra.host}`
          : "runs it",
      ),
    );
  }
  walk.facts.push({
    kind,
    artefact,
    start,
    end: block.start + span.end,
    detail: extra.detail ?? "",
    host: extra.host ?? "",
    polarity: block.polarity,
    language: block.language,
    inScript: artefact.language !== "markdown",
    path,
  });
}

function stepAt(walk: Walk, unit: number, at: number, note: string): FlowStep {
  const block = walk.pieces[unit]?.block;
  if (block === undefined) return { file: "", line: 1, note };
  return {
    file: block.artefact.path,
    line: placeOf(block.artefact, block.artefact.text, block.start + at).line,
    note,
  };
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
  if (isCodeRunner(callee) || runsByDetour(call, callee)) codeFacts(walk, unit, call, scope);
  if (isDetour(call.callee) && call.args.length > 0)
    emit(walk, unit, "spelled-name", call, { detail: "Function, by way of a constructor" });
  if (isLoader(callee)) loaderFacts(walk, unit, call, scope);
  const bareExec =
    piece.language === "javascript" &&
    call.callee.k === "name" &&
    /^(?:exec|execSync|spawn|spawnSync|execFile|execFileSync|execa)$/.test(call.callee.name);
  if (bareExec || isShellRunner(callee, piece.language)) commandFacts(walk, unit, call, scope, piece);
  if (
    isUnsafeLoad(callee) &&
    !call.named.some((named) => named.name === "Loader" || named.name === "weights_only")
  )
    emit(walk, unit, "unsafe-load", call, { detail: callee });
  if (isSqlRunner(callee)) sqlFacts(walk, unit, call, scope);
  if (
    /(?:^|\.)(?:open|writeFile|writeFileSync|appendFile|appendFileSync|write_text|copyFileSync|copy|copyfile)$/.test(
      callee,
    )
  )
    writeFacts(walk, unit, call, scope, callee, piece.program);
}

const sendable: readonly Label[] = ["environment", "secret-file", "memory-file", "variable"];

function networkFacts(walk: Walk, unit: number, call: Call, scope: string): void {
  const url = textIn(walk, unit, call, scope);
  const host = hostOf(url);
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

function codeFacts(walk: Walk, unit: number, call: Call, scope: string): void {
  const labels: Labels = new Map();
  for (const arg of call.args)
    for (const [label, origin] of walk.flow.labelsOf(unit, arg, scope))
      if (!labels.has(label)) labels.set(label, origin);
  if (labels.has("remote"))
    emit(walk, unit, "fetch-run", call, {
      detail: labels.get("remote")?.what ?? "",
      origin: labels.get("remote"),
    });
  else if (labels.has("decoded"))
    emit(walk, unit, "decode-run", call, {
      detail: labels.get("decoded")?.what ?? "",
      origin: labels.get("decoded"),
    });
  else if (labels.has("parameter") || labels.has("input"))
    emit(walk, unit, "input-run", call, {
      detail: labels.get("parameter")?.what ?? "input",
      origin: labels.get("input"),
    });
}

/** A module or a member whose name is decoded first. */
function loaderFacts(walk: Walk, unit: number, call: Call, scope: string): void {
  const name = call.args.at(-1);
  const spelled = name === undefined ? undefined : spelledOut(name);
  if (name === undefined) return;
  if (name.k === "call" && spelled !== undefined && spelled.pieces > 1 && isWorthSpelling(spelled.value))
    emit(walk, unit, "spelled-name", call, { detail: spelled.value });
  const decoded = walk.flow.labelsOf(unit, name, scope).get("decoded");
  if (decoded !== undefined) emit(walk, unit, "decode-run", call, { detail: decoded.what, origin: decoded });
}

function commandFacts(walk: Walk, unit: number, call: Call, scope: string, piece: Piece): void {
  const first = call.args[0];
  if (first === undefined) return;
  const words =
    first.k === "group" && !first.joins
      ? first.parts.map((part) => walk.flow.textOf(unit, part, scope) ?? "{}")
      : [];
  const command =
    words.length > 1 ? words.map(quoted).join(" ") : (walk.flow.textOf(unit, first, scope) ?? "");
  const spawned =
    call.args[1]?.k === "group"
      ? call.args[1].parts.map((part) => quoted(walk.flow.textOf(unit, part, scope) ?? "{}")).join(" ")
      : "";
  emit(walk, unit, "shell", call, { detail: command.slice(0, 80) });
  walk.facts.push(...shellFacts(piece.block, `${command} ${spawned}`, piece.block.start + call.at, false));
  const labels = walk.flow.labelsOf(unit, first, scope);
  if (labels.has("decoded"))
    emit(walk, unit, "decode-run", call, {
      detail: labels.get("decoded")?.what ?? "",
      origin: labels.get("decoded"),
    });
  else if (labels.has("remote") && !isFixedProgram(first, command))
    emit(walk, unit, "fetch-run", call, {
      detail: labels.get("remote")?.what ?? "",
      origin: labels.get("remote"),
    });
  const sends = /\b(?:curl|wget|nc)\b/.test(command)
    ? sendable.find((label) => label !== "variable" && labels.has(label))
    : undefined;
  if (sends !== undefined)
    emit(walk, unit, "exfiltration", call, {
      detail: sends,
      host: hostOf(/https?:\/\/[^\s"']{3,200}/.exec(command)?.[0] ?? ""),
      origin: labels.get(sends),
    });
  const viaShell =
    call.named.some((named) => named.name === "shell") ||
    /system|popen|getoutput|\.exec|execSync|shell$/.test(dotted(call.callee, piece.program.imports));
  const foreign = labels.has("input") || labels.has("parameter");
  if (viaShell && foreign && first.k === "group" && first.joins)
    emit(walk, unit, "input-run", call, { detail: labels.get("parameter")?.what ?? "input" });
}

/** `open "{}"`: what is run is written out, only a word of it comes from elsewhere. */
function isFixedProgram(first: Expr, command: string): boolean {
  const written = first.k === "group" && first.joins && /^\s{0,8}[\w./-]{2,60}\s/.test(command);
  return (
    written && !/\b(?:sh|bash|zsh|eval|node|python3?|perl|ruby|powershell|pwsh|npx|iex|sudo)\b/.test(command)
  );
}

function quoted(word: string): string {
  return /^[\w@./:=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function sqlFacts(walk: Walk, unit: number, call: Call, scope: string): void {
  const first = call.args[0];
  if (first === undefined) return;
  const text = walk.flow.textOf(unit, first, scope) ?? "";
  if (!/^\s{0,20}(?:SELECT|INSERT|UPDATE|DELETE|DROP)\b/i.test(text) || !/\{/.test(text)) return;
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
