/** Expressions of JavaScript and TypeScript to the little language, and the names that patterns bind. */
import {
  type Expr,
  type Loop,
  made,
  type Named,
  nothing,
  type SpelledName,
  type Step,
  spelledOut,
  type Tabled,
} from "./ir.ts";
import { at, list, type Node, nameOf, nodesOf } from "./javascript-tree.ts";

export interface Walk {
  readonly source: string;
  readonly steps: Step[];
  readonly functions: Map<string, string[]>;
  readonly takes: Map<string, string[]>;
  readonly imports: Map<string, string>;
  readonly outer: Map<string, string>;
  readonly tabled: Tabled[];
  readonly spelled: SpelledName[];
  readonly reflects: boolean;
  readonly endless: Loop[];
}

export function targetsOf(node: Node | undefined): string[] {
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

export function paramsOf(node: Node): string[] {
  return list(node, "params").flatMap(targetsOf);
}

export function expression(walk: Walk, node: Node | undefined, depth: number): Expr {
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
        args: list(node, "arguments").map((arg) => argument(walk, node, arg, depth)),
        named: [],
        at: node.start,
        end: node.end,
      };
    case "TaggedTemplateExpression":
      // `$`…`` of Bun, zx and others runs what the template says.
      return /(?:^|\.)\$$/.test(walk.source.slice(node.start, at(node, "tag")?.end ?? node.start))
        ? made("$``", [expression(walk, at(node, "quasi"), depth + 1)], node.start, node.end)
        : many(walk, node, depth);
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

/** An argument; of a function that makes new values out of old ones, the value that it makes. */
function argument(walk: Walk, call: Node, arg: Node, depth: number): Expr {
  const body = arg.type === "ArrowFunctionExpression" ? at(arg, "body") : undefined;
  const callee = at(call, "callee");
  const maps = callee !== undefined && /^(?:map|flatMap)$/.test(nameOf(at(callee, "property")));
  const made = maps && body !== undefined && body.type !== "BlockStatement" ? body : arg;
  return expression(walk, made, depth + 1);
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
    picks: true,
    at: node.start,
  };
}

function properties(walk: Walk, node: Node, depth: number): Named[] {
  return list(node, "properties").map((property) => ({
    name: nameOf(at(property, "key")),
    value: expression(walk, at(property, "value") ?? at(property, "argument"), depth + 1),
  }));
}
