/** JavaScript and TypeScript to the little language, by acorn and its TypeScript grammar. */
import { type Expr, Program } from "./ir.ts";
import { expression, paramsOf, targetsOf } from "./javascript-expressions.ts";
import { at, isFunction, list, type Node, nameOf, nodesOf, parseAny } from "./javascript-tree.ts";

/** The program, or undefined where the source does not parse as a module, a script, or TypeScript. */
export function parseJavaScript(source: string): Program | undefined {
  const tree = parseAny(source);
  if (tree === undefined) return undefined;
  const program = new Program(source);
  visit(program, tree, "", 0);
  return program;
}

function visit(program: Program, node: Node, scope: string, depth: number): void {
  if (depth > 300) return;
  if (node.type === "ImportDeclaration") {
    importOf(program, node);
    return;
  }
  if (node.type === "VariableDeclarator") {
    declare(program, node, scope, depth);
    return;
  }
  if (isFunction(node)) {
    functionOf(program, node, nameOf(at(node, "id")) || scope, depth, scope);
    return;
  }
  if (visitNamed(program, node, scope, depth)) return;
  if (node.type === "ForOfStatement") loopOf(program, node, scope);
  if (node.type === "CallExpression") callbacks(program, node, scope);
  if (node.type === "ReturnStatement" || node.type === "YieldExpression") {
    program.answers(expression(program, at(node, "argument"), 0), scope);
  } else if (node.type === "ExpressionStatement") {
    statementExpression(program, at(node, "expression"), scope);
  }
  for (const child of nodesOf(node)) visit(program, child, scope, depth + 1);
}

/** A function under the name of the property, method or member that holds it. */
function visitNamed(program: Program, node: Node, scope: string, depth: number): boolean {
  const held =
    node.type === "Property" || node.type === "MethodDefinition" || node.type === "PropertyDefinition"
      ? { name: nameOf(at(node, "key")), value: at(node, "value") }
      : node.type === "AssignmentExpression" && at(node, "left")?.type === "MemberExpression"
        ? { name: nameOf(at(at(node, "left") ?? node, "property")), value: at(node, "right") }
        : undefined;
  const own = held?.value;
  if (held === undefined || held.name === "" || own === undefined || !isFunction(own)) return false;
  functionOf(program, own, held.name, depth, scope);
  return true;
}

/** `for (const step of steps)`: the name holds what the list holds. */
function loopOf(program: Program, node: Node, scope: string): void {
  const left = at(node, "left");
  const names =
    left?.type === "VariableDeclaration" ? list(left, "declarations").map((d) => at(d, "id")) : [left];
  program.gives(names.flatMap(targetsOf), expression(program, at(node, "right"), 0), scope);
}

/** What a call gives to the function that stands among its arguments: `.then((answer) => …)`, `.on("data", (part) => …)`. */
function callbacks(program: Program, node: Node, scope: string): void {
  const targets = list(node, "arguments").filter(isFunction).flatMap(paramsOf);
  if (targets.length === 0) return;
  program.gives(targets, expression(program, node, 0), scope);
}

function statementExpression(program: Program, inner: Node | undefined, scope: string): void {
  if (inner?.type === "AssignmentExpression") {
    bind(program, at(inner, "left"), at(inner, "right"), scope);
    return;
  }
  program.gives([], expression(program, inner, 0), scope);
}

function importOf(program: Program, node: Node): void {
  const from = nameOf(at(node, "source")).replace(/^node:/, "");
  for (const item of list(node, "specifiers")) {
    const imported = nameOf(at(item, "imported"));
    program.imports.set(
      nameOf(at(item, "local")),
      imported === "" || imported === "default" ? from : `${from}.${imported}`,
    );
  }
}

function declare(program: Program, node: Node, scope: string, depth: number): void {
  const target = at(node, "id");
  const init = at(node, "init");
  if (target === undefined || init === undefined) return;
  const required =
    init.type === "CallExpression" && nameOf(at(init, "callee")) === "require"
      ? nameOf(list(init, "arguments")[0]).replace(/^node:/, "")
      : "";
  if (required !== "") {
    if (target.type === "Identifier") program.imports.set(nameOf(target), required);
    for (const property of list(target, "properties"))
      program.imports.set(nameOf(at(property, "value")), `${required}.${nameOf(at(property, "key"))}`);
    return;
  }
  if (isFunction(init)) {
    functionOf(program, init, nameOf(target), depth, scope);
    return;
  }
  bind(program, target, init, scope);
  visit(program, init, scope, depth + 1);
}

/** Names take a value; those of a pattern the members that it names, where the value is a name itself. */
function bind(program: Program, target: Node | undefined, from: Node | undefined, scope: string): void {
  const value = expression(program, from, 0);
  const isSplit = target?.type === "ObjectPattern" && (value.k === "name" || value.k === "member");
  if (!isSplit) {
    program.gives(targetsOf(target), value, scope);
    return;
  }
  for (const property of list(target, "properties")) {
    const name = property.computed === true ? "" : nameOf(at(property, "key"));
    const part: Expr = name === "" ? value : { k: "member", object: value, name, at: property.start };
    program.gives(targetsOf(property), part, scope);
  }
}

function functionOf(program: Program, node: Node, name: string, depth: number, scope: string): void {
  const params = paramsOf(node);
  // A function without a name is part of the one around it, whose parameters stay what they are.
  if (name !== scope || !program.functions.has(name)) program.functions.set(name, params);
  program.takes.set(name, [...(name === scope ? (program.takes.get(name) ?? []) : []), ...params]);
  if (name !== scope && !program.outer.has(name)) program.outer.set(name, scope);
  for (const param of list(node, "params"))
    if (param.type === "AssignmentPattern") bind(program, at(param, "left"), at(param, "right"), name);
  const body = at(node, "body");
  if (body === undefined) return;
  // `(part) => (whole += part)`
  if (body.type === "AssignmentExpression") bind(program, at(body, "left"), at(body, "right"), name);
  else if (body.type !== "BlockStatement") program.answers(expression(program, body, 0), name);
  visit(program, body, name, depth + 1);
}
