/**
 * Phrases as facts: rows of a table over the texts that an agent reads. A row is tried only where one of its hints stands,
 * so that the cost is that of reading every text once.
 */
import { presentedAt } from "../context.ts";
import type { Fact, Presented } from "../facts.ts";
import { hostOf } from "../hosts.ts";
import { limits } from "../limits.ts";
import { placeOf } from "../places.ts";
import type { Skill } from "../skill.ts";
import { anyUrl } from "../tables/addresses.ts";
import type { PhraseRow } from "../tables/phrase-row.ts";
import { phraseRows } from "../tables/phrases.ts";
import type { Block } from "./block.ts";
import { asRead, placeIn } from "./plain.ts";
import { isSpoken } from "./spoken.ts";

/** Letters of a hint, and of a word, that must agree. */
const hintChars = 4;
/** Matches of one row in one block beyond which no more are looked for. */
const matchesPerBlock = 16;

const rowsByHint = new Map<string, PhraseRow[]>();
for (const row of phraseRows)
  for (const hint of row.hints.split(" ")) {
    const key = hint.slice(0, hintChars);
    rowsByHint.set(key, [...(rowsByHint.get(key) ?? []), row]);
  }

export function phraseFacts(skill: Skill): Fact[] {
  const unread = new Set<string>();
  let left: number = limits.matchChars;
  const facts = skill.blocks.filter(isSpoken).flatMap((block) =>
    asRead(block).flatMap((piece) => {
      const rows = rowsFor(piece);
      left -= rows.length * piece.text.length;
      if (left < 0 && rows.length > 0) unread.add(block.artefact.path);
      return left < 0 ? [] : factsIn(piece, rows, skill);
    }),
  );
  for (const file of unread)
    skill.notLookedAt.push({ file, reason: "its wording takes longer to read than one skill is given" });
  return facts;
}

function factsIn(block: Block, rows: readonly PhraseRow[], skill: Skill): Fact[] {
  return rows
    .filter(({ roles }) => roles === undefined || roles.includes(block.role))
    .flatMap((row) => matchesOf(row, block, skill));
}

/** The rows of which a hint stands in the block, in the order of the table. */
function rowsFor({ lower }: Block): PhraseRow[] {
  const found = new Set<PhraseRow>();
  const seen = new Set<string>();
  const look = (key: string) => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const row of rowsByHint.get(key) ?? []) found.add(row);
  };
  let start = -1;
  for (let at = 0; at <= lower.length; at++) {
    if (isLetter(lower, at)) {
      if (start === -1) start = at;
    } else if (start !== -1) {
      look(lower.slice(start, Math.min(at, start + hintChars)));
      start = -1;
    }
  }
  for (const [tag] of lower.matchAll(/[<[|]\W?\w{2,3}/g)) look(tag.slice(0, hintChars));
  return found.size === 0 ? [] : phraseRows.filter((row) => found.has(row));
}

function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 128 ? code > 96 && code < 123 : /\p{L}/u.test(text.charAt(at));
}

function matchesOf(row: PhraseRow, block: Block, skill: Skill): Fact[] {
  const out: Fact[] = [];
  // Searching takes a fifth of the time of the first match: most hints stand there for something else.
  if (block.text.search(row.pattern) === -1) return out;
  for (const match of block.text.matchAll(row.pattern)) {
    const end = match.index + match[0].length;
    if (!isNear(row, block, match.index, end) || row.not?.test(around(block, match.index, end))) continue;
    if (row.id === "obey-text" && isOwnFile(block.text.slice(0, match.index), skill)) continue;
    out.push({ ...factOf(row, block, match.index, end), ...placeNamed(match[0], skill) });
    if (out.length >= matchesPerBlock) break;
  }
  return out;
}

/** Whether "it" is a file of the skill that was just named: what it says is read like the page. */
function isOwnFile(before: string, { paths }: Skill): boolean {
  const [, name = ""] =
    /([\w./-]{3,120}\.\w{1,5})[`"']?,? (?:and|then)(?: then)? $/.exec(before.slice(-160)) ?? [];
  return name !== "" && [...paths].some((path) => path === name || path.endsWith(`/${name}`));
}

function around({ text }: Block, start: number, end: number): string {
  return text.slice(Math.max(0, start - 60), end + 60);
}

/** Whether what a row wants beside it stands within reach, in this block or in those beside it. */
function isNear({ near }: PhraseRow, block: Block, start: number, end: number): boolean {
  if (near === undefined) return true;
  const from = placeIn(block, start);
  // Where a line breaks means nothing.
  const text = block.artefact.text
    .slice(Math.max(0, from - 400), placeIn(block, end) + 400)
    .replace(/\s{1,40}/g, " ");
  return near.every((pattern) => pattern.test(text));
}

function factOf(row: PhraseRow, block: Block, start: number, end: number): Fact {
  const { artefact, text } = block;
  return {
    actor: "instruction",
    verb: row.verb,
    object: row.object,
    place: "none",
    presented: row.claims === true ? "asserted" : presentedOf(presentedAt(block, start), text, [start, end]),
    artefact,
    start: placeIn(block, start),
    end: placeIn(block, end),
    host: "",
    detail: text.slice(start, Math.min(end, start + 80)).replace(/\s{1,400}/g, " "),
    path: [],
    row: row.id,
  };
}

/** The place that a phrase sends its reader to. */
function placeNamed(phrase: string, skill: Skill): Partial<Fact> {
  const [address] = new Set(phrase.match(anyUrl));
  return address === undefined ? {} : { host: hostOf(address), place: placeOf(address, skill) };
}

/** What is quoted is told of; who tells what to look for shows it. */
export function presentedOf(
  own: Presented,
  text: string,
  [start, end]: readonly [number, number],
): Presented {
  const line = text.slice(Math.max(0, start - 160), start);
  const quote = /["“'‘`«]([^"”'’`»\n]{0,60})$/.exec(line);
  const closes = /^[^"“'‘`«\n]{0,120}["”'’`»]/.test(text.slice(end, end + 120));
  if (own === "shown" || quote === null || !closes) return own;
  // A quotation among what is taught, or behind "such as", is told of; any other may be an order.
  return own === "unclear" || mentions.test(line.slice(0, quote.index)) ? "shown" : "unclear";
}

const mentions =
  /\b(?:such as|like|e\.g\.|for example|examples?|phrases?|says?|contain(?:s|ing)?|attempts?|strings?|patterns?|keywords?)\b|[|(]\s{0,3}$|,\s{1,3}$|类似|例如|比如/i;
