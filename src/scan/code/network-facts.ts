/** What programs send, and to whom: requests, lines to other machines, forms and files that are handed on. */
import { hostOf } from "../hosts.ts";
import { isLookup } from "./apis.ts";
import { type CallSpot, sendable } from "./flow-walk.ts";
import { type Call, dotted, type Expr, type Program } from "./ir.ts";
import type { Origin } from "./labels.ts";

/** `connection.request("POST", …)`, `session.post("https:…")` and `request.write(…)`, whatever they are called. */
export function isPost(spot: CallSpot): boolean {
  const { callee, call, first } = spot;
  if (/\.(?:write|end|send)$/.test(callee) && call.callee.k === "member")
    return spot.labels(call.callee.object).has("remote");
  // `file.pipe(request)`
  if (callee.endsWith(".pipe") && first !== undefined) return spot.labels(first).has("remote");
  if (/\.(?:post|put|patch|request)$/.test(callee) && clientOf(spot) !== undefined) return true;
  const said = spot.text(first);
  if (/\.(?:post|put|patch|submit)$/.test(callee)) return /^https?:\/\//.test(said);
  return callee.endsWith(".request") && /^(?:POST|PUT)$/.test(said);
}

const madeClients = new WeakMap<Program, ReadonlyMap<string, Call>>();
const makesClient =
  /^(?:axios\.create|got\.extend|ky\.(?:create|extend)|ofetch\.create|requests\.[sS]ession|httpx\.(?:Async)?Client|aiohttp\.ClientSession|[\w.()]{1,60}\.open_sftp|https?\.request)$/;

/** The call that made the client of `client.post(…)`, where a library that sends made it. */
function clientOf({ program, call: { callee } }: CallSpot): Call | undefined {
  if (callee.k !== "member" || callee.object.k !== "name") return undefined;
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
  return known.get(callee.object.name);
}

/** `axios.create({ baseURL })` and `https.request({ host })`: where a client sends whose calls name a path at most. */
function placeOfClient(spot: CallSpot): string {
  const made = clientOf(spot);
  const [options] = made?.args ?? [];
  const named = [...(made?.named ?? []), ...(options?.k === "group" ? options.named : [])];
  const place = named.find(({ name }) => /^(?:baseURL|prefixUrl|base_url|host|hostname)$/.test(name));
  const said = spot.text(place?.value ?? options);
  return said === "" || said.includes("://") ? said : `https://${said}`;
}

/** A machine that is called by its name alone: `FTP("files.host.tld")`. */
export function dialFacts(spot: CallSpot): void {
  for (const part of argumentsOf(spot)) {
    // A socket takes its host and port as a pair.
    const [first = part] = part.k === "group" && !part.joins ? part.parts : [part];
    const said = spot.text(first);
    if (!/^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,5}$/i.test(said) || !/[a-z]/i.test(said)) continue;
    spot.tell("network", { detail: said, host: said.toLowerCase() });
    return;
  }
}

function argumentsOf({ call: { args, named } }: CallSpot): readonly Expr[] {
  return [...args, ...named.map(({ value }) => value)].slice(0, 6);
}

export function networkFacts(spot: CallSpot): void {
  const { callee, args, named } = spot.call;
  // The address: the first constant text among the arguments that is one.
  const url =
    argumentsOf(spot)
      .map((arg) => spot.text(arg))
      .find((text) => /^[a-z]{2,6}:\/\//i.test(text)) ?? placeOfClient(spot);
  const host = url === "" ? zoneOf(spot) : hostOf(url);
  spot.tell("network", { detail: url.slice(0, 200), host });
  // What a form or a file holds goes where it is handed to.
  const handed = callee.k === "member" && /^(?:submit|pipe)$/.test(callee.name) ? [callee.object] : [];
  const sent = named.filter(
    ({ name }) => !/^(?:headers?|auth|cookies?|timeout|verify|params_auth)$/.test(name),
  );
  const body = spot.body([...handed, ...args, ...sent.map(({ value }) => value)]);
  const label = sendable.find((candidate) => body.has(candidate));
  const origin = body.get(label ?? "file") ?? agentKey(spot);
  if (origin === undefined) return;
  const detail = label === "variable" ? `variable ${origin.what}` : label;
  const to = { host, address: url, origin };
  if (label === undefined && body.has("file"))
    spot.tell("upload", { detail: "the contents of a file", ...to });
  else spot.tell("exfiltration", { detail: detail ?? "secret-file", ...to });
}

/** A key in a header is the caller's own, unless it comes out of the settings of an agent. */
function agentKey(spot: CallSpot): Origin | undefined {
  const { args, named } = spot.call;
  const carried = spot.labels(...args, ...named.map(({ value }) => value)).get("secret-file");
  return carried !== undefined && /\.(?:claude|codex|openclaw|clawdbot)\b/.test(carried.what)
    ? carried
    : undefined;
}

/** The fixed end of a name that is put together to be looked up. */
function zoneOf(spot: CallSpot): string {
  const { first } = spot;
  if (first === undefined || !isLookup(spot.callee)) return "";
  const name = spot.text(first.k === "group" && first.joins ? first.parts.at(-1) : first);
  return /^\.?((?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,12})$/i.exec(name)?.[1] ?? "";
}
