/** Python source to the little language, by the Lezer grammar (tolerant: half a file still gives its half). */
import type { SyntaxNode, Tree } from "@lezer/common";
import { parser } from "@lezer/python";
import { Program } from "./ir.ts";
import { expression, group } from "./python-expressions.ts";
import { childOf, childrenOf, namesIn, targetOf, text } from "./python-tree.ts";

/** How often the parser may look for a way on after an error, over the programs of a skill: some µs each time. */
export interface Patience {
  left: number;
}

/** Text that is no Python costs twenty times as much to get through. */
class NotPython extends Error {}

export function parsePython(source: string, patience: Patience): Program {
  const program = new Program(source);
  statement(program, treeOf(source, patience).topNode, 0);
  return program;
}

function treeOf(source: string, patience: Patience): Tree {
  const parse = parser.startParse(source);
  // Above zero while the parser recovers from an error.
  const state = parse as unknown as { readonly recovering: number };
  const longest = source.split("\n").reduce((most, line) => Math.max(most, line.length), 0);
  // Texts are read to the end of their line again and again.
  const cost = 1 + longest / 500;
  for (;;) {
    const tree = parse.advance();
    if (tree !== null) return tree;
    if (state.recovering > 0) patience.left -= cost;
    if (patience.left < 0) throw new NotPython();
  }
}

type Reader = (program: Program, node: SyntaxNode, depth: number) => void;

const whole = (program: Program, node: SyntaxNode) => group(program, childrenOf(node), node.from);
const answers: Reader = (program, node) => program.answers(whole(program, node));

/** Statements that are read as a whole. */
const readers: Readonly<Record<string, Reader>> = {
  ImportStatement: importOf,
  FunctionDefinition: functionOf,
  AssignStatement: assignment,
  UpdateStatement: assignment,
  ReturnStatement: answers,
  YieldStatement: answers,
  ExpressionStatement: (program, node) => program.gives([], whole(program, node)),
  ScopeStatement: scoped,
};

function statement(program: Program, node: SyntaxNode, depth: number): void {
  if (depth > 200) return;
  const reader = readers[node.name];
  if (reader !== undefined) {
    reader(program, node, depth);
    return;
  }
  if (node.name === "WithStatement" || node.name === "ForStatement") bindings(program, node);
  else looseExpressions(program, childrenOf(node));
  for (const child of childrenOf(node)) statement(program, child, depth + 1);
}

/** Conditions, and what is matched, raised or entered without a name. */
function looseExpressions(program: Program, nodes: readonly SyntaxNode[]): void {
  for (const node of nodes)
    if (node.name.endsWith("Expression")) program.gives([], expression(program, node, 0));
}

function scoped(program: Program, node: SyntaxNode): void {
  if (program.scope === "" || !text(program, node).startsWith("global")) return;
  const known = program.globals.get(program.scope) ?? new Set();
  for (const name of namesIn(program, node)) known.add(name);
  program.globals.set(program.scope, known);
}

function importOf(program: Program, node: SyntaxNode): void {
  const source = text(program, node).replace(/[()\\\n]/g, " ");
  const from = /^from\s{1,8}([\w.]{1,100})\s{1,8}import\s{1,8}([^#]{1,2000})/.exec(source);
  const list = from === null ? source.replace(/^import\s{1,8}/, "") : (from[2] ?? "");
  for (const item of list.split(",").slice(0, 60)) {
    const [name = "", alias] = item.trim().split(/\s{1,8}as\s{1,8}/);
    const [first = name] = name.split(".");
    if (name === "") continue;
    if (from !== null) program.imports.set(alias ?? name, `${from[1]}.${name}`);
    else program.imports.set(alias ?? first, alias === undefined ? first : name);
  }
}

function functionOf(program: Program, node: SyntaxNode, depth: number): void {
  const { scope } = program;
  const [name] = namesIn(program, node);
  const list = childOf(node, "ParamList");
  const body = childOf(node, "Body");
  const own = name ?? "";
  const params = list === undefined ? [] : namesIn(program, list);
  const taken = params.filter((param) => param !== "self" && param !== "cls");
  if (!program.outer.has(own)) program.outer.set(own, scope);
  program.functions.set(own, taken);
  program.takes.set(own, taken);
  program.scope = own;
  if (list !== undefined) defaultsOf(program, list);
  if (body !== undefined) statement(program, body, depth + 1);
  program.scope = scope;
}

/** What a parameter holds when nothing is given. */
function defaultsOf(program: Program, list: SyntaxNode): void {
  const children = childrenOf(list);
  let name: SyntaxNode | undefined;
  for (const [i, child] of children.entries()) {
    if (child.name === "VariableName") name = child;
    const value = children[i + 1];
    if (child.name === "AssignOp" && name !== undefined && value !== undefined)
      program.gives([text(program, name)], expression(program, value, 0));
  }
}

function assignment(program: Program, node: SyntaxNode): void {
  const children = childrenOf(node);
  const operator = children.findLastIndex((child) => child.name === "AssignOp" || child.name === "UpdateOp");
  if (operator === -1) return;
  const targets = children.slice(0, operator).flatMap((child) => targetOf(program, child));
  program.gives(targets, group(program, children.slice(operator + 1), node.from));
}

function bindings(program: Program, node: SyntaxNode): void {
  const children = childrenOf(node).filter((child) => child.name !== "Body");
  const split = children.findIndex((child) => child.name === "as" || child.name === "in");
  if (split === -1) {
    looseExpressions(program, children);
    return;
  }
  const sides = [children.slice(0, split), children.slice(split + 1)];
  const [targets = [], values = []] = node.name === "ForStatement" ? sides : sides.reverse();
  program.gives(
    targets.flatMap((child) => targetOf(program, child)),
    group(program, values, node.from),
  );
}
