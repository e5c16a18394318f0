/** Facts of the commands that programs run, each by itself and all of them together. */
import { hostOf } from "../hosts.ts";
import { type Call, emit, type Piece, sendable, type Walk } from "./flow-walk.ts";
import { dotted, type Expr } from "./ir.ts";
import { shellFacts } from "./shell-facts.ts";

/** What the commands of one program do together, as a script would. */
export function scriptFacts(walk: Walk, unit: number, { block }: Piece): void {
  const commands = walk.commands.filter((command) => command.unit === unit).slice(0, 60);
  const [first] = commands;
  if (first === undefined || commands.length < 2) return;
  const script = commands.map(({ text }) => text.replaceAll("\n", " ")).join("\n");
  const known = new Set(walk.facts.map(({ kind, host }) => `${kind} ${host}`));
  for (const fact of shellFacts(block, script, block.start + first.at, false))
    if (/^(?:exfiltration|repository-out)$/.test(fact.kind) && !known.has(`${fact.kind} ${fact.host}`))
      walk.facts.push(fact);
}

export function commandFacts(walk: Walk, unit: number, call: Call, scope: string, piece: Piece): void {
  const first = call.args[0];
  if (first === undefined) return;
  const words =
    first.k === "group" && !first.joins
      ? first.parts.map((part) => walk.flow.textOf(unit, part, scope) ?? "{}")
      : [];
  const command =
    words.length > 1 ? words.map(quoted).join(" ") : (walk.flow.textOf(unit, first, scope) ?? "");
  const spawned =
    call.args[1]?.k === "group"
      ? call.args[1].parts.map((part) => quoted(walk.flow.textOf(unit, part, scope) ?? "{}")).join(" ")
      : "";
  emit(walk, unit, "shell", call, { detail: command.slice(0, 80) });
  walk.facts.push(...shellFacts(piece.block, `${command} ${spawned}`, piece.block.start + call.at, false));
  walk.commands.push({ unit, at: call.at, text: `${command} ${spawned}` });
  const labels = walk.flow.labelsOf(unit, first, scope);
  if (labels.has("decoded"))
    emit(walk, unit, "decode-run", call, {
      detail: labels.get("decoded")?.what ?? "",
      origin: labels.get("decoded"),
    });
  else if (labels.has("remote") && !isFixedProgram(first, command))
    emit(walk, unit, "fetch-run", call, {
      detail: labels.get("remote")?.what ?? "",
      origin: labels.get("remote"),
    });
  const sends = /\b(?:curl|wget|nc)\b/.test(command)
    ? sendable.find((label) => label !== "variable" && labels.has(label))
    : undefined;
  if (sends !== undefined)
    emit(walk, unit, "exfiltration", call, {
      detail: sends,
      host: hostOf(/https?:\/\/[^\s"']{3,200}/.exec(command)?.[0] ?? ""),
      origin: labels.get(sends),
    });
  const viaShell =
    call.named.some((named) => named.name === "shell") ||
    /system|popen|getoutput|\.exec|execSync|shell$/.test(dotted(call.callee, piece.program.imports));
  const foreign = labels.has("input") || labels.has("parameter");
  if (viaShell && foreign && first.k === "group" && first.joins)
    emit(walk, unit, "input-run", call, { detail: labels.get("parameter")?.what ?? "input" });
}

/** `open "{}"`: what is run is written out, only a word of it comes from elsewhere. */
function isFixedProgram(first: Expr, command: string): boolean {
  const written = first.k === "group" && first.joins && /^\s{0,8}[\w./-]{2,60}\s/.test(command);
  return (
    written && !/\b(?:sh|bash|zsh|eval|node|python3?|perl|ruby|powershell|pwsh|npx|iex|sudo)\b/.test(command)
  );
}

function quoted(word: string): string {
  return /^[\w@./:=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
