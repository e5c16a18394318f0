/** Python source to the little language, by the Lezer grammar (tolerant: half a file still gives its half). */
import type { SyntaxNode } from "@lezer/common";
import { parser } from "@lezer/python";
import {
  type Expr,
  type Loop,
  made,
  type Named,
  nothing,
  type Program,
  type Step,
  type Tabled,
} from "./ir.ts";

interface Walk {
  readonly source: string;
  readonly steps: Step[];
  readonly functions: Map<string, string[]>;
  readonly takes: Map<string, string[]>;
  readonly imports: Map<string, string>;
  readonly outer: Map<string, string>;
  readonly tabled: Tabled[];
  readonly spelled: [];
  readonly endless: Loop[];
  /** Where the expression stands that is being read. */
  scope: string;
}

/** Deeper expressions are cut off: no person writes them. */
const maximumDepth = 60;

export function parsePython(source: string): Program {
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
    endless: [],
    scope: "",
  };
  statement(walk, parser.parse(source).topNode, "", 0);
  return walk;
}

function text(walk: Walk, node: SyntaxNode): string {
  return walk.source.slice(node.from, node.to);
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const out: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) out.push(child);
  return out;
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
    case "WithStatement":
    case "ForStatement":
      bindings(walk, node, scope);
      break;
    case "WhileStatement":
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
  const body = childrenOf(node).find((child) => child.name === "Body");
  if (body !== undefined) statement(walk, body, own, depth + 1);
}

function namesIn(walk: Walk, node: SyntaxNode): string[] {
  return childrenOf(node)
    .filter((child) => child.name === "VariableName")
    .map((child) => text(walk, child));
}

function assignment(walk: Walk, node: SyntaxNode, scope: string): void {
  const children = childrenOf(node);
  const operator = children.findLastIndex((child) => child.name === "AssignOp" || child.name === "UpdateOp");
  if (operator === -1) return;
  const targets = children.slice(0, operator).flatMap((child) => targetOf(walk, child));
  walk.steps.push({
    targets,
    value: group(walk, children.slice(operator + 1), 0, node.from),
    returns: false,
    scope,
  });
}

