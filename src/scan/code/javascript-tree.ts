/** The syntax tree of JavaScript and TypeScript, by acorn: nodes, and what stands where in them. */
import { tsPlugin } from "@sveltejs/acorn-typescript";
import { Parser } from "acorn";

export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** Grammars that try one reading after another may double their work at every level of nesting. */
class TooManySteps extends Error {}

/** Tokens read, for each character: a program that needs more is written to be slow. */
const stepsPerChar = 8;

interface Internals {
  readonly input: string;
  nextToken(): void;
}

/**
 * The parser without the look-up whether a name was declared before, which costs the square of their number: seventy
 * thousand names took half a minute. What is declared twice is read all the same. And with a count of its steps.
 */
function bounded(base: typeof Parser): typeof Parser {
  return class extends (base as unknown as new (...args: unknown[]) => Internals) {
    private steps = 0;

    declareName(): void {}
    checkLocalExport(): void {}

    override nextToken(): void {
      if (++this.steps > 1_000 + stepsPerChar * this.input.length) throw new TooManySteps();
      super.nextToken();
    }
  } as unknown as typeof Parser;
}

const ScriptParser = Parser.extend(bounded);
const TypeScriptParser = Parser.extend(tsPlugin({ jsx: {} }), bounded);

/** Undefined where no grammar takes it; throws where that could not be found out, which makes the report incomplete. */
export function parseAny(source: string): Node | undefined {
  const options = {
    ecmaVersion: "latest",
    allowReturnOutsideFunction: true,
    allowAwaitOutsideFunction: true,
    allowHashBang: true,
  } as const;
  const attempts = [
    () => ScriptParser.parse(source, { ...options, sourceType: "module" }),
    () => ScriptParser.parse(source, { ...options, sourceType: "script" }),
    () => TypeScriptParser.parse(source, { ...options, sourceType: "module", locations: true }),
  ];
  for (const attempt of attempts) {
    try {
      return attempt() as unknown as Node;
    } catch (error) {
      if (error instanceof TooManySteps) throw error;
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
