/** What programs delete, overwrite, lock or print, of all that a person has. */
import { isEnvironment } from "./environment.ts";
import { isWholeFolder } from "./file-names.ts";
import type { CallSpot } from "./flow-walk.ts";
import { type Expr, lastName } from "./ir.ts";
import type { Origin } from "./labels.ts";

const removesTree =
  /(?:^|\.)(?:rmtree|rmSync|rmdirSync|removeSync|rimraf|rimrafSync|emptyDirSync)$|^(?:fs|fsp|fs\.promises)\.rm$/;
const removes =
  /(?:^|\.)(?:remove|unlink|unlinkSync|rmtree|rmSync|rm|removeSync|rimraf|send2trash|truncate|truncateSync)$/;
const overwrites = /(?:^|\.)(?:write|write_bytes|write_text|writeFile|writeFileSync)$/;
const denies = /(?:^|\.)(?:chmod|chmodSync)$/;
const printer =
  /^(?:print|pprint(?:\.pprint)?|console\.(?:log|info|error|table|dir)|(?:sys|process)\.stdout\.write)$/;

export function harmFacts(spot: CallSpot): void {
  const { callee } = spot;
  if (removesTree.test(callee)) treeFacts(spot);
  if (removes.test(callee) || overwrites.test(callee) || denies.test(callee)) listedFacts(spot);
  if (printer.test(callee)) printFacts(spot);
}

/** The whole of a folder that is a person's own. */
function treeFacts(spot: CallSpot): void {
  const target = spot.text(spot.first);
  if (!isWholeFolder(target)) return;
  const detail = `${lastName(spot.call.callee)} ${target}`;
  spot.tell(/^(?:\/|~)\/?$/.test(target) ? "destruction" : "wipe", { detail });
}

/** Every file of such a folder, one after the other. */
function listedFacts(spot: CallSpot): void {
  const { callee, call, first } = spot;
  const object = call.callee.k === "member" ? call.callee.object : undefined;
  const listed = spot.labels(object, first).get("listing");
  if (listed === undefined || isChosen(spot, listed)) return;
  const detail = `${callee} for every file`;
  const mode = call.args.at(-1);
  if (removes.test(callee)) spot.tell("wipe", { detail });
  else if (denies.test(callee)) {
    if (mode?.k === "text" && /^(?:0o?0{1,3}|0)$/.test(mode.value)) spot.tell("lock", { detail });
  } else if (spot.labels(...call.args).has("encrypted")) spot.tell("lock", { detail });
}

const asksWhich =
  /\b(?:ends_?with|starts_?with|suffix|extname|splitext|fnmatch|re\.\w{4,8}|mtime\w{0,2}|st_[amc]time|older|days|dry_?run|confirm|input)\b|\.(?:test|match|includes)\(/i;

/** Whether the program looks at each file before it acts: those that it picks may be its own. */
function isChosen({ unit, piece, call }: CallSpot, from: Origin): boolean {
  const [start = 0, end] = [from.at, call.at].sort((a, b) => a - b);
  return from.unit === unit && asksWhich.test(piece.block.text.slice(start, end));
}

const wraps =
  /^(?:dict|str|repr|list|sorted|JSON\.stringify|json\.dumps|Object\.(?:entries|assign)|pprint\.pformat|util\.inspect)$/;

/** The environment as a whole, printed: what is printed reaches the model. */
function printFacts(spot: CallSpot): void {
  const holds = (expr: Expr): boolean => {
    if (expr.k === "name" || expr.k === "member") return isEnvironment(spot.dotted(expr));
    if (expr.k === "group") return expr.parts.some(holds);
    if (expr.k !== "call") return false;
    const { callee, args } = expr;
    const isCopy = callee.k === "member" && /^(?:items|copy)$/.test(callee.name) && holds(callee.object);
    return isCopy || (wraps.test(spot.dotted(callee)) && args.some(holds));
  };
  if (spot.call.args.some(holds)) spot.tell("secret-print", { detail: "the environment" });
}
