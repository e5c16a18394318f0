/** The syntax tree of Python, by Lezer: nodes, their text, and the names they bind. */
import type { SyntaxNode } from "@lezer/common";
import type { Loop, Step, Tabled } from "./ir.ts";

export interface Walk {
  readonly source: string;
  readonly steps: Step[];
  readonly functions: Map<string, string[]>;
  readonly takes: Map<string, string[]>;
  readonly imports: Map<string, string>;
  readonly outer: Map<string, string>;
  readonly tabled: Tabled[];
  readonly spelled: [];
  readonly reflects: boolean;
  readonly endless: Loop[];
  /** Function → names that it says are the program's. */
  readonly globals: Map<string, Set<string>>;
  /** Where the expression stands that is being read. */
  scope: string;
}

export function text(walk: Walk, node: SyntaxNode): string {
  return walk.source.slice(node.from, node.to);
}

export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const out: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) out.push(child);
  return out;
}

export function namesIn(walk: Walk, node: SyntaxNode): string[] {
  return childrenOf(node)
    .filter((child) => child.name === "VariableName")
    .map((child) => text(walk, child));
}

export function targetOf(walk: Walk, node: SyntaxNode): string[] {
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
