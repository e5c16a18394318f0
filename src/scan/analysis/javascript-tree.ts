/** The syntax tree of JavaScript and TypeScript, by acorn: nodes, and what stands where in them. */
import { tsPlugin } from "@sveltejs/acorn-typescript";
import { Parser } from "acorn";

export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const TypeScriptParser = Parser.extend(tsPlugin({ jsx: {} }));

export function parseAny(source: string): Node | undefined {
  const options = {
    ecmaVersion: "latest",
    allowReturnOutsideFunction: true,
    allowAwaitOutsideFunction: true,
    allowHashBang: true,
  } as const;
  const attempts = [
    () => Parser.parse(source, { ...options, sourceType: "module" }),
    () => Parser.parse(source, { ...options, sourceType: "script" }),
    () => TypeScriptParser.parse(source, { ...options, sourceType: "module", locations: true }),
  ];
  for (const attempt of attempts) {
    try {
      return attempt() as unknown as Node;
    } catch {
      // The next grammar may take it.
    }
  }
  return undefined;
}

function isNode(value: unknown): value is Node {
  return (
    typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string"
  );
}

export function nodesOf(node: Node): Node[] {
  const out: Node[] = [];
  for (const [key, value] of Object.entries(node)) {
    if (key === "loc" || key === "typeAnnotation" || key === "typeParameters" || key === "returnType")
      continue;
    if (Array.isArray(value)) out.push(...value.filter(isNode));
    else if (isNode(value)) out.push(value);
  }
  return out;
}

export function at(node: Node, key: string): Node | undefined {
  const value = node[key];
  return isNode(value) ? value : undefined;
}

export function list(node: Node, key: string): Node[] {
  const value = node[key];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

export function nameOf(node: Node | undefined): string {
  return node === undefined
    ? ""
    : typeof node.name === "string"
      ? node.name
      : typeof node.value === "string"
        ? node.value
        : "";
}

export function isFunction({ type }: Node): boolean {
  return /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type);
}
