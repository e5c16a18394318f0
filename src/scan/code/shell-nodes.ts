/** Nodes of a parsed script, as the parser gives them. */

export interface Node {
  readonly type: string;
  readonly pos: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

export function isNode(value: unknown): value is Node {
  return (
    typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string"
  );
}

export function listOf(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** The words of the first commands below a node, as they are written. */
export function wordsIn(node: Node, depth = 0): string {
  if (depth > 4) return "";
  if (node.type === "Command")
    return [node.name, ...listOf(node.suffix)]
      .map((word) => (isNode(word) ? String(word.text ?? "") : ""))
      .join(" ");
  return Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []))
    .slice(0, 4)
    .map((child) => wordsIn(child, depth + 1))
    .join(" ");
}
