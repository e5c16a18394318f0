/** Expressions of JavaScript and TypeScript to the little language, and the names that patterns bind. */
import { type Call, type Expr, made, type Named, nothing, type Program, several, spelledOut } from "./ir.ts";
import { at, list, type Node, nameOf, nodesOf } from "./javascript-tree.ts";

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

export function expression(program: Program, node: Node | undefined, depth: number): Expr {
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
      return several(
        nodesOf(node)
          .sort((a, b) => a.start - b.start)
          .map((part) => expression(program, part, depth + 1)),
        node.start,
        { joins: true },
      );
    case "MemberExpression":
      return member(program, node, depth);
    case "CallExpression":
    case "NewExpression":
      return call(program, node, depth);
    case "TaggedTemplateExpression":
      // `$`…`` of Bun, zx and others runs what the template says.
      return /(?:^|\.)\$$/.test(program.source.slice(node.start, at(node, "tag")?.end ?? node.start))
        ? made("$``", [expression(program, at(node, "quasi"), depth + 1)], span(node))
        : many(program, node, depth);
    case "ImportExpression":
      return made("import", [expression(program, at(node, "source"), depth + 1)], span(node));
    case "ObjectExpression":
      return several([], node.start, { named: properties(program, node, depth) });
    case "BinaryExpression":
      return node.operator === "^"
        ? made("operator.xor", operands(program, node, depth), span(node))
        : many(program, node, depth);
    case "ArrowFunctionExpression":
    case "FunctionExpression":
      // The body is walked as statements of its own; only that it turns numbers to letters is told here.
      return /fromCharCode|fromCodePoint/.test(
        program.source.slice(node.start, Math.min(node.end, node.start + 400)),
      )
        ? made("fromCharCode", [], span(node))
        : nothing;
    default:
      return many(program, node, depth);
  }
}

const span = ({ start, end }: Node) => ({ at: start, end });

function call(program: Program, node: Node, depth: number): Call {
  const callee = expression(program, at(node, "callee"), depth + 1);
  const args = list(node, "arguments").map((arg) => argument(program, node, arg, depth));
  return { k: "call", callee, args, named: [], ...span(node) };
}

/** An argument; of a function that makes new values out of old ones, the value that it makes. */
function argument(program: Program, call: Node, arg: Node, depth: number): Expr {
  const body = arg.type === "ArrowFunctionExpression" ? at(arg, "body") : undefined;
  const callee = at(call, "callee");
  const maps = callee !== undefined && /^(?:map|flatMap)$/.test(nameOf(at(callee, "property")));
  const made = maps && body !== undefined && body.type !== "BlockStatement" ? body : arg;
  return expression(program, made, depth + 1);
}

function operands(program: Program, node: Node, depth: number): Expr[] {
  return nodesOf(node)
    .map((part) => expression(program, part, depth + 1))
    .filter((part) => part !== nothing);
}

function many(program: Program, node: Node, depth: number): Expr {
  const joins = node.type === "BinaryExpression" && node.operator === "+";
  return several(operands(program, node, depth), node.start, { joins });
}

function member(program: Program, node: Node, depth: number): Expr {
  const property = at(node, "property");
  const object = expression(program, at(node, "object"), depth + 1);
  const literal =
    property?.type === "Literal" ? nameOf(property) : node.computed === true ? "" : nameOf(property);
  if (literal !== "") {
    if (/\\[xu]/.test(String(property?.raw ?? ""))) program.spelled.push({ name: literal, ...span(node) });
    return { k: "member", object, name: literal, at: node.start };
  }
  const inner = expression(program, property, depth + 1);
  const spelled = spelledOut(inner);
  if (spelled !== undefined && spelled.value !== "") {
    if (spelled.pieces > 1) program.spelled.push({ name: spelled.value, ...span(node) });
    return { k: "member", object, name: spelled.value, at: node.start };
  }
  return several([object, inner], node.start, { picks: true });
}

function properties(program: Program, node: Node, depth: number): Named[] {
  return list(node, "properties").map((property) => ({
    name: nameOf(at(property, "key")),
    value: expression(program, at(property, "value") ?? at(property, "argument"), depth + 1),
  }));
}
