/** What programs delete, overwrite, lock or print, of all that a person has. */
import { isEnvironment } from "./environment.ts";
import { isWholeFolder } from "./file-names.ts";
import { type Call, emit, type Walk } from "./flow-walk.ts";
import { dotted, type Expr, lastName } from "./ir.ts";
import type { Origin } from "./labels.ts";

const removesTree =
  /(?:^|\.)(?:rmtree|rmSync|rmdirSync|removeSync|rimraf|rimrafSync|emptyDirSync)$|^(?:fs|fsp|fs\.promises)\.rm$/;
const removes =
  /(?:^|\.)(?:remove|unlink|unlinkSync|rmtree|rmSync|rm|removeSync|rimraf|send2trash|truncate|truncateSync)$/;
const overwrites = /(?:^|\.)(?:write|write_bytes|write_text|writeFile|writeFileSync)$/;
const denies = /(?:^|\.)(?:chmod|chmodSync)$/;
const printer =
  /^(?:print|pprint(?:\.pprint)?|console\.(?:log|info|error|table|dir)|(?:sys|process)\.stdout\.write)$/;

export function harmFacts(walk: Walk, unit: number, call: Call, scope: string, callee: string): void {
  if (removesTree.test(callee)) treeFacts(walk, unit, call, scope);
  if (removes.test(callee) || overwrites.test(callee) || denies.test(callee))
    listedFacts(walk, unit, call, scope, callee);
  if (printer.test(callee)) printFacts(walk, unit, call);
}

/** The whole of a folder that is a person's own. */
function treeFacts(walk: Walk, unit: number, call: Call, scope: string): void {
  const [first] = call.args;
  const target = first === undefined ? "" : (walk.flow.textOf(unit, first, scope) ?? "");
  if (!isWholeFolder(target)) return;
  const detail = `${lastName(call.callee)} ${target}`;
  emit(walk, unit, /^(?:\/|~)\/?$/.test(target) ? "destruction" : "wipe", call, { detail });
}

/** Every file of such a folder, one after the other. */
function listedFacts(walk: Walk, unit: number, call: Call, scope: string, callee: string): void {
  const { args } = call;
  const object = call.callee.k === "member" ? [call.callee.object] : [];
  const [listed] = [...object, ...args.slice(0, 1)].flatMap(
    (part) => walk.flow.labelsOf(unit, part, scope).get("listing") ?? [],
  );
  if (listed === undefined || isChosen(walk, unit, listed, call)) return;
  const detail = `${callee} for every file`;
  if (removes.test(callee)) emit(walk, unit, "wipe", call, { detail });
  else if (denies.test(callee)) {
    const mode = args.at(-1);
    if (mode?.k === "text" && /^(?:0o?0{1,3}|0)$/.test(mode.value))
      emit(walk, unit, "lock", call, { detail });
  } else if (args.some((arg) => walk.flow.labelsOf(unit, arg, scope).has("encrypted")))
    emit(walk, unit, "lock", call, { detail });
}

const asksWhich =
  /\b(?:ends_?with|starts_?with|suffix|extname|splitext|fnmatch|re\.\w{4,8}|mtime\w{0,2}|st_[amc]time|older|days|dry_?run|confirm|input)\b|\.(?:test|match|includes)\(/i;

/** Whether the program looks at each file before it acts: those that it picks may be its own. */
function isChosen(walk: Walk, unit: number, from: Origin, call: Call): boolean {
  if (from.unit !== unit) return false;
  const text = walk.pieces[unit]?.block.text ?? "";
  return asksWhich.test(text.slice(Math.min(from.at, call.at), Math.max(from.at, call.at)));
}

const wraps =
  /^(?:dict|str|repr|list|sorted|JSON\.stringify|json\.dumps|Object\.(?:entries|assign)|pprint\.pformat|util\.inspect)$/;

/** The environment as a whole, printed: what is printed reaches the model. */
function printFacts(walk: Walk, unit: number, call: Call): void {
  const imports = walk.pieces[unit]?.program.imports ?? new Map<string, string>();
  const holds = (expr: Expr): boolean => {
    if (expr.k === "name" || expr.k === "member") {
      if (isEnvironment(dotted(expr, imports))) return true;
      return expr.k === "name" && isEntry(walk.pieces[unit]?.block.text ?? "", expr.name);
    }
    if (expr.k === "group") return expr.parts.some(holds);
    if (expr.k !== "call") return false;
    const inner = expr.callee.k === "member" && /^(?:items|copy)$/.test(expr.callee.name);
    if (inner && expr.callee.k === "member") return holds(expr.callee.object);
    return wraps.test(dotted(expr.callee, imports)) && expr.args.some(holds);
  };
  if (call.args.some(holds)) emit(walk, unit, "secret-print", call, { detail: "the environment" });
}

/** `for name, value in os.environ.items()`: whether a name stands for each setting in turn. */
function isEntry(text: string, name: string): boolean {
  const loops = text.matchAll(
    /\bfor\s?\(?(?:const|let)?([^\n]{1,40})\b(?:in|of)\s[^\n]{0,16}(?:os\.environ\.items\(|Object\.entries\(process\.env\))/g,
  );
  return [...loops].some(
    ([, names = ""]) => names.split(/[^\w]+/).at(-2) === name || names.trim().endsWith(name),
  );
}
