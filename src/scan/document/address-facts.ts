/** What an address says by itself: a host with another's name, a picture that carries data away, a link to nobody's file. */
import { presentedAt } from "../context.ts";
import type { Fact, Target, Verb } from "../facts.ts";
import { hostKind, hostOf, registeredName } from "../hosts.ts";
import { placeOf } from "../places.ts";
import type { Skill } from "../skill.ts";
import { distanceIsOne } from "../spelling.ts";
import { brands } from "../tables/brands.ts";
import type { Block } from "./block.ts";
import { chunksOf } from "./chunks.ts";

/** Addresses of one piece of text that are looked at. */
const addressesPerBlock = 200;

export function addressFacts(skill: Skill): Fact[] {
  return skill.blocks
    .filter(({ role, lower }) => role !== "data" && (lower.includes("http") || lower.includes("hxxp")))
    .flatMap((whole) =>
      chunksOf(whole).flatMap((block) => [
        ...standIns(block, skill),
        ...pictures(block, skill),
        ...(block.role === "config" ? [] : anonymousLinks(block, skill)),
      ]),
    );
}

interface Found {
  readonly row: string;
  readonly made: readonly [Verb, Target];
  readonly match: RegExpExecArray;
  readonly address: string;
  readonly detail?: string;
}

function factOf(
  block: Block,
  skill: Skill,
  { row, made: [verb, object], match, address, detail }: Found,
): Fact {
  const start = block.start + match.index;
  return {
    actor: "instruction",
    verb,
    object,
    place: placeOf(address, skill),
    presented: presentedAt(block, match.index),
    artefact: block.artefact,
    start,
    end: start + match[0].length,
    host: hostOf(address),
    detail: detail ?? "",
    path: [],
    row,
  };
}

const namedHost = /\bhttps?:\/\/([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){2,6})(?=[/:?\s"'`)\]]|$)/gi;
const signIn =
  /^(?:log-?in|sign-?in|verify|verification|secure|security|auth|reauth|accounts?|sso|confirm|billing|password|wallet|support|identity|session|recovery|restore|unlock|validate)$/;

/** Hosts that bear the name of a known service, speak of signing in, and are none of its hosts. */
function standIns(block: Block, skill: Skill): Fact[] {
  return [...block.text.matchAll(namedHost)].slice(0, addressesPerBlock).flatMap((match) => {
    const brand = standsInFor((match[1] ?? "").toLowerCase());
    if (brand === undefined) return [];
    return [
      factOf(block, skill, {
        row: "stand-in-host",
        made: ["impersonate", "address"],
        match,
        address: match[0],
        detail: brand,
      }),
    ];
  });
}

function standsInFor(host: string): string | undefined {
  if (hostKind(host) !== "unknown") return undefined;
  const own = registeredName(host);
  const below = host.slice(0, Math.max(0, host.length - own.length - 1));
  const [label = ""] = own.split(".");
  const parts = `${below}.${label}`.split(/[.-]/).filter((part) => part !== "");
  if (!parts.some((part) => signIn.test(part))) return undefined;
  return brands.find(
    (name) => label !== name && parts.some((part) => part === name || isMisspelt(part, name)),
  );
}

function isMisspelt(part: string, name: string): boolean {
  return name.length > 5 && part !== name && part[0] === name[0] && distanceIsOne(part, name);
}

/** Pictures and cells whose address is to be filled in: showing them sends what was put there. */
const filledIn: readonly RegExp[] = [
  /!\[[^\]\n]{0,60}\]\((https?:\/\/[^)\s]{4,200}[?&][\w-]{1,30}=(?:\{|\$\{|<|\[|%7B|[A-Z_]{4,30}(?=[)&]))[^)\n]{0,240})\)/g,
  /!\[[^\]\n]{0,60}\]\((https?:\/\/[^)\s]{4,200}[?&][\w-]{1,30}=[A-Za-z0-9+/_-]{12,400}(?:\.\.\.|…)[^)\n]{0,80})\)/g,
  /!\[[^\]\n]{0,60}\]\((https?:\/\/[\w.:-]{4,120}\/[\w./-]{0,80}(?:\{\{?|\$\{|<|%7B)[^)\n]{1,80})\)/g,
  /<img\b[^<>\n]{0,120}\bsrc=["'](https?:\/\/[^"'\s]{4,200}[?&/=](?:\{\{|<%)[^"'\n]{1,160})["']/g,
  /\b(?:WEBSERVICE|IMPORTDATA|IMPORTXML|IMPORTHTML|IMAGE)\(\s{0,3}"(https?:\/\/[^"\s]{4,200})"\s{0,3}&[^\n]{0,60}\b(?:TEXTJOIN|CONCAT\w{0,6}|ENCODEURL)\(/g,
];
const ownData =
  /[?&/=](?:[{<[$%]{1,3}|[A-Z])[^}>\n)]{0,40}(?:text|notes?|summary|conversation|messages?|question|query|answer|data|secret|tokens?|keys?|env|mail|phone|address|content|base64|encoded)/i;

function pictures(block: Block, skill: Skill): Fact[] {
  return filledIn
    .flatMap((pattern) => [...block.text.matchAll(pattern)].slice(0, 40))
    .flatMap((match) => {
      const address = match[1] ?? "";
      const isOwn = !["undeclared", "anonymous"].includes(placeOf(address, skill));
      if (isOwn || (/^[!<]/.test(match[0]) && !ownData.test(address) && !address.endsWith("…"))) return [];
      return [factOf(block, skill, { row: "picture", made: ["send", "private-data"], match, address })];
    });
}

const anyAddress = /\bh(?:tt|xx)ps?:\/\/(?:[^\s"'`<>)[\]]|\[\.\]){3,300}/gi;
const used =
  /\b(?:run|execute|paste|install(?:er|ation)?|copy|terminal|bash|sh|download|pull|payload|bootstrap|scripts?|snippets?|setup|fetch|read|follow|load|prerequisites?)\b/i;
const onlyRead = /\b(?:see|info|docs|source|copy of|credits?|slides)\b[^.\n]{0,30}$/i;

/** Links to where anyone leaves files under no name, with a word that has them used. */
function anonymousLinks(block: Block, skill: Skill): Fact[] {
  return [...block.text.matchAll(anyAddress)].slice(0, addressesPerBlock).flatMap((match) => {
    const address = match[0].replace(/^hxxp/i, "http").replaceAll("[.]", ".");
    if (placeOf(address, skill) !== "anonymous") return [];
    const before = block.text.slice(Math.max(0, match.index - 160), match.index);
    const after = block.text.slice(match.index + match[0].length, match.index + match[0].length + 160);
    // Rows of a table do not speak of each other.
    const beside =
      block.role === "table" ? `${before.split("\n").at(-1)} ${after.split("\n")[0]}` : before + after;
    const isCited = hostKind(hostOf(address)) === "shortener" && onlyRead.test(before);
    if (isCited || !used.test(beside)) return [];
    return [factOf(block, skill, { row: "anonymous-link", made: ["fetch", "file"], match, address })];
  });
}
