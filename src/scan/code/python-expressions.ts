/** Expressions of Python to the little language. */
import type { SyntaxNode } from "@lezer/common";
import { type Call, type Expr, made, type Named, nothing, type Program, several } from "./ir.ts";
import { childrenOf, targetOf, text } from "./python-tree.ts";

/** Deeper expressions are cut off: no person writes them. */
const maximumDepth = 60;

export function group(program: Program, nodes: readonly SyntaxNode[], at: number, depth = 0): Expr {
  const parts = nodes.map((node) => expression(program, node, depth + 1)).filter((part) => part !== nothing);
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : several(parts, at);
}

export function expression(program: Program, node: SyntaxNode, depth: number): Expr {
  if (depth > maximumDepth) return nothing;
  switch (node.name) {
    case "VariableName":
      return { k: "name", name: text(program, node), at: node.from };
    case "String":
      return literal(program, node);
    case "ContinuedString":
      return several(parts(program, node, depth), node.from, { joins: true });
    case "FormatString":
      return several(formatParts(program, node, depth), node.from, { joins: true });
    case "MemberExpression":
      return member(program, node, depth);
    case "CallExpression":
      return markByNumber(program, node) ?? call(program, node, depth);
    case "NamedExpression": {
      const [name, , value] = childrenOf(node);
      const held = value === undefined ? nothing : expression(program, value, depth + 1);
      if (name !== undefined) program.gives([text(program, name)], held);
      return held;
    }
    case "LambdaExpression":
      return group(program, childrenOf(node).slice(-1), node.from, depth);
    case "ArrayComprehensionExpression":
    case "ComprehensionExpression":
    case "SetComprehensionExpression":
    case "DictionaryComprehensionExpression":
      comprehension(program, node, depth);
      return several(parts(program, node, depth), node.from);
    case "BinaryExpression":
      return operation(program, node, depth);
    case "DictionaryExpression":
      return several(parts(program, node, depth), node.from, { named: pairs(program, node, depth) });
    default:
      return node.firstChild === null ? nothing : several(parts(program, node, depth), node.from);
  }
}

const span = ({ from, to }: SyntaxNode) => ({ at: from, end: to });

function literal(program: Program, node: SyntaxNode): Expr {
  return { k: "text", value: unquote(text(program, node)), at: node.from };
}

/** `chr(39)`: below the letters and figures, a number spells no name. */
function markByNumber(program: Program, node: SyntaxNode): Expr | undefined {
  const code = Number(/^chr\((\d{1,2})\)$/.exec(text(program, node))?.[1] ?? "99");
  return code < 48 ? { k: "text", value: String.fromCharCode(code), at: node.from } : undefined;
}

function operation(program: Program, node: SyntaxNode, depth: number): Expr {
  const operands = parts(program, node, depth);
  if (childrenOf(node).some((child) => text(program, child) === "^"))
    return made("operator.xor", operands, span(node));
  if (isPath(program, node)) return made("os.path.join", operands, span(node));
  return several(operands, node.from, { joins: text(program, node).includes("+") });
}

/** `folder / "name"`, `Path.home() / name`: numbers are not divided by texts, nor folders by numbers. */
function isPath(program: Program, node: SyntaxNode): boolean {
  const [first, operator, last] = childrenOf(node);
  if (first === undefined || operator === undefined || text(program, operator) !== "/") return false;
  return (
    last?.name.endsWith("String") === true ||
    /\bPath(?:\.home)?\(|^HOME\b/.test(text(program, first).slice(0, 200))
  );
}

/** `f(x) for x in list`: the name holds what the list holds. */
function comprehension(program: Program, node: SyntaxNode, depth: number): void {
  const children = childrenOf(node);
  const from = children.findIndex((child) => child.name === "for");
  const split = children.findIndex((child) => child.name === "in");
  const source = children[split + 1];
  if (from === -1 || split < from || source === undefined) return;
  const targets = children.slice(from + 1, split).flatMap((child) => targetOf(program, child));
  program.gives(targets, expression(program, source, depth + 1));
}

function parts(program: Program, node: SyntaxNode, depth: number): Expr[] {
  return childrenOf(node)
    .map((child) => expression(program, child, depth + 1))
    .filter((part) => part !== nothing);
}

function pairs(program: Program, node: SyntaxNode, depth: number): Named[] {
  const children = childrenOf(node);
  return children.flatMap((child, i) => {
    const value = children[i + 2];
    if (child.name !== "String" || children[i + 1]?.name !== ":" || value === undefined) return [];
    return [{ name: unquote(text(program, child)), value: expression(program, value, depth + 1) }];
  });
}

/** What stands between the braces and what stands around them, in order. */
function formatParts(program: Program, node: SyntaxNode, depth: number): Expr[] {
  const whole = text(program, node);
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
    parts.push(group(program, childrenOf(child), child.from, depth + 1));
    at = child.to;
  }
  literal(end);
  return parts;
}

function member(program: Program, node: SyntaxNode, depth: number): Expr {
  const [first, ...rest] = childrenOf(node);
  const property = rest.find((child) => child.name === "PropertyName");
  const object = first === undefined ? nothing : expression(program, first, depth + 1);
  if (property !== undefined) return { k: "member", object, name: text(program, property), at: node.from };
  // os.environ["NAME"] reads one variable, not all of them.
  const index = rest.length === 3 && rest[1]?.name === "String" ? rest[1] : undefined;
  if (index !== undefined) return { k: "member", object, name: unquote(text(program, index)), at: node.from };
  if (
    /\[\s{0,2}:\s{0,2}:\s{0,2}-1\s{0,2}\]$/.test(
      program.source.slice(Math.max(node.from, node.to - 16), node.to),
    )
  )
    return made("reversed", [object], span(node));
  const inner = rest.map((child) => expression(program, child, depth + 1)).filter((part) => part !== nothing);
  return several([object, ...inner], node.from, inner.length === 1 ? { picks: true } : {});
}

function call(program: Program, node: SyntaxNode, depth: number): Call {
  const [callee, list] = childrenOf(node);
  const args: Expr[] = [];
  const named: Named[] = [];
  const children = list === undefined ? [] : childrenOf(list);
  if (list !== undefined && children.some((child) => child.name === "for"))
    comprehension(program, list, depth);
  for (let i = 0; i < children.length; i++) {
    const child = children[i];
    const value = children[i + 2];
    if (child === undefined) continue;
    if (child.name === "VariableName" && children[i + 1]?.name === "AssignOp" && value !== undefined) {
      named.push({ name: text(program, child), value: expression(program, value, depth + 1) });
      i += 2;
      continue;
    }
    const arg = expression(program, child, depth + 1);
    if (arg !== nothing) args.push(arg);
  }
  const called = callee === undefined ? nothing : expression(program, callee, depth + 1);
  return { k: "call", callee: called, args, named, ...span(node) };
}

/** The value of a literal as written; escapes that spell letters are resolved. */
function unquote(literal: string): string {
  const body = literal.replace(/^[a-zA-Z]{0,2}("""|'''|"|')/, "").replace(/("""|'''|"|')$/, "");
  return body.includes("\\x")
    ? body.replace(/\\x([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : body;
}
