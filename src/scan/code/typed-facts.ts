/** Facts of code as the rules see them: what is done, to what, and at which kind of place. */
import type { Artefact } from "../artefact.ts";
import { presentedAt } from "../context.ts";
import type { Block } from "../document/block.ts";
import type { Fact, Presented, Target, Verb } from "../facts.ts";
import { hostKind, hostOf } from "../hosts.ts";
import { placeOf } from "../places.ts";
import type { Skill } from "../skill.ts";
import { agentWriteRow } from "./agent-writes.ts";
import { type Fact as CodeFact, type FactKind, isByword } from "./facts.ts";
import { isOwnService } from "./own-service.ts";
import { isOwnKey, secretRow } from "./secret-kinds.ts";
import { addressElsewhere } from "./split-addresses.ts";

const meanings: Readonly<Record<FactKind, readonly [Verb, Target]>> = {
  "fetch-run": ["fetch-run", "code"],
  "download-run": ["fetch-run", "file"],
  "decode-run": ["decode-run", "code"],
  "hidden-address": ["hide", "address"],
  "disguised-command": ["hide", "command"],
  exfiltration: ["send", "secret"],
  upload: ["send", "output"],
  "reverse-shell": ["open-shell", "command"],
  persistence: ["persist", "code"],
  "agent-write": ["write", "agent-file"],
  destruction: ["delete", "system"],
  wipe: ["delete", "work-files"],
  lock: ["lock", "work-files"],
  "secret-print": ["print", "secret"],
  "privileged-container": ["grant", "container"],
  "traffic-redirect": ["write", "network-settings"],
  "credential-check": ["ask", "secret"],
  "secret-read": ["read", "secret"],
  network: ["connect", "nothing"],
  shell: ["run", "command"],
  "package-install": ["install", "package"],
  "file-write": ["write", "file"],
  "input-run": ["run", "input"],
  "caller-run": ["run", "action"],
  "input-sql": ["run", "query"],
  "unsafe-load": ["read", "object"],
  "repository-out": ["send", "repository"],
  "spelled-name": ["hide", "name"],
};

export function typedFacts(skill: Skill): Fact[] {
  const blocks = new BlocksByPlace(skill.blocks);
  return skill.facts.map((fact) => typed(fact, skill, blocks));
}

function typed(fact: CodeFact, skill: Skill, blocks: BlocksByPlace): Fact {
  const [verb, object] = meanings[fact.kind];
  const { artefact, start, end, detail, path } = fact;
  const isFlow = path.length > 0 && (fact.kind === "exfiltration" || fact.kind === "upload");
  const elsewhere = isFlow && fact.host === "" ? addressElsewhere(artefact, skill) : "";
  const host = elsewhere === "" ? fact.host : hostOf(elsewhere);
  const isSecret = fact.kind === "exfiltration";
  const own = isSecret ? isOwnKey(fact) : callsOnly.has(fact.kind) && isOwnService(host, skill);
  const address = elsewhere || [fact.address ?? "", detail].find(isAddress) || host;
  return {
    actor: actorOf(fact),
    verb,
    object,
    place: own ? "declared" : placeOf(address, skill),
    presented: presentedIn(fact, blocks),
    artefact,
    start,
    end,
    host,
    detail: isSecret ? saidOf(fact) : detail.slice(0, 120),
    path,
    row: isSecret ? secretRow({ ...fact, host }) : rowOf(fact, skill),
  };
}

const isAddress = (text: string): boolean => /^[a-z]{2,6}:\/\//i.test(text);

const callsOnly: ReadonlySet<FactKind> = new Set(["network", "upload"]);

/** What makes a command that starts automatically more than a reminder. */
const fetchesOrHides =
  /\b(?:curl|wget|https?:|iwr|irm|ncat?|socat|base64|eval|python3? -c|node -e|nohup)\b|\/dev\/tcp|\/(?:tmp|dev\/shm)\/|\/\.(?:cache|tmp)\//i;

function rowOf(fact: CodeFact, skill: Skill): string {
  const { kind, artefact, start, end } = fact;
  if (kind === "agent-write") return agentWriteRow(fact, skill);
  if (kind === "persistence" && actorOf(fact) === "instruction") {
    const { text } = artefact;
    const lineEnd = text.indexOf("\n", end);
    const line = text.slice(text.lastIndexOf("\n", start) + 1, lineEnd === -1 ? text.length : lineEnd);
    return fetchesOrHides.test(line) ? kind : "persistence-shown";
  }
  return kind;
}

/** What is sent, in the words of a message. */
function saidOf({ detail, path }: CodeFact): string {
  if (detail === "environment") return "the environment";
  const read = path[0]?.note.replace(/^reads /, "") ?? "";
  return /^(?:secret|memory)-file$/.test(detail) && read !== "" ? read : detail;
}

export function actorOf({ artefact, inScript }: Pick<CodeFact, "artefact" | "inScript">): Fact["actor"] {
  if (artefact.role === "config") return "configuration";
  return inScript ? "program" : "instruction";
}

function presentedIn(
  { artefact, start, host, kind, detail, inScript, polarity }: CodeFact,
  blocks: BlocksByPlace,
): Presented {
  const block = blocks.at(artefact, start);
  const isRun = inScript && block?.role !== "comment";
  if (isRun && artefact.language !== "markdown" && artefact.origin !== "decoded") return "asserted";
  // A host that calls itself an attacker's, in a sentence, is one that is spoken of.
  if (block?.role === "prose" && hostKind(host) === "self-named") return "shown";
  const presented = block === undefined ? undefined : presentedAt(block, start - block.start);
  if (presented !== "shown" && artefact.language === "markdown" && isByword(kind, detail)) return "shown";
  if (presented !== undefined) return presented;
  return polarity === "assert" ? "asserted" : "shown";
}

/** Blocks by the artefact they stand in: of those around a place, the narrowest. */
class BlocksByPlace {
  private readonly known = new Map<Artefact, Block[]>();

  constructor(blocks: readonly Block[]) {
    for (const block of blocks) {
      const list = this.known.get(block.artefact);
      if (list === undefined) this.known.set(block.artefact, [block]);
      else list.push(block);
    }
    for (const list of this.known.values()) list.sort((a, b) => a.start - b.start);
  }

  at(artefact: Artefact, place: number): Block | undefined {
    const list = this.known.get(artefact) ?? [];
    let low = 0;
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((list[middle]?.start ?? 0) <= place) low = middle + 1;
      else high = middle;
    }
    // Blocks nest by a few levels only, so that the narrowest is among the last that begin before the place.
    return list
      .slice(Math.max(0, low - mostNested), low)
      .filter((block) => block.end > place)
      .sort((a, b) => a.end - a.start - (b.end - b.start))[0];
  }
}

const mostNested = 40;
