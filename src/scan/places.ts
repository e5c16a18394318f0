/** What a host or address is to a skill: its own, a known service, or a place that it does not declare. */
import type { PlaceKind } from "./facts.ts";
import { cornerOf, type HostKind, hostKind, hostOf, registeredName, repositoryOf } from "./hosts.ts";
import type { Skill } from "./skill.ts";

const kinds: Readonly<Record<HostKind, PlaceKind>> = {
  "well-known": "well-known",
  paste: "anonymous",
  collector: "anonymous",
  tunnel: "anonymous",
  shortener: "anonymous",
  "raw-address": "anonymous",
  local: "local",
  placeholder: "placeholder",
  metadata: "metadata",
  "self-named": "anonymous",
  unknown: "undeclared",
};

/** The kind of an address (with its scheme) or of a bare host. */
export function placeOf(address: string, skill: Pick<Skill, "declared">): PlaceKind {
  const host = address.includes("://") ? hostOf(address) : address.toLowerCase();
  if (host === "") return "none";
  const kind = kinds[hostKind(host)];
  if (kind === "well-known" && address.includes("://")) {
    const corner = cornerOf(address);
    if (corner === "tenant") return isDeclared(host, skill) ? "declared" : "undeclared";
    if (corner !== undefined) return "shared";
    const names = repositoryOf(address);
    return names.length === 0 || isNamed(names, skill) ? kind : "repository";
  }
  return kind === "undeclared" && isDeclared(host, skill) ? "declared" : kind;
}

/** Words that services and skills share, and that name nobody. */
const generic = new Set(
  "agent agents assets auth backup build check client cloud code collect config data deploy docs files global helper image install internal local logs mail main media metrics mirror notes online open page pages portal proxy public relay release report reports safe secure server service services share site skill skills smart stats status storage store stream support sync team telemetry test tool tools track tracking update updates upload uploads user vault verify webhook work".split(
    " ",
  ),
);

/** What services add to their own name for the hosts of their services: "acmeapis", "getacme". */
const affixes = /^(?:get|use|try|my|join)(?=\w{4})|(?:apis?|app|apps|cdn|hq|inc|labs|static|usercontent)$/g;

/**
 * Whether the front matter names the host or its owner: the host itself, or the owner's name as a word of it. What the body of the skill says of a host declares nothing.
 */
export function isDeclared(host: string, skill: Pick<Skill, "declared">): boolean {
  const domain = registeredName(host);
  if (skill.declared.all.includes(domain)) return true;
  const label = domain.split(".")[0] ?? "";
  // Some names are written over the dot: "dp.la", "fly.io".
  const whole = domain.replace(/[^a-z0-9]/g, "");
  return isNamed([label, label.replaceAll("-", ""), label.replace(affixes, ""), whole], skill);
}

/** Whether one of the names is a word of the front matter, and one that names somebody. */
function isNamed(names: readonly string[], { declared }: Pick<Skill, "declared">): boolean {
  const said = `${declared.name} ${declared.description}`.toLowerCase();
  // The names of required keys and tags stand in other fields.
  const words = new Set(`${said} ${declared.all}`.split(/[^a-z0-9]+/));
  const joined = said.replace(/[\s-]/g, "");
  return names.some(
    (name) =>
      name.length > 1 &&
      !generic.has(name) &&
      (words.has(name) || (name.length > 5 && joined.includes(name))),
  );
}
