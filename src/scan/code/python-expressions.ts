/** Expressions of Python to the little language. */
import type { SyntaxNode } from "@lezer/common";
import { type Expr, made, type Named, nothing } from "./ir.ts";
import { childrenOf, namesIn, targetOf, text, type Walk } from "./python-tree.ts";

/** Deeper expressions are cut off: no person writes them. */
const maximumDepth = 60;

export function group(walk: Walk, nodes: readonly SyntaxNode[], depth: number, at: number): Expr {
  const parts = nodes.map((node) => expression(walk, node, depth + 1)).filter((part) => part !== nothing);
  return parts.length === 1 && parts[0] !== undefined
    ? parts[0]
    : { k: "group", parts, named: [], joins: false, at };
}

export function expression(walk: Walk, node: SyntaxNode, depth: number): Expr {
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
    case "NamedExpression": {
      const [name, , value] = childrenOf(node);
      const held = value === undefined ? nothing : expression(walk, value, depth + 1);
      if (name !== undefined)
        walk.steps.push({ targets: [text(walk, name)], value: held, returns: false, scope: walk.scope });
      return held;
    }
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
      if (isPath(walk, node)) return made("os.path.join", parts(walk, node, depth), node.from, node.to);
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

/** `folder / "name"`, `Path.home() / name`: numbers are not divided by texts, nor folders by numbers. */
function isPath(walk: Walk, node: SyntaxNode): boolean {
  const [first, operator, last] = childrenOf(node);
  if (first === undefined || operator === undefined || text(walk, operator) !== "/") return false;
  return (
    last?.name.endsWith("String") === true ||
    /\bPath(?:\.home)?\(|^HOME\b/.test(text(walk, first).slice(0, 200))
  );
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
  const parts =
    node.name === "FormatString"
      ? formatParts(walk, node, depth)
      : childrenOf(node).map((child) => expression(walk, child, depth + 1));
  return { k: "group", parts, named: [], joins: true, at: node.from };
}

/** What stands between the braces and what stands around them, in order. */
function formatParts(walk: Walk, node: SyntaxNode, depth: number): Expr[] {
  const whole = text(walk, node);
  const quote = /^[a-zA-Z]{0,3}("""|'''|["'])/.exec(whole);
  const end = node.to - (quote?.[1]?.length ?? 0);
  const parts: Expr[] = [];
  let at = node.from + (quote?.[0].length ?? 0);
  const literal = (until: number) => {
    if (until > at) parts.push({ k: "text", value: whole.slice(at - node.from, until - node.from), at });
  };
  for (const child of childrenOf(node)) {
    if (child.name !== "FormatReplacement") continue;
    literal(child.from);
    parts.push(group(walk, childrenOf(child), depth + 1, child.from));
    at = child.to;
  }
  literal(end);
  return parts;
}

function member(walk: Walk, node: SyntaxNode, depth: number): Expr {
  const [first, ...rest] = childrenOf(node);
  const property = rest.find((child) => child.name === "PropertyName");
  const object = first === undefined ? nothing : expression(walk, first, depth + 1);
  if (property !== undefined) return { k: "member", object, name: text(walk, property), at: node.from };
  // os.environ["NAME"] reads one variable, not all of them.
  const index = rest.length === 3 && rest[1]?.name === "String" ? rest[1] : undefined;
  if (index !== undefined) return { k: "member", object, name: unquote(text(walk, index)), at: node.from };
  if (
    /\[\s{0,2}:\s{0,2}:\s{0,2}-1\s{0,2}\]$/.test(
      walk.source.slice(Math.max(node.from, node.to - 16), node.to),
    )
  )
    return made("reversed", [object], node.from, node.to);
  const inner = rest.map((child) => expression(walk, child, depth + 1)).filter((part) => part !== nothing);
  return {
    k: "group",
    parts: [object, ...inner],
    named: [],
    joins: false,
    ...(inner.length === 1 ? { picks: true } : {}),
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
