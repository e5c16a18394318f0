/** Addresses that stand in code and settings: what calls them or sends to them, by the kind of place they are. */
import type { Block } from "../document/block.ts";
import { asRead } from "../document/plain.ts";
import type { Fact, PlaceKind } from "../facts.ts";
import { hostKind, hostOf } from "../hosts.ts";
import { placeOf } from "../places.ts";
import type { Skill } from "../skill.ts";
import { sendingCalls } from "../tables/sending-calls.ts";
import { factAt, rolesOfCode } from "./block-facts.ts";
import { isOwnService } from "./own-service.ts";

const address =
  /\b(?:https?|wss?|s?ftp|tcp):\/\/(?:\[[0-9a-f:.]{2,60}\]|[\w.:@-]{3,120})[^\s"'`<>)\],;|}]{0,160}|(?<![\w./:-])\d{1,3}(?:\.\d{1,3}){3}:\d{2,5}\b/gi;

/** Places of which an address alone says something. */
const told: ReadonlySet<PlaceKind> = new Set(["anonymous", "metadata"]);
/** Places that something is sent to. */
const sentTo: ReadonlySet<PlaceKind> = new Set(["anonymous", "undeclared", "shared"]);
const mostAddresses = 200;

export function addressFacts(skill: Skill): Fact[] {
  return skill.blocks.flatMap((block) => {
    const isSaid = block.role === "prose" && /169\.254|a9fe|metadata/.test(block.lower);
    if (!rolesOfCode.has(block.role) && !isSaid) return [];
    return asRead(block)
      .flatMap((piece) => addressesIn(piece, skill))
      .filter((fact) => !isSaid || fact.place === "metadata");
  });
}

function addressesIn(piece: Block, skill: Skill): Fact[] {
  const facts: Fact[] = [];
  for (const match of [...piece.text.matchAll(address)].slice(0, mostAddresses)) {
    const url = match[0].includes("://") ? match[0] : `tcp://${match[0]}`;
    const host = hostOf(url);
    // A name in capitals is to be filled in.
    if (/\/\/[\w-]{0,20}[A-Z][A-Z_-]{3,30}\./.test(url)) continue;
    const place = placeOf(url, skill);
    const isSent = sentTo.has(place) && isSending(piece, match) && !isOwnService(host, skill);
    if (!isSent && !told.has(place)) continue;
    facts.push({
      ...factAt(piece, match.index, match[0].length),
      verb: isSent ? "send" : "connect",
      object: isSent ? "output" : "nothing",
      place,
      host,
      detail: isSent ? "data" : url.slice(0, 120),
      row: hostKind(host) === "raw-address" ? "number-address" : "address",
    });
  }
  return facts;
}

function isSending({ text, role }: Block, { index, 0: found }: RegExpExecArray): boolean {
  if (role !== "code") return false;
  const before = text.slice(Math.max(0, index - 200), index);
  const after = text.slice(index + found.length, index + found.length + 200);
  return sendingCalls.some((call) => call.test(before.slice(-200) + found + after));
}
