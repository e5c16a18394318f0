/** What programs send, and to whom: requests, lines to other machines, forms and files that are handed on. */
import { hostOf } from "../hosts.ts";
import { isLookup } from "./apis.ts";
import { type Call, emit, sendable, type Walk } from "./flow-walk.ts";
import { dotted, type Expr, lastName, nothing, type Program, within } from "./ir.ts";
import type { Labels } from "./labels.ts";

/** `connection.request("POST", …)`, `session.post("https:…")` and `request.write(…)`, whatever they are called. */
export function isPost(walk: Walk, unit: number, call: Call, scope: string, callee: string): boolean {
  const [first] = call.args;
  if (/\.(?:write|end|send)$/.test(callee) && call.callee.k === "member")
    return walk.flow.labelsOf(unit, call.callee.object, scope).has("remote");
  // `file.pipe(request)`
  if (callee.endsWith(".pipe") && first !== undefined)
    return walk.flow.labelsOf(unit, first, scope).has("remote");
  if (isClient(walk.pieces[unit]?.program, call.callee)) return true;
  const said = first === undefined ? "" : (walk.flow.textOf(unit, first, scope) ?? "");
  if (/\.(?:post|put|patch|submit)$/.test(callee)) return /^https?:\/\//.test(said);
  return callee.endsWith(".request") && /^(?:POST|PUT)$/.test(said);
}

const madeClients = new WeakMap<Program, ReadonlyMap<string, Call>>();
const makesClient =
  /^(?:axios\.create|got\.extend|ky\.(?:create|extend)|ofetch\.create|requests\.[sS]ession|httpx\.(?:Async)?Client|aiohttp\.ClientSession|[\w.()]{1,60}\.open_sftp)$/;

/** `client.post(…)`, where the program made the client of a library that sends. */
function isClient(program: Program | undefined, callee: Expr): boolean {
  if (program === undefined || callee.k !== "member" || !/^(?:post|put|patch|request)$/.test(callee.name))
    return false;
  const known =
    madeClients.get(program) ??
    new Map(
      program.steps.flatMap(({ targets, value }) =>
        value.k === "call" && makesClient.test(dotted(value.callee, program.imports))
          ? targets.map((target) => [target, value] as const)
          : [],
      ),
    );
  madeClients.set(program, known);
  return callee.object.k === "name" && known.has(callee.object.name);
}

/** `axios.create({ baseURL })`: where the requests of a client go that name a path only. */
function baseOf(walk: Walk, unit: number, { callee }: Call, scope: string): string {
  const program = walk.pieces[unit]?.program;
  if (program === undefined || callee.k !== "member" || callee.object.k !== "name") return "";
  const made = madeClients.get(program)?.get(callee.object.name);
  const [options] = made?.args ?? [];
  const named = [...(made?.named ?? []), ...(options?.k === "group" ? options.named : [])];
  const base = named.find(({ name }) => /^(?:baseURL|prefixUrl|base_url)$/.test(name))?.value;
  return base === undefined ? "" : (walk.flow.textOf(unit, base, scope) ?? "");
}

/** A machine that is called by its name alone: `FTP("files.host.tld")`. */
export function dialFacts(walk: Walk, unit: number, call: Call, scope: string): void {
  for (const part of [...call.args, ...call.named.map(({ value }) => value)].slice(0, 6)) {
    // A socket takes its host and port as a pair.
    const [first = part] = part.k === "group" && !part.joins ? part.parts : [part];
    const said = walk.flow.textOf(unit, first, scope) ?? "";
    if (!/^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,5}$/i.test(said) || !/[a-z]/i.test(said)) continue;
    emit(walk, unit, "network", call, { detail: said, host: said.toLowerCase() });
    return;
  }
}

export function networkFacts(walk: Walk, unit: number, call: Call, scope: string): void {
  const url = textIn(walk, unit, call, scope) || baseOf(walk, unit, call, scope);
  const host =
    url === "" ? zoneOf(walk, unit, call, scope) || hostOpened(walk, unit, call, scope) : hostOf(url);
  emit(walk, unit, "network", call, { detail: url.slice(0, 200), host });
  const body: Labels = new Map();
  // What a form or a file holds goes where it is handed to.
  const handed = /^(?:submit|pipe)$/.test(lastName(call.callee)) && call.callee.k === "member";
  for (const part of [
    ...(handed && call.callee.k === "member" ? [call.callee.object] : []),
    ...call.args,
    ...call.named
      .filter((named) => !/^(?:headers?|auth|cookies?|timeout|verify|params_auth)$/.test(named.name))
      .map((named) => named.value),
  ]) {
    for (const [label, origin] of walk.flow.bodyOf(unit, part, scope))
      if (!body.has(label)) body.set(label, origin);
  }
  const label = sendable.find((candidate) => body.has(candidate));
  if (label !== undefined)
    emit(walk, unit, "exfiltration", call, {
      detail: label === "variable" ? `variable ${body.get(label)?.what}` : label,
      host,
      origin: body.get(label),
    });
  else if (body.has("file"))
    emit(walk, unit, "upload", call, { detail: "the contents of a file", host, origin: body.get("file") });
}

/** The address: the first constant text among the arguments that is one. */
function textIn(walk: Walk, unit: number, call: Call, scope: string): string {
  for (const arg of [...call.args, ...call.named.map((named) => named.value)].slice(0, 6)) {
    const text = walk.flow.textOf(unit, arg, scope);
    if (text !== undefined && /^[a-z]{2,6}:\/\//i.test(text)) return text;
  }
  return "";
}

const opened = new WeakMap<Program, readonly Expr[]>();

/** The hosts that a program opens requests to, as it writes them; `nothing` for one that it does not name. */
function hostsIn(program: Program): readonly Expr[] {
  const known = opened.get(program);
  if (known !== undefined) return known;
  const hosts: Expr[] = [];
  for (const { value } of program.steps)
    for (const expr of within(value)) {
      if (expr.k !== "call" || !/^https?\.request$/.test(dotted(expr.callee, program.imports))) continue;
      const [options] = expr.args;
      const named = options?.k === "group" ? options.named : [];
      hosts.push(named.find(({ name }) => name === "host" || name === "hostname")?.value ?? nothing);
    }
  opened.set(program, hosts);
  return hosts;
}

/** `request.end(…)`: the host that the request was opened to, where the program opens one only. */
function hostOpened(walk: Walk, unit: number, call: Call, scope: string): string {
  const program = walk.pieces[unit]?.program;
  if (program === undefined || !/^(?:end|write)$/.test(lastName(call.callee))) return "";
  const [only, ...others] = hostsIn(program);
  return only === undefined || others.length > 0 ? "" : (walk.flow.textOf(unit, only, scope) ?? "");
}

/** The fixed end of a name that is put together to be looked up. */
function zoneOf(walk: Walk, unit: number, call: Call, scope: string): string {
  const [first] = call.args;
  if (first === undefined || !isLookup(dotted(call.callee, walk.pieces[unit]?.program.imports ?? new Map())))
    return "";
  const end = first.k === "group" && first.joins ? first.parts.at(-1) : first;
  const name = end === undefined ? "" : (walk.flow.textOf(unit, end, scope) ?? "");
  return /^\.?((?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,12})$/i.exec(name)?.[1] ?? "";
}
