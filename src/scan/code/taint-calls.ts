/** What single calls, texts and names mean to those who follow data. */
import { isCallerInput, isCredentialSource, isDecoder, isRemoteSource } from "./apis.ts";
import { isEnvironment } from "./environment.ts";
import { type Call, type Expr, lastName, type Named, type Program } from "./ir.ts";
import { add, type Label, type Labels } from "./labels.ts";
import { isSecretFolder, isSecretPath } from "./sensitive.ts";

interface Written {
  readonly path: Expr;
  readonly data: Expr;
}

/** Which argument of a call is the file, and which is what goes into it. */
export function fileWritten(callee: string, call: Call): Written | undefined {
  const { callee: own, args } = call;
  const [first, second] = args;
  if (first === undefined) return undefined;
  if (/(?:^|\.)(?:copy|copy2|copyfile|copyFileSync|copyFile|rename|move)$/.test(callee))
    return second === undefined ? undefined : { path: second, data: first };
  if (/(?:^|\.)(?:writeFile|writeFileSync|appendFile|appendFileSync)$/.test(callee))
    return second === undefined ? undefined : { path: first, data: second };
  if (/(?:^|\.)urlretrieve$/.test(callee))
    return second === undefined ? undefined : { path: second, data: call };
  // `answer.pipe(fs.createWriteStream(path))`
  if (
    own.k === "member" &&
    own.name === "pipe" &&
    first.k === "call" &&
    lastName(first.callee) === "createWriteStream"
  )
    return first.args[0] === undefined ? undefined : { path: first.args[0], data: own.object };
  if (/^(?:json|pickle|yaml)\.dump$/.test(callee))
    return second === undefined ? undefined : { path: second, data: first };
  const isMethod =
    own.k === "member" && /^(?:write|write_text|write_bytes|writestr|writelines|add)$/.test(own.name);
  return isMethod ? { path: own.object, data: second ?? first } : undefined;
}

/** Characters of its own from which a text is the author's, whatever is filled in. */
const ownWords = 240;

/**
 * A program or a page that is written out in full, with values filled in between quotes: what comes from elsewhere is data
 * in it. Without the quotes it is a part of the program.
 */