function targetOf(walk: Walk, node: SyntaxNode): string[] {
  if (node.name === "VariableName") return [text(walk, node)];
  if (node.name !== "MemberExpression") return childrenOf(node).flatMap((child) => targetOf(walk, child));
  const [object, second] = childrenOf(node);
  if (object?.name === "VariableName" && /^(?:self|cls)$/.test(text(walk, object)) && second !== undefined) {
    const property = childrenOf(node).find((child) => child.name === "PropertyName");
    return property === undefined ? [] : [`self.${text(walk, property)}`];
  }
  // x[key] = value makes x carry the value.
  return object === undefined ? [] : targetOf(walk, object);
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

function group(walk: Walk, nodes: readonly SyntaxNode[], depth: number, at: number): Expr {
  const parts = nodes.map((node) => expression(walk, node, depth + 1)).filter((part) => part !== nothing);
  return parts.length === 1 && parts[0] !== undefined
    ? parts[0]
    : { k: "group", parts, named: [], joins: false, at };
}

function expression(walk: Walk, node: SyntaxNode, depth: number): Expr {
  if (depth > maximumDepth) return nothing;
  switch (node.name) {
    case "VariableName":
      return { k: "name", name: text(walk, node), at: node.from };
    case "String":
    case "ContinuedString":
    case "FormatString":
      return stringOf(walk, node, depth);
    case "MemberExpression":
      return member(walk, node, depth);
    case "CallExpression":
      return call(walk, node, depth);
    case "LambdaExpression":
      lambda(walk, node);
      return group(walk, childrenOf(node).slice(-1), depth, node.from);
    case "ArrayComprehensionExpression":
    case "ComprehensionExpression":
    case "SetComprehensionExpression":
    case "DictionaryComprehensionExpression":
      comprehension(walk, node, depth);
      return { k: "group", parts: parts(walk, node, depth), named: [], joins: false, at: node.from };
    case "BinaryExpression":
      if (childrenOf(node).some((child) => text(walk, child) === "^"))
        return made("operator.xor", parts(walk, node, depth), node.from, node.to);
      return {
        k: "group",
        parts: parts(walk, node, depth),
        named: [],
        joins: text(walk, node).includes("+"),
        at: node.from,
      };
    case "DictionaryExpression":
      return {
        k: "group",
        parts: parts(walk, node, depth),
        named: pairs(walk, node, depth),
        joins: false,
        at: node.from,
      };
    default:
      return node.firstChild === null
        ? nothing
        : { k: "group", parts: parts(walk, node, depth), named: [], joins: false, at: node.from };
  }
}

/** A function in an expression: what it is given when it is called is not known here. */
function lambda(walk: Walk, node: SyntaxNode): void {
  const list = childrenOf(node).find((child) => child.name === "ParamList");
  walk.tabled.push({ scope: walk.scope, name: "", params: list === undefined ? [] : namesIn(walk, list) });
}

/** `f(x) for x in list`: the name holds what the list holds. */
function comprehension(walk: Walk, node: SyntaxNode, depth: number): void {
  const children = childrenOf(node);
  const from = children.findIndex((child) => child.name === "for");
  const split = children.findIndex((child) => child.name === "in");
  const source = children[split + 1];
  if (from === -1 || split < from || source === undefined) return;
  walk.steps.push({
    targets: children.slice(from + 1, split).flatMap((child) => targetOf(walk, child)),
    value: expression(walk, source, depth + 1),
    returns: false,
    scope: walk.scope,
  });
}

function parts(walk: Walk, node: SyntaxNode, depth: number): Expr[] {
  return childrenOf(node)
    .map((child) => expression(walk, child, depth + 1))
    .filter((part) => part !== nothing);
}

function pairs(walk: Walk, node: SyntaxNode, depth: number): Named[] {
  const children = childrenOf(node);
  return children.flatMap((child, i) => {
    const value = children[i + 2];
    if (child.name !== "String" || children[i + 1]?.name !== ":" || value === undefined) return [];
    if (value.name === "VariableName")
      walk.tabled.push({ scope: walk.scope, name: text(walk, value), params: [] });
    return [{ name: unquote(text(walk, child)), value: expression(walk, value, depth + 1) }];
  });
}

function stringOf(walk: Walk, node: SyntaxNode, depth: number): Expr {
  if (node.name === "String") return { k: "text", value: unquote(text(walk, node)), at: node.from };
  const inner =
    node.name === "FormatString"
      ? childrenOf(node).filter((child) => child.name === "FormatReplacement")
      : childrenOf(node);
  if (node.name === "ContinuedString")
    return {
      k: "group",
      parts: inner.map((child) => expression(walk, child, depth + 1)),
      named: [],
      joins: true,
      at: node.from,
    };
  const literal: Expr = { k: "text", value: unquote(text(walk, node)), at: node.from };
  return {
    k: "group",
    parts: [literal, ...inner.map((child) => group(walk, childrenOf(child), depth + 1, child.from))],
    named: [],
    joins: true,
    at: node.from,
  };
}

function member(walk: Walk, node: SyntaxNode, depth: number): Expr {
  const [first, ...rest] = childrenOf(node);
  const property = rest.find((child) => child.name === "PropertyName");
  const object = first === undefined ? nothing : expression(walk, first, depth + 1);
  if (property !== undefined) return { k: "member", object, name: text(walk, property), at: node.from };
  // os.environ["NAME"] reads one variable, not all of them.
  const index = rest.length === 3 && rest[1]?.name === "String" ? rest[1] : undefined;
  if (index !== undefined) return { k: "member", object, name: unquote(text(walk, index)), at: node.from };
  return {
    k: "group",
    parts: [
      object,
      ...rest.map((child) => expression(walk, child, depth + 1)).filter((part) => part !== nothing),
    ],
    named: [],
    joins: false,
    at: node.from,
  };
}

function call(walk: Walk, node: SyntaxNode, depth: number): Expr {
  const [callee, list] = childrenOf(node);
  const args: Expr[] = [];
  const named: Named[] = [];
  const children = list === undefined ? [] : childrenOf(list);
  if (list !== undefined && children.some((child) => child.name === "for")) comprehension(walk, list, depth);
  for (let i = 0; i < children.length; i++) {
    const child = children[i];
    const value = children[i + 2];
    if (child === undefined) continue;
    if (child.name === "VariableName" && children[i + 1]?.name === "AssignOp" && value !== undefined) {
      named.push({ name: text(walk, child), value: expression(walk, value, depth + 1) });
      i += 2;
      continue;
    }
    const arg = expression(walk, child, depth + 1);
    if (arg !== nothing) args.push(arg);
  }
  return {
    k: "call",
    callee: callee === undefined ? nothing : expression(walk, callee, depth + 1),
    args,
    named,
    at: node.from,
    end: node.to,
  };
}

/** The value of a literal as written; escapes that spell letters are resolved. */
function unquote(literal: string): string {
  const body = literal.replace(/^[a-zA-Z]{0,2}("""|'''|"|')/, "").replace(/("""|'''|"|')$/, "");
  return body.includes("\\x")
    ? body.replace(/\\x([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : body;
}
