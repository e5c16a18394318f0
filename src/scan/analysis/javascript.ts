/** JavaScript and TypeScript to the little language, by acorn and its TypeScript grammar. */
import { tsPlugin } from "@sveltejs/acorn-typescript";
import { Parser } from "acorn";
import { type Expr, type Loop, type Named, nothing, type Program, type Step } from "./ir.ts";

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

interface Walk {
  readonly source: string;
  readonly steps: Step[];
  readonly functions: Map<string, string[]>;
  readonly imports: Map<string, string>;
  readonly endless: Loop[];
}

const TypeScriptParser = Parser.extend(tsPlugin({ jsx: {} }));

/** The program, or undefined where the source does not parse as a module, a script, or TypeScript. */
export function parseJavaScript(source: string): Program | undefined {
  const tree = parseAny(source);
  if (tree === undefined) return undefined;
  const walk: Walk = { source, steps: [], functions: new Map(), imports: new Map(), endless: [] };
  visit(walk, tree, "", 0);
  return walk;
}

function parseAny(source: string): Node | undefined {
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

function nodesOf(node: Node): Node[] {
  const out: Node[] = [];
  for (const [key, value] of Object.entries(node)) {
    if (key === "loc" || key === "typeAnnotation" || key === "typeParameters" || key === "returnType")
      continue;
    if (Array.isArray(value)) out.push(...value.filter(isNode));
    else if (isNode(value)) out.push(value);
  }
  return out;
}

function at(node: Node, key: string): Node | undefined {
  const value = node[key];
  return isNode(value) ? value : undefined;
}

function list(node: Node, key: string): Node[] {
  const value = node[key];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function nameOf(node: Node | undefined): string {
  return node === undefined
    ? ""
    : typeof node.name === "string"
      ? node.name
      : typeof node.value === "string"
        ? node.value
        : "";
}

function visit(walk: Walk, node: Node, scope: string, depth: number): void {
  if (depth > 300) return;
  if (node.type === "ImportDeclaration") {
    importOf(walk, node);
    return;
  }
  if (node.type === "VariableDeclarator") {
    declare(walk, node, scope, depth);
    return;
  }
  if (/^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)) {
    functionOf(walk, node, nameOf(at(node, "id")) || scope, depth);
    return;
  }
  if (node.type === "ReturnStatement") {
    walk.steps.push({ targets: [], value: expression(walk, at(node, "argument"), 0), returns: true, scope });
  } else if (node.type === "ExpressionStatement") {
    statementExpression(walk, at(node, "expression"), scope);
  }
  for (const child of nodesOf(node)) visit(walk, child, scope, depth + 1);
}

function statementExpression(walk: Walk, inner: Node | undefined, scope: string): void {
  if (inner?.type === "AssignmentExpression") {
    walk.steps.push({
      targets: targetsOf(at(inner, "left")),
      value: expression(walk, at(inner, "right"), 0),
      returns: false,
      scope,
    });
    return;
  }
  walk.steps.push({ targets: [], value: expression(walk, inner, 0), returns: false, scope });
}

function importOf(walk: Walk, node: Node): void {
  const from = nameOf(at(node, "source")).replace(/^node:/, "");
  for (const item of list(node, "specifiers")) {
    const imported = nameOf(at(item, "imported"));
    walk.imports.set(
      nameOf(at(item, "local")),
      imported === "" || imported === "default" ? from : `${from}.${imported}`,
    );
  }
}

function declare(walk: Walk, node: Node, scope: string, depth: number): void {
  const target = at(node, "id");
  const init = at(node, "init");
  if (target === undefined || init === undefined) return;
  const required =
    init.type === "CallExpression" && nameOf(at(init, "callee")) === "require"
      ? nameOf(list(init, "arguments")[0]).replace(/^node:/, "")
      : "";
  if (required !== "") {
    if (target.type === "Identifier") walk.imports.set(nameOf(target), required);
    for (const property of list(target, "properties"))
      walk.imports.set(nameOf(at(property, "value")), `${required}.${nameOf(at(property, "key"))}`);
    return;
  }
  const isFunction = /^(?:FunctionExpression|ArrowFunctionExpression)$/.test(init.type);
  if (isFunction) {
    functionOf(walk, init, nameOf(target), depth);
    return;
  }
  walk.steps.push({ targets: targetsOf(target), value: expression(walk, init, 0), returns: false, scope });
  visit(walk, init, scope, depth + 1);
}

function functionOf(walk: Walk, node: Node, name: string, depth: number): void {
  walk.functions.set(name, list(node, "params").flatMap(targetsOf));
  const body = at(node, "body");
  if (body === undefined) return;
  if (body.type !== "BlockStatement")
    walk.steps.push({ targets: [], value: expression(walk, body, 0), returns: true, scope: name });
  visit(walk, body, name, depth + 1);
}

function targetsOf(node: Node | undefined): string[] {
  if (node === undefined) return [];
  if (node.type === "Identifier") return [nameOf(node)];
  if (node.type === "MemberExpression") {
    const object = at(node, "object");
    if (object?.type === "ThisExpression") return [`self.${nameOf(at(node, "property"))}`];
    return targetsOf(object);
  }
  if (node.type === "Property") return targetsOf(at(node, "value"));
  if (/Pattern$|RestElement/.test(node.type)) return nodesOf(node).flatMap(targetsOf);
  return [];
}

function expression(walk: Walk, node: Node | undefined, depth: number): Expr {
  if (node === undefined || depth > 60) return nothing;
  switch (node.type) {
    case "Identifier":
      return { k: "name", name: nameOf(node), at: node.start };
    case "ThisExpression":
      return { k: "name", name: "self", at: node.start };
    case "Literal":
      // The method `exec` of an expression searches; it runs nothing.
      if (node.regex !== undefined) return { k: "name", name: "regexp", at: node.start };
      return typeof node.value === "string" ? { k: "text", value: node.value, at: node.start } : nothing;
    case "TemplateElement": {
      const raw = node.value;
      const cooked =
        typeof raw === "object" && raw !== null ? (raw as { cooked?: unknown }).cooked : undefined;
      return typeof cooked === "string" ? { k: "text", value: cooked, at: node.start } : nothing;
    }
    case "TemplateLiteral":
      return {
        k: "group",
        parts: nodesOf(node)
          .sort((a, b) => a.start - b.start)
          .map((part) => expression(walk, part, depth + 1)),
        named: [],
        joins: true,
        at: node.start,
      };
    case "MemberExpression":
      return member(walk, node, depth);
    case "CallExpression":
    case "NewExpression":
      return {
        k: "call",
        callee: expression(walk, at(node, "callee"), depth + 1),
        args: list(node, "arguments").map((arg) => expression(walk, arg, depth + 1)),
        named: [],
        at: node.start,
        end: node.end,
      };
    case "ImportExpression":
      return {
        k: "call",
        callee: { k: "name", name: "import", at: node.start },
        args: [expression(walk, at(node, "source"), depth + 1)],
        named: [],
        at: node.start,
        end: node.end,
      };
    case "ObjectExpression":
      return { k: "group", parts: [], named: properties(walk, node, depth), joins: false, at: node.start };
    case "ArrowFunctionExpression":
    case "FunctionExpression":
      // The body is walked as statements of its own.
      return nothing;
    default:
      return {
        k: "group",
        parts: nodesOf(node)
          .map((part) => expression(walk, part, depth + 1))
          .filter((part) => part !== nothing),
        named: [],
        joins: node.type === "BinaryExpression" && node.operator === "+",
        at: node.start,
      };
  }
}

function member(walk: Walk, node: Node, depth: number): Expr {
  const property = at(node, "property");
  const object = expression(walk, at(node, "object"), depth + 1);
  const literal =
    property?.type === "Literal" ? nameOf(property) : node.computed === true ? "" : nameOf(property);
  if (literal !== "") return { k: "member", object, name: literal, at: node.start };
  return {
    k: "group",
    parts: [object, expression(walk, property, depth + 1)],
    named: [],
    joins: false,
    at: node.start,
  };
}

function properties(walk: Walk, node: Node, depth: number): Named[] {
  return list(node, "properties").map((property) => ({
    name: nameOf(at(property, "key")),
    value: expression(walk, at(property, "value") ?? at(property, "argument"), depth + 1),
  }));
}