export function isWrittenOut({ joins, parts }: Expr & { k: "group" }): boolean {
  if (!joins) return false;
  let chars = 0;
  let before = "";
  for (const part of parts) {
    if (part.k !== "text" && !/["'`][^\n"'`]{0,40}$/.test(before)) return false;
    before = part.k === "text" ? part.value : "";
    chars += before.length;
  }
  return chars >= ownWords;
}

/** What a file carries once this was written to it. */
export function asWritten(labels: Labels): Labels {
  const out: Labels = new Map();
  for (const [label, origin] of labels) {
    if (label === "secret-file" || label === "environment") out.set(label, origin);
    if (label === "remote") out.set("fetched", origin);
  }
  return out;
}

/** The name of the list, table or form that a call fills; undefined where it fills none. */
export function filledBy({ callee }: Call): string | undefined {
  if (
    callee.k !== "member" ||
    !(
      /^(?:append|extend|update|push|unshift|insert|set_content|attach|writestr|addfile)$/.test(
        callee.name,
      ) ||
      (/^(?:add|write)$/.test(callee.name) && callee.object.k === "name") ||
      (callee.name === "set" && callee.object.k === "member" && callee.object.name === "searchParams")
    )
  )
    return undefined;
  const { object } = callee;
  if (object.k === "name") return object.name;
  if (object.k !== "member" || object.object.k !== "name") return undefined;
  // What is put into the query of an address goes where the address goes.
  if (object.name === "searchParams") return object.object.name;
  return object.object.name === "self" ? `self.${object.name}` : undefined;
}

/** Of what is put into a thing, that which it holds from then on: what is the person's, and what was fetched. */
export function heldOf(labels: Labels, isFile: boolean): Labels {
  const held: Labels = new Map(
    [...labels].filter(([label]) => /^(?:secret-file|environment|file|listing)$/.test(label)),
  );
  const remote = isFile ? labels.get("remote") : undefined;
  if (remote !== undefined) held.set("fetched", remote);
  return held;
}

/** Members that hold a key whatever they are members of. */
export const keyMember = /^(?:secretAccessKey|sessionToken|secret_access_key)$/;

export function without(label: Label, labels: Labels): Labels {
  return new Map([...labels].filter(([one]) => one !== label));
}

/** `anything.get("https://…")`: whatever the client is called. */
function asksAddress(callee: string, text: string | undefined): boolean {
  return /\.(?:get|post|fetch|request|read)$/.test(callee) && /^(?:https?|wss?):\/\//.test(text ?? "");
}

const opensLine = /\b(?:bind|connect|connect_ex|create_connection|start_server)\(([^\n]{0,40})/g;
const onThisMachine = /["'](?:127\.\d{1,3}\.\d{1,3}\.\d{1,3}|localhost|::1)["']/;

/** What a call is given; the environment that a command is started with is not what it answers. */
export function givenTo(callee: string, { args, named }: Call): readonly Named[] {
  const all = [...args.map((value) => ({ name: "", value })), ...named];
  if (
    !/(?:^|\.)(?:exec|execFile|spawn|execSync|execFileSync|spawnSync|fork|execa|run|Popen|check_output)$/.test(
      callee,
    )
  )
    return all;
  const rest = (of: readonly Named[]) => of.filter(({ name }) => name !== "env");
  return rest(all).map(({ name, value }) => ({
    name,
    value: value.k === "group" ? { ...value, named: rest(value.named) } : value,
  }));
}

/** `connection.recv()` of a program that opens lines on its own machine only: what it reads comes from there. */
export function isFromHere(callee: string, { source }: Program): boolean {
  if (!/\.(?:recv|recvfrom|makefile)$/.test(callee)) return false;
  const lines = [...source.matchAll(opensLine)];
  return lines.length > 0 && lines.every(([, place = ""]) => onThisMachine.test(place));
}

/** Of what a value carries, that which came from outside the skill or was disguised in it. */
export function foreign(labels: Labels): Labels {
  return new Map(
    [...labels].filter(
      ([label, { what }]) =>
        label === "remote" || label === "decoded" || label === "fetched" || isCredentialSource(what),
    ),
  );
}

export function collectText(unit: number, expr: Expr & { k: "text" }, out: Labels): void {
  const origin = { unit, at: expr.at, what: expr.value.slice(0, 80) };
  if (isSecretPath(expr.value) || isSecretFolder(expr.value)) add(out, "secret-file", origin);
  else if (/(?:^|\/)(?:MEMORY|SOUL|IDENTITY|AGENTS|CLAUDE)\.md$/.test(expr.value))
    add(out, "memory-file", origin);
}

/** `Buffer.from(text)` is no decoding; with "base64" or "hex" it is. */
export function decodes(callee: string, { args }: Call): boolean {
  const [first, second] = args;
  if (callee === "map") return first?.k === "name" && first.name === "chr";
  if (callee !== "Buffer.from") return isDecoder(callee);
  return second?.k === "text" && /^(?:base64(?:url)?|hex|binary|latin1)$/.test(second.value);
}

/** Where a caller's own key belongs. */
export function isLogin(name: string): boolean {
  return /^(?:headers?|auth|authorization|cookies?|x-api-key|api[_-]?key|token|bearer|cert|verify|timeout)$/i.test(
    name,
  );
}

/** Adds the label of a name that is a source by itself. */
export function sourceName(unit: number, name: string, at: number, out: Labels): boolean {
  if (isEnvironment(name)) {
    add(out, "environment", { unit, at, what: name });
    return true;
  }
  if (/^(?:window\.)?document\.cookie$/.test(name)) {
    add(out, "secret-file", { unit, at, what: name });
    return true;
  }
  if (isCallerInput(name)) add(out, "input", { unit, at, what: name });
  return false;
}

/** Hands a function, and what it is to be called with, to something that calls it later. */
const callsLater =
  /^(?:map|imap|imap_unordered|starmap|submit|to_thread|apply_async|forEach|flatMap|filter|setTimeout|setImmediate|nextTick|register|call_soon|start_new_thread)$/;

/** The calls that a call leads to: `Thread(target=send, args=(key,))`, `map(send, files)`, `files.forEach(send)`. */
export function calledBy(call: Call): Call[] {
  const { callee, args, named, at, end } = call;
  const target = named.find(({ name }) => name === "target")?.value;
  if (target?.k === "name") {
    const given = named.find(({ name }) => name === "args")?.value;
    return [
      { k: "call", callee: target, args: given === undefined ? [] : partsOf(given), named: [], at, end },
    ];
  }
  const [first, ...rest] = lastName(callee) === "run_in_executor" ? args.slice(1) : args;
  const later = callsLater.test(lastName(callee)) || lastName(callee) === "run_in_executor";
  if (!later || first?.k !== "name") return [];
  const given = rest.length === 0 && callee.k === "member" ? [callee.object] : rest;
  return [{ k: "call", callee: first, args: given, named: [], at, end }];
}

function partsOf(expr: Expr): readonly Expr[] {
  return expr.k === "group" && !expr.joins ? expr.parts : [expr];
}

/** What a call reads by itself: keys, the network, the environment. */
export function labelOfCall(callee: string, text: string | undefined): Label | undefined {
  if (isCredentialSource(callee)) return "secret-file";
  if (isRemoteSource(callee) || asksAddress(callee, text)) return "remote";
  return printsEnvironment(callee, text) ? "environment" : undefined;
}

/** `os.popen("env")`: all settings, by way of a command. */
function printsEnvironment(callee: string, command: string | undefined): boolean {
  return (
    /(?:^|\.)(?:popen|getoutput|check_output|run|execSync|spawnSync)$/.test(callee) &&
    /^\s{0,4}(?:\/usr\/bin\/)?(?:env|printenv|export -p|declare -p)\s{0,4}$/.test(command ?? "")
  );
}

/** Under which a file is known: by its path, or where that has holes, by its path within one program. */
export function fileKey(unit: number, path: string): string | undefined {
  if (path.length > 200 || path.replaceAll("{}", "").length < 4) return undefined;
  return path.includes("{}") ? `${unit} ${path}` : path;
}

/** `path.join(home, ".config", "tool")`, in either language. */
export function isPathJoin(callee: string): boolean {
  return /^(?:os\.)?path\.(?:join|resolve)$/.test(callee);
}
