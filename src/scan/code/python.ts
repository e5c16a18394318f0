/** Python source to the little language, by the Lezer grammar (tolerant: half a file still gives its half). */
import type { SyntaxNode, Tree } from "@lezer/common";
import { parser } from "@lezer/python";
import type { Program } from "./ir.ts";
import { expression, group } from "./python-expressions.ts";
import { childrenOf, namesIn, targetOf, text, type Walk } from "./python-tree.ts";

/** How often the parser may look for a way on after an error, over the programs of a skill: some µs each time. */
export interface Patience {
  left: number;
}

/** Text that is no Python costs twenty times as much to get through. */
class NotPython extends Error {}

export function parsePython(source: string, patience: Patience): Program {
  const functions = new Map<string, string[]>();
  const walk: Walk = {
    source,
    steps: [],
    functions,
    takes: functions,
    imports: new Map(),
    outer: new Map(),
    tabled: [],
    spelled: [],
    reflects: /\bgetattr\(|\bglobals\(\)|\blocals\(\)/.test(source),
    endless: [],
    globals: new Map(),
    scope: "",
  };
  statement(walk, treeOf(source, patience).topNode, "", 0);
  return walk;
}

function longestLine(source: string): number {
  let longest = 0;
  for (const line of source.split("\n")) longest = Math.max(longest, line.length);
  return longest;
}

function treeOf(source: string, patience: Patience): Tree {
  const parse = parser.startParse(source);
  // Above zero while the parser recovers from an error.
  const state = parse as unknown as { readonly recovering: number };
  // Texts are read to the end of their line again and again.
  const cost = 1 + longestLine(source) / 500;
  for (;;) {
    const tree = parse.advance();
    if (tree !== null) return tree;
    if (state.recovering > 0) patience.left -= cost;
    if (patience.left < 0) throw new NotPython();
  }
}

function statement(walk: Walk, node: SyntaxNode, scope: string, depth: number): void {
  if (depth > 200) return;
  walk.scope = scope;
  switch (node.name) {
    case "ImportStatement":
      importOf(walk, node);
      return;
    case "FunctionDefinition":
      functionOf(walk, node, depth, scope);
      return;
    case "AssignStatement":
    case "UpdateStatement":
      assignment(walk, node, scope);
      return;
    case "ReturnStatement":
    case "YieldStatement":
      walk.steps.push({
        targets: [],
        value: group(walk, childrenOf(node), 0, node.from),
        returns: true,
        scope,
      });
      return;
    case "ExpressionStatement":
      walk.steps.push({
        targets: [],
        value: group(walk, childrenOf(node), 0, node.from),
        returns: false,
        scope,
      });
      return;
    case "ScopeStatement":
      if (scope !== "" && text(walk, node).startsWith("global"))
        declareGlobal(walk, scope, namesIn(walk, node));
      return;
    case "IfStatement":
    case "AssertStatement":
    case "RaiseStatement":
    case "MatchStatement":
      for (const child of childrenOf(node))
        if (child.name.endsWith("Expression"))
          walk.steps.push({ targets: [], value: expression(walk, child, 0), returns: false, scope });
      break;
    case "WithStatement":
    case "ForStatement":
      bindings(walk, node, scope);
      break;
    case "WhileStatement":
      for (const child of childrenOf(node))
        if (child.name.endsWith("Expression"))
          walk.steps.push({ targets: [], value: expression(walk, child, 0), returns: false, scope });
      if (
        /^while\s{1,4}(?:True|1)\s{0,4}:/.test(text(walk, node)) &&
        !/\b(?:break|return|raise|sleep|yield|await|exit|input|accept|recv|wait|get|readline|quit|poll|select|join|next|except)\b/.test(
          text(walk, node),
        )
      ) {
        walk.endless.push({ start: node.from, end: Math.min(node.to, node.from + 80) });
      }
      break;
    default:
  }
  for (const child of childrenOf(node)) statement(walk, child, scope, depth + 1);
}

function declareGlobal(walk: Walk, scope: string, names: readonly string[]): void {
  const known = walk.globals.get(scope) ?? new Set<string>();
  for (const name of names) known.add(name);
  walk.globals.set(scope, known);
}

function importOf(walk: Walk, node: SyntaxNode): void {
  const source = text(walk, node).replace(/[()\\\n]/g, " ");
  const from = /^from\s{1,8}([\w.]{1,100})\s{1,8}import\s{1,8}([^#]{1,2000})/.exec(source);
  const list = from === null ? source.replace(/^import\s{1,8}/, "") : (from[2] ?? "");
  for (const item of list.split(",").slice(0, 60)) {
    const [name = "", alias] = item.trim().split(/\s{1,8}as\s{1,8}/);
    if (name === "") continue;
    const full = from === null ? name : `${from[1]}.${name}`;
    walk.imports.set(
      alias ?? (from === null ? (name.split(".")[0] ?? name) : name),
      alias === undefined && from === null ? (name.split(".")[0] ?? name) : full,
    );
  }
}

function functionOf(walk: Walk, node: SyntaxNode, depth: number, scope: string): void {
  const name = childrenOf(node).find((child) => child.name === "VariableName");
  const list = childrenOf(node).find((child) => child.name === "ParamList");
  const own = name === undefined ? "" : text(walk, name);
  const params = list === undefined ? [] : namesIn(walk, list);
  if (!walk.outer.has(own)) walk.outer.set(own, scope);
  walk.functions.set(
    own,
    params.filter((param) => param !== "self" && param !== "cls"),
  );
  if (list !== undefined) defaultsOf(walk, list, own);
  const body = childrenOf(node).find((child) => child.name === "Body");
  if (body !== undefined) statement(walk, body, own, depth + 1);
}

/** What a parameter holds when nothing is given. */
function defaultsOf(walk: Walk, list: SyntaxNode, scope: string): void {
  const children = childrenOf(list);
  let name: SyntaxNode | undefined;
  for (const [i, child] of children.entries()) {
    if (child.name === "VariableName") name = child;
    const value = children[i + 1];
    if (child.name !== "AssignOp" || name === undefined || value === undefined) continue;
    walk.steps.push({
      targets: [text(walk, name)],
      value: expression(walk, value, 0),
      returns: false,
      scope,
    });
  }
}

function assignment(walk: Walk, node: SyntaxNode, scope: string): void {
  const children = childrenOf(node);
  const operator = children.findLastIndex((child) => child.name === "AssignOp" || child.name === "UpdateOp");
  if (operator === -1) return;
  const targets = children.slice(0, operator).flatMap((child) => targetOf(walk, child));
  const globals = walk.globals.get(scope);
  walk.steps.push({
    targets,
    value: group(walk, children.slice(operator + 1), 0, node.from),
    returns: false,
    scope,
    ...(globals === undefined ? {} : { globals }),
  });
}

function bindings(walk: Walk, node: SyntaxNode, scope: string): void {
  const children = childrenOf(node).filter((child) => child.name !== "Body");
  const split = children.findIndex((child) => child.name === "as" || child.name === "in");
  if (split === -1) {
    for (const child of children)
      if (child.name.endsWith("Expression"))
        walk.steps.push({ targets: [], value: expression(walk, child, 0), returns: false, scope });
    return;
  }
  const isFor = node.name === "ForStatement";
  const before = children.slice(0, split);
  const after = children.slice(split + 1);
  const targets = (isFor ? before : after).flatMap((child) => targetOf(walk, child));
  walk.steps.push({
    targets,
    value: group(walk, isFor ? after : before, 0, node.from),
    returns: false,
    scope,
  });
}
