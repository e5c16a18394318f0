/** JavaScript and TypeScript to the little language, by acorn and its TypeScript grammar. */
import type { Expr, Program } from "./ir.ts";
import { expression, paramsOf, targetsOf, type Walk } from "./javascript-expressions.ts";
import { at, isFunction, list, type Node, nameOf, nodesOf, parseAny } from "./javascript-tree.ts";

/** The program, or undefined where the source does not parse as a module, a script, or TypeScript. */
export function parseJavaScript(source: string): Program | undefined {
  const tree = parseAny(source);
  if (tree === undefined) return undefined;
  const walk: Walk = {
    source,
    steps: [],
    functions: new Map(),
    takes: new Map(),
    imports: new Map(),
    outer: new Map(),
    tabled: [],
    spelled: [],
    reflects: false,
    endless: [],
  };
  visit(walk, tree, "", 0);
  return walk;
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
  if (isFunction(node)) {
    functionOf(walk, node, nameOf(at(node, "id")) || scope, depth, scope);
    return;
  }
  if (visitNamed(walk, node, scope, depth)) return;
  if (node.type === "ForOfStatement") loopOf(walk, node, scope);
  if (node.type === "CallExpression") callbacks(walk, node, scope);
  if (node.type === "ReturnStatement" || node.type === "YieldExpression") {
    walk.steps.push({ targets: [], value: expression(walk, at(node, "argument"), 0), returns: true, scope });
  } else if (node.type === "ExpressionStatement") {
    statementExpression(walk, at(node, "expression"), scope);
  }
  for (const child of nodesOf(node)) visit(walk, child, scope, depth + 1);
}

/** A function under the name of the property, method or member that holds it. */
function visitNamed(walk: Walk, node: Node, scope: string, depth: number): boolean {
  const held =
    node.type === "Property" || node.type === "MethodDefinition" || node.type === "PropertyDefinition"
      ? { name: nameOf(at(node, "key")), value: at(node, "value") }
      : node.type === "AssignmentExpression" && at(node, "left")?.type === "MemberExpression"
        ? { name: nameOf(at(at(node, "left") ?? node, "property")), value: at(node, "right") }
        : undefined;
  const own = held?.value;
  if (held === undefined || held.name === "" || own === undefined || !isFunction(own)) return false;
  if (node.type !== "AssignmentExpression")
    walk.tabled.push({ scope, name: held.name, params: paramsOf(own) });
  functionOf(walk, own, held.name, depth, scope);
  return true;
}

/** `for (const step of steps)`: the name holds what the list holds. */
function loopOf(walk: Walk, node: Node, scope: string): void {
  const left = at(node, "left");
  const names =
    left?.type === "VariableDeclaration" ? list(left, "declarations").map((d) => at(d, "id")) : [left];
  walk.steps.push({
    targets: names.flatMap(targetsOf),
    value: expression(walk, at(node, "right"), 0),
    returns: false,
    scope,
  });
}

/** What a call gives to the function that stands among its arguments: `.then((answer) => …)`, `.on("data", (part) => …)`. */
function callbacks(walk: Walk, node: Node, scope: string): void {
  const targets = list(node, "arguments").filter(isFunction).flatMap(paramsOf);
  if (targets.length === 0) return;
  walk.steps.push({ targets, value: expression(walk, node, 0), returns: false, scope });
}

function statementExpression(walk: Walk, inner: Node | undefined, scope: string): void {
  if (inner?.type === "AssignmentExpression") {
    bind(walk, at(inner, "left"), at(inner, "right"), scope);
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
  if (isFunction(init)) {
    functionOf(walk, init, nameOf(target), depth, scope);
    return;
  }
  bind(walk, target, init, scope);
  visit(walk, init, scope, depth + 1);
}

/** Names take a value; those of a pattern the members that it names, where the value is a name itself. */
function bind(walk: Walk, target: Node | undefined, from: Node | undefined, scope: string): void {
  const value = expression(walk, from, 0);
  const isSplit = target?.type === "ObjectPattern" && (value.k === "name" || value.k === "member");
  if (!isSplit) {
    walk.steps.push({ targets: targetsOf(target), value, returns: false, scope });
    return;
  }
  for (const property of list(target, "properties")) {
    const name = property.computed === true ? "" : nameOf(at(property, "key"));
    const part: Expr = name === "" ? value : { k: "member", object: value, name, at: property.start };
    walk.steps.push({ targets: targetsOf(property), value: part, returns: false, scope });
  }
}

function functionOf(walk: Walk, node: Node, name: string, depth: number, scope: string): void {
  const params = paramsOf(node);
  // A function without a name is part of the one around it, whose parameters stay what they are.
  if (name !== scope || !walk.functions.has(name)) walk.functions.set(name, params);
  walk.takes.set(name, [...(name === scope ? (walk.takes.get(name) ?? []) : []), ...params]);
  if (name !== scope && !walk.outer.has(name)) walk.outer.set(name, scope);
  for (const param of list(node, "params"))
    if (param.type === "AssignmentPattern") bind(walk, at(param, "left"), at(param, "right"), name);
  const body = at(node, "body");
  if (body === undefined) return;
  // `(part) => (whole += part)`
  if (body.type === "AssignmentExpression") bind(walk, at(body, "left"), at(body, "right"), name);
  else if (body.type !== "BlockStatement")
    walk.steps.push({ targets: [], value: expression(walk, body, 0), returns: true, scope: name });
  visit(walk, body, name, depth + 1);
}
