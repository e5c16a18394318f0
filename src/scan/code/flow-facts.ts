/** Facts of Python and JavaScript: flows from what is private to the network, from what is foreign to an interpreter. */

import type { Block } from "../document/block.ts";
import { limits } from "../limits.ts";
import {
  isCodeRunner,
  isDialler,
  isFileRunner,
  isLoader,
  isNetwork,
  isShellRunner,
  isSqlRunner,
  isUnsafeLoad,
  isWorthSpelling,
} from "./apis.ts";
import { commandFacts, keptCommands } from "./command-facts.ts";
import type { Fact } from "./facts.ts";
import { type Call, emit, type Piece, type Walk } from "./flow-walk.ts";
import { harmFacts } from "./harm-facts.ts";
import { dotted, type Program, type Step, within } from "./ir.ts";
import { parseJavaScript } from "./javascript.ts";
import { dialFacts, isPost, networkFacts } from "./network-facts.ts";
import { boundCall } from "./partial-calls.ts";
import { type Patience, parsePython } from "./python.ts";
import { codeFacts, fedFacts, fileFacts, handedFacts, isWorkerOfText } from "./run-facts.ts";
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
  const walk: Walk = { pieces, flow: new Flow(pieces), facts: [], carried: new Map() };
  for (const [unit, piece] of pieces.entries()) {
    for (const step of piece.program.steps) stepFacts(walk, unit, step);
    for (const { name, at, end } of piece.program.spelled)
      if (isWorthSpelling(name)) emit(walk, unit, "spelled-name", { at, end }, { detail: name });
  }
  return walk.facts;
}

function stepFacts(walk: Walk, unit: number, step: Step): void {
  const piece = walk.pieces[unit];
  if (piece !== undefined) keptCommands(walk, unit, step);
  for (const expr of within(step.value)) {
    if (expr.k === "call") callFacts(walk, unit, boundCall(piece?.program, expr), step.scope);
    else if (expr.k === "group" && expr.joins) spelledFact(walk, unit, expr);
  }
}

function callFacts(walk: Walk, unit: number, call: Call, scope: string): void {
  const piece = walk.pieces[unit];
  if (piece === undefined) return;
  const callee = dotted(call.callee, piece.program.imports);
  if (isNetwork(callee) || isPost(walk, unit, call, scope, callee)) networkFacts(walk, unit, call, scope);
  if (isDialler(callee)) dialFacts(walk, unit, call, scope);
  const own = call.callee.k === "name" && isOwnFunction(piece, call.callee.name);
  const runs = isCodeRunner(callee) || runsByDetour(call, callee) || isWorkerOfText(call, callee);
  if (!own && runs) codeFacts(walk, unit, call, scope);
  if (isDetour(call.callee) && call.args.length > 0)
    emit(walk, unit, "spelled-name", call, { detail: "Function, by way of a constructor" });
  fedFacts(walk, unit, call, scope);
  handedFacts(walk, unit, call, scope);
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
  harmFacts(walk, unit, call, scope, callee);
  if (isSqlRunner(callee)) sqlFacts(walk, unit, call, scope);
  if (
    /(?:^|\.)(?:open|writeFile|writeFileSync|appendFile|appendFileSync|write_text|copyFileSync|copy|copyfile)$/.test(
      callee,
    )
  )
    writeFacts(walk, unit, call, scope, callee, piece.program);
}

/** A function of the program's own that bears the name of a shell runner: `function exec(db, sql)`. */
function isOwnFunction({ block, program }: Piece, name: string): boolean {
  const declared = program.functions.has(name) && block.text.includes(`function ${name}(`);
  return declared && !block.text.includes("child_process");
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
  const given = call.callee.k === "member" && callee !== "os.open" ? call.args[0] : call.args[1];
  const mode = given === undefined ? "" : (walk.flow.textOf(unit, given, scope) ?? "");
  if (/(?:^|\.)open$/.test(callee) && !/[wa+x]/.test(mode)) return;
  const target = texts.find((text) => isAgentFile(text)) ?? texts.find((text) => isAutostartPath(text));
  if (target === undefined || program.steps.length === 0) return;
  emit(walk, unit, isAgentFile(target) ? "agent-write" : "persistence", call, { detail: target });
}
