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
import { commandFacts } from "./command-facts.ts";
import type { Fact } from "./facts.ts";
import { CallSpot, type Piece, Spot, type Walk } from "./flow-walk.ts";
import { harmFacts } from "./harm-facts.ts";
import { lastName, type Step, within } from "./ir.ts";
import { parseJavaScript } from "./javascript.ts";
import { dialFacts, isPost, networkFacts } from "./network-facts.ts";
import { boundCall } from "./partial-calls.ts";
import { type Patience, parsePython } from "./python.ts";
import { codeFacts, fedFacts, fileFacts, handedFacts, isWorkerOfText } from "./run-facts.ts";
import { isAgentFile, isAutostartPath } from "./sensitive.ts";
import { loaderFacts, runsByDetour, spelledFact } from "./spelled-facts.ts";
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
  for (const [unit, { program }] of pieces.entries()) {
    const top = new Spot(walk, unit, "");
    for (const step of program.steps) stepFacts(new Spot(walk, unit, step.scope), step);
    for (const { name, at, end } of program.spelled)
      if (isWorthSpelling(name)) top.emit("spelled-name", { at, end }, { detail: name });
  }
  return walk.facts;
}

function stepFacts(spot: Spot, step: Step): void {
  for (const expr of within(step.value)) {
    if (expr.k === "call") callFacts(new CallSpot(spot, boundCall(spot.program, expr)));
    else if (expr.k === "group" && expr.joins) spelledFact(spot, expr);
  }
}

const writer = /(?:^|\.)(?:open|(?:write|append)File(?:Sync)?|write_text|copyFileSync|copy|copyfile)$/;
const bareRunner = /^(?:exec|execSync|spawn|spawnSync|execFile|execFileSync|execa)$/;

function callFacts(spot: CallSpot): void {
  const { call, callee, piece } = spot;
  const own = call.callee.k === "name" && isOwnFunction(piece, call.callee.name);
  if (isNetwork(callee) || isPost(spot)) networkFacts(spot);
  if (isDialler(callee)) dialFacts(spot);
  const runs = isCodeRunner(callee) || runsByDetour(call, callee) || isWorkerOfText(call, callee);
  if (!own && runs) codeFacts(spot);
  fedFacts(spot);
  handedFacts(spot);
  if (isLoader(callee)) loaderFacts(spot);
  if (isFileRunner(callee)) fileFacts(spot);
  const isBare = piece.language === "javascript" && call.callee.k === "name" && !own;
  if ((isBare && bareRunner.test(lastName(call.callee))) || isShellRunner(callee, piece.language))
    commandFacts(spot);
  if (isUnsafeLoad(callee) && spot.named("Loader", "weights_only") === undefined)
    spot.tell("unsafe-load", { detail: callee });
  harmFacts(spot);
  if (isSqlRunner(callee)) sqlFacts(spot);
  if (writer.test(callee)) writeFacts(spot);
}

/** A function of the program's own that bears the name of a shell runner: `function exec(db, sql)`. */
function isOwnFunction({ block, program }: Piece, name: string): boolean {
  const declared = program.functions.has(name) && block.text.includes(`function ${name}(`);
  return declared && !block.text.includes("child_process");
}

function sqlFacts(spot: CallSpot): void {
  // Names of tables and columns cannot be handed over apart.
  const text = spot
    .text(spot.first)
    .replace(/\b(SELECT|FROM|INTO|UPDATE|JOIN|TABLE|BY)\s{1,4}["'`]?\{\w{0,40}\}/gi, "$1 x");
  // Values handed over apart: what is put into the text are the marks for them.
  const marked = spot.call.args.length > 1 && /\bIN\s{0,4}\(\s{0,4}\$?\{/i.test(text);
  if (marked || !/^\s{0,20}(?:SELECT|INSERT|UPDATE|DELETE|DROP)\b/i.test(text) || !/\{/.test(text)) return;
  const labels = spot.labels(spot.first);
  const given = labels.get("parameter");
  if (given !== undefined || labels.has("input")) spot.tell("input-sql", { detail: given?.what ?? "input" });
}

function writeFacts(spot: CallSpot): void {
  const { call, callee } = spot;
  const isMethod = call.callee.k === "member";
  const object = call.callee.k === "member" ? [...within(call.callee.object)] : [];
  const mode = spot.text(call.args[isMethod && callee !== "os.open" ? 0 : 1]);
  if (/(?:^|\.)open$/.test(callee) && !/[wa+x]/.test(mode)) return;
  const named = object.filter((expr) => expr.k === "text" || expr.k === "name");
  const texts = [...call.args, ...named].map((expr) => spot.text(expr));
  const agentFile = texts.find(isAgentFile);
  const target = agentFile ?? texts.find(isAutostartPath);
  if (target !== undefined)
    spot.tell(agentFile === undefined ? "persistence" : "agent-write", { detail: target });
}
