/** The syntax tree of Python, by Lezer: nodes, their text, and the names they bind. */
import type { SyntaxNode } from "@lezer/common";
import type { Program } from "./ir.ts";

export function text({ source }: Program, node: SyntaxNode): string {
  return source.slice(node.from, node.to);
}

export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const out: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) out.push(child);
  return out;
}

export function childOf(node: SyntaxNode, name: string): SyntaxNode | undefined {
  return node.getChild(name) ?? undefined;
}

export function namesIn(program: Program, node: SyntaxNode): string[] {
  return node.getChildren("VariableName").map((child) => text(program, child));
}

export function targetOf(program: Program, node: SyntaxNode): string[] {
  if (node.name === "VariableName") return [text(program, node)];
  const [object, second] = childrenOf(node);
  if (node.name !== "MemberExpression") return childrenOf(node).flatMap((child) => targetOf(program, child));
  if (object === undefined) return [];
  if (second === undefined || !/^(?:self|cls)$/.test(text(program, object))) return targetOf(program, object);
  // x[key] = value makes x carry the value.
  const property = childOf(node, "PropertyName");
  return property === undefined ? [] : [`self.${text(program, property)}`];
}
