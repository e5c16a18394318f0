/** Facts that a table of signs shows in code, settings and, where the row says so, in sentences. */
import type { Block } from "../document/block.ts";
import { asRead } from "../document/plain.ts";
import type { Fact } from "../facts.ts";
import { hostOf } from "../hosts.ts";
import { placeOf } from "../places.ts";
import type { Skill } from "../skill.ts";
import type { CodeSign } from "../tables/code-sign.ts";
import { codeSigns } from "../tables/code-signs.ts";
import { isWorthSpelling } from "./apis.ts";
import { factAt, rolesOfCode, rolesOfText } from "./block-facts.ts";

/** Matches of one row in one piece of a block beyond which no more are looked for. */
const mostMatches = 8;

export function signFacts(skill: Skill): Fact[] {
  return skill.blocks.flatMap((block) => {
    const isCode = rolesOfCode.has(block.role);
    if (!isCode && !rolesOfText.has(block.role)) return [];
    return asRead(block).flatMap((piece) => [
      ...[...signsFor(piece)].flatMap((sign) =>
        isCode || sign.where === "all" ? signIn(sign, piece, skill) : [],
      ),
      ...(isCode ? numberedNames(piece) : []),
    ]);
  });
}

/** In which text a pair of letters was last seen: one table for all texts, which are numbered. */
const seenIn = new Uint32Array(4096);
let texts = 0;

const pairAt = (text: string, at: number) => (text.charCodeAt(at) * 31 + text.charCodeAt(at + 1)) & 4095;
const allHints = codeSigns.flatMap((sign) =>
  sign.hints
    .split("|")
    .map((hint) => ({ sign, hint, first: pairAt(hint, 0), end: pairAt(hint, hint.length - 2) })),
);

/** The rows of which a hint stands in a piece, in the order of the table. Pairs of letters rule most out at once. */
function signsFor({ lower }: Block): Set<CodeSign> {
  const found = new Set<CodeSign>();
  texts++;
  let last = 0;
  for (let i = 0; i < lower.length; i++) {
    const code = lower.charCodeAt(i);
    seenIn[(last * 31 + code) & 4095] = texts;
    last = code;
  }
  for (const { sign, hint, first, end } of allHints)
    if (seenIn[first] === texts && seenIn[end] === texts && !found.has(sign) && lower.includes(hint))
      found.add(sign);
  return found;
}

function signIn(sign: CodeSign, piece: Block, skill: Skill): Fact[] {
  const isAddressed = sign.verb === "fetch-run" || sign.verb === "send";
  const facts: Fact[] = [];
  for (const match of matchesIn(sign, piece.text)) {
    const { host, address } = isAddressed
      ? addressBeside(piece.text, match)
      : sign.verb === "open-shell"
        ? socketIn(piece.text.slice(match.index, match.index + match[0].length + 100))
        : nowhere;
    facts.push({
      ...factAt(piece, match.index, match[0].length),
      verb: sign.verb,
      object: sign.object,
      place: host === "" ? "none" : placeOf(address, skill),
      host,
      detail: sign.detail,
      row: sign.id,
    });
    if (facts.length >= mostMatches) break;
  }
  return facts;
}

/** The matches of a row, each with what must stand behind it and without what excuses it. */
export function* matchesIn(sign: CodeSign, text: string): Generator<RegExpExecArray> {
  for (const pattern of sign.patterns)
    for (const match of text.matchAll(pattern)) if (isMeant(sign, text, match)) yield match;
}

function isMeant({ after, except }: CodeSign, text: string, match: RegExpExecArray): boolean {
  const end = match.index + match[0].length;
  if (after !== undefined && !after.test(text.slice(end, end + 600))) return false;
  const beside = text.slice(Math.max(0, match.index - 60), end + 60);
  return except === undefined || !except.test(beside);
}

const nowhere = { host: "", address: "" };
const address = /https?:\/\/[^\s"'`)>|;]{3,200}/;
const bareHost = /\b(?:irm|iwr|curl|wget) ([\w-]{1,60}(?:\.[\w-]{2,40}){1,3}(?:\/\S{0,80})?)(?=[\s|)]|$)/;

/** The address in the match or close to it. */
function addressBeside(text: string, match: RegExpExecArray): { host: string; address: string } {
  const around = text.slice(Math.max(0, match.index - 200), match.index + match[0].length + 400);
  const [url] = address.exec(match[0]) ?? address.exec(around) ?? [];
  if (url !== undefined) return { host: hostOf(url), address: url };
  const bare = bareHost.exec(around)?.[1];
  return bare === undefined ? nowhere : { host: hostOf(`https://${bare}`), address: `https://${bare}` };
}

/** The machine that a shell is connected to. */
function socketIn(text: string): { host: string; address: string } {
  const host = /\/dev\/(?:tcp|udp)\/([\w.-]{3,100})/.exec(text)?.[1] ?? "";
  return { host, address: host === "" ? "" : `tcp://${host}` };
}

const numbers = /[[({]\s{0,3}(\d{2,3}(?:\s{0,3},\s{0,3}\d{2,3}){3,14})\s{0,3}[\])}]/g;

/** Names of functions and schemes of addresses, written as numbers. */
function numberedNames(piece: Block): Fact[] {
  const facts: Fact[] = [];
  for (const match of piece.text.matchAll(numbers)) {
    const name = String.fromCharCode(...(match[1] ?? "").split(",").map(Number));
    const before = piece.text.slice(Math.max(0, match.index - 40), match.index);
    const isScheme = /^(?:https?|wss?):\/{0,2}$/.test(name) && /fromCharCode|\bchr\b|\bbytes\b/.test(before);
    if (!isWorthSpelling(name) && !isScheme) continue;
    const detail = `"${name}" is written as numbers`;
    facts.push({
      ...factAt(piece, match.index, match[0].length),
      verb: "hide",
      object: "name",
      detail,
      row: "name-in-numbers",
    });
    if (facts.length >= mostMatches) break;
  }
  return facts;
}
