/** JavaScript and TypeScript to the little language, by acorn and its TypeScript grammar. */
import {
  type Expr,
  type Loop,
  made,
  type Named,
  nothing,
  type Program,
  type SpelledName,
  type Step,
  spelledOut,
  type Tabled,
} from "./ir.ts";
import { at, isFunction, list, type Node, nameOf, nodesOf, parseAny } from "./javascript-tree.ts";

interface Walk {
  readonly source: string;
  readonly steps: Step[];
  readonly functions: Map<string, string[]>;
  readonly takes: Map<string, string[]>;
  readonly imports: Map<string, string>;
  readonly outer: Map<string, string>;
  readonly tabled: Tabled[];
  readonly spelled: SpelledName[];
  readonly endless: Loop[];
}

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
  if (node.type === "ReturnStatement") {
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
  if (node.type === "Property") walk.tabled.push({ scope, name: held.name, params: paramsOf(own) });
  functionOf(walk, own, held.name, depth, scope);
  return true;
}

function paramsOf(node: Node): string[] {
  return list(node, "params").flatMap(targetsOf);
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
    loose: true,
  });
}

/** What a call gives to the function that stands among its arguments: `.then((answer) => …)`, `.on("data", (part) => …)`. */
function callbacks(walk: Walk, node: Node, scope: string): void {
  const targets = list(node, "arguments").filter(isFunction).flatMap(paramsOf);
  if (targets.length === 0) return;
  walk.steps.push({ targets, value: expression(walk, node, 0), returns: false, scope, loose: true });
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
  if (isFunction(init)) {
    functionOf(walk, init, nameOf(target), depth, scope);
    return;
  }
  walk.steps.push({ targets: targetsOf(target), value: expression(walk, init, 0), returns: false, scope });
  visit(walk, init, scope, depth + 1);
}

function functionOf(walk: Walk, node: Node, name: string, depth: number, scope: string): void {
  const params = paramsOf(node);
  walk.functions.set(name, params);
  // A function without a name is part of the one around it.
  walk.takes.set(name, [...(name === scope ? (walk.takes.get(name) ?? []) : []), ...params]);
  if (name !== scope && !walk.outer.has(name)) walk.outer.set(name, scope);
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
    case "BinaryExpression":
      return node.operator === "^"
        ? made("operator.xor", operands(walk, node, depth), node.start, node.end)
        : many(walk, node, depth);
    case "ArrowFunctionExpression":
    case "FunctionExpression":
      // The body is walked as statements of its own; only that it turns numbers to letters is told here.
      return /fromCharCode|fromCodePoint/.test(
        walk.source.slice(node.start, Math.min(node.end, node.start + 400)),
      )
        ? made("fromCharCode", [], node.start, node.end)
        : nothing;
    default:
      return many(walk, node, depth);
  }
}

function operands(walk: Walk, node: Node, depth: number): Expr[] {
  return nodesOf(node)
    .map((part) => expression(walk, part, depth + 1))
    .filter((part) => part !== nothing);
}

function many(walk: Walk, node: Node, depth: number): Expr {
  return {
    k: "group",
    parts: operands(walk, node, depth),
    named: [],
    joins: node.type === "BinaryExpression" && node.operator === "+",
    at: node.start,
  };
}

function member(walk: Walk, node: Node, depth: number): Expr {
  const property = at(node, "property");
  const object = expression(walk, at(node, "object"), depth + 1);
  const literal =
    property?.type === "Literal" ? nameOf(property) : node.computed === true ? "" : nameOf(property);
  if (literal !== "") {
    if (/\\[xu]/.test(String(property?.raw ?? "")))
      walk.spelled.push({ name: literal, at: node.start, end: node.end });
    return { k: "member", object, name: literal, at: node.start };
  }
  const inner = expression(walk, property, depth + 1);
  const spelled = spelledOut(inner);
  if (spelled !== undefined && spelled.value !== "") {
    if (spelled.pieces > 1) walk.spelled.push({ name: spelled.value, at: node.start, end: node.end });
    return { k: "member", object, name: spelled.value, at: node.start };
  }
  return {
    k: "group",
    parts: [object, inner],
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
