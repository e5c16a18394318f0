/** Facts of the commands that programs run, each by itself and all of them together. */

import { hostOf } from "../hosts.ts";
import { inTurn } from "../tables/compile.ts";
import { type CallSpot, sendable } from "./flow-walk.ts";
import { type Call, type Expr, several } from "./ir.ts";
import type { Labels, Origin } from "./labels.ts";
import { quoted } from "./shell-words.ts";

export function commandFacts(spot: CallSpot): void {
  const { call, callee, first } = spot;
  if (first === undefined) return;
  const { command, spawned } = wordsOf(spot, first);
  spot.tell("shell", { detail: command.slice(0, 80) });
  spot.emitCommand(call.at, `${command} ${spawned}`);
  const labels = spot.labels(runIn(call, first, spawned));
  const viaShell =
    spot.named("shell") !== undefined || /system|popen|getoutput|\.exec|execSync|shell$/.test(callee);
  const decoded = labels.get("decoded");
  const remote = labels.get("remote");
  if (decoded !== undefined) spot.tell("decode-run", { detail: decoded.what, origin: decoded });
  // A command of the program's own that holds a piece of an answer is another thing.
  else if (remote !== undefined && viaShell && /^(?:\{\})?$/.test(command))
    spot.tell("fetch-run", { detail: remote.what, origin: remote });
  const fetched = spot.labels(ranOf(first)).get("fetched") ?? scriptIn(spot);
  if (fetched !== undefined && runsFile(`${command} ${spawned}`)) spot.tellFetched(fetched);
  sendFacts(spot, command, labels);
  const given = labels.get("parameter");
  const said = given !== undefined && first.k !== "group" && takesMessages.test(spot.scope);
  const source = spot.piece.block.text.slice(call.at, Math.min(call.end, call.at + 200));
  if (said || givenByCaller.test(source)) spot.tell("caller-run", { detail: "the whole command" });
  const isFilled = viaShell && first.k === "group" && first.joins;
  if (isFilled && (given !== undefined || labels.has("input")))
    spot.tell("input-run", { detail: given?.what ?? "input" });
}

const givesProgram = /(?:^|\s)['"]?(?:-e|-c|-p|--eval|-Command|\/c)['"]?(?:\s|$)/;

/** What of a call is run: the command, and the program that an interpreter is handed (`spawn("node", ["-e", text])`). */
function runIn({ args: [, words] }: Call, first: Expr, spawned: string): Expr {
  if (words?.k !== "group" || !givesProgram.test(spawned)) return first;
  // A text with a value filled in is the author's program.
  const whole = words.parts.filter((part) => part.k !== "group" || !part.joins);
  return several([first, ...whole], first.at);
}

/** Of a list of words, the one that is run: the program, or what an interpreter is given first. */
function ranOf(first: Expr): Expr {
  if (first.k !== "group" || first.joins || first.parts.length < 2) return first;
  const [program, ...rest] = first.parts;
  const script = rest.find((word) => word.k !== "text" || !word.value.startsWith("-"));
  const interprets =
    program?.k !== "text" ||
    /(?:^|\/)(?:(?:ba|z|da)?sh|python3?|node|deno|bun|perl|ruby|pwsh)$/.test(program.value);
  const ran = [program, interprets ? script : undefined].filter((word) => word !== undefined);
  return several(ran, first.at);
}

/** `spawn("bash", [file])`: the file, and `run(["bash"], input=text)`: the text, where they were fetched. */
function scriptIn(spot: CallSpot): Origin | undefined {
  const [first, words] = spot.call.args;
  const file = words?.k === "group" ? spot.labels(words.parts[0]).get("fetched") : undefined;
  if (file !== undefined) return file;
  const [program, ...rest] = first?.k === "group" ? first.parts : [first];
  const isBare = rest.every((word) => word?.k === "text" && /^-[is]?$/.test(word.value));
  return program === undefined || !isBare ? undefined : spot.labels(spot.named("input")).get("remote");
}

/** What a command carries away: in its words, or as what it is fed (`run(["curl", …], input=key)`). */
function sendFacts(spot: CallSpot, command: string, labels: Labels): void {
  if (!/\b(?:curl|wget|nc|ping|nslookup|dig)\b/.test(command)) return;
  const all = new Map([...spot.labels(spot.named("input")), ...labels]);
  const sends = sendable.find((label) => label !== "variable" && all.has(label));
  const host = hostOf(/https?:\/\/[^\s"']{3,200}/.exec(command)?.[0] ?? "");
  if (sends !== undefined) spot.tell("exfiltration", { detail: sends, host, origin: all.get(sends) });
}

/** Functions that are called with what somebody sends. */
const takesMessages = /(?:^|[^a-z])(?:on_?|handle_?)(?:message|data|recv|receive|packet|text)$/i;

/** `run(message.text)`: the command, all of it, is what somebody says who calls or writes. */
const givenByCaller = inTurn([
  /^[\w.]{2,60}\(\s{0,8}(?:str\(|String\(|shlex\.split\()?(?:flask\.)?/,
  /(?:request|req|message|msg|m|update|event|evt|ev|ctx)\./,
  /(?:args|form|json|values|data|body|query|params|text|raw_text|content|payload|message|get_json)\b[^,+%\n]{0,60}[,)]/,
]);

/** The command as far as it is written out: one text, a list of words, or a program and the list of its words. */
function wordsOf(spot: CallSpot, first: Expr): { command: string; spawned: string } {
  const words = (parts: readonly Expr[]) => parts.map((part) => quoted(spot.text(part) || "{}")).join(" ");
  const [, second] = spot.call.args;
  const isList = first.k === "group" && !first.joins && first.parts.length > 1;
  return {
    command: isList ? words(first.parts) : spot.text(first),
    spawned: second?.k === "group" ? words(second.parts) : "",
  };
}

/** A file is run by its own name or by an interpreter; other programs only read it. */
function runsFile(command: string): boolean {
  return /^\s{0,8}(?:sudo\s{1,4})?(?:(?:\/bin\/|\/usr\/bin\/)?(?:ba|z|da)?sh|source|\.|python3?|node|deno|bun|perl|ruby|pwsh|powershell|\{\}|['"]?(?:\/|\.\/|~)[\w./-]{2,120}['"]?\s{0,3}$)(?=\s|$)/.test(
    command,
  );
}
