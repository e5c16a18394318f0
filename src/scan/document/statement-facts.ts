/** Statements as facts: what a sentence says by words that stand together in it, in any order. */
import { presentedAt } from "../context.ts";
import type { Fact } from "../facts.ts";
import type { Skill } from "../skill.ts";
import { type StatementRow, statementRows } from "../tables/statements.ts";
import type { Block } from "./block.ts";
import { presentedOf } from "./phrase-facts.ts";
import { asRead, placeIn } from "./plain.ts";
import { isCode, isSpoken } from "./spoken.ts";

/** A longer sentence is a list or data; only its beginning is read. */
const maximumChars = 600;
const sentenceEnd = /[.!?](?=\s)|\n(?=\s{0,12}(?:\n|[-*+|>#]|\d{1,2}[.)]))/g;

export function statementFacts(skill: Skill): Fact[] {
  const blocks = skill.blocks.filter((block) => isSpoken(block) && !isCode(block));
  return blocks.flatMap(asRead).flatMap(factsIn);
}

function factsIn(block: Block): Fact[] {
  const rows = statementRows.filter(({ says: [first] }) => first?.test(block.text));
  if (rows.length === 0) return [];
  return sentencesIn(block.text).flatMap(([start, end]) => {
    const text = block.text.slice(start, Math.min(end, start + maximumChars));
    return rows.filter((row) => isSaid(row, text)).map((row) => factOf(row, block, [start, end]));
  });
}

function isSaid({ says, never }: StatementRow, text: string): boolean {
  return says.every((list) => list.test(text)) && never?.test(text) !== true;
}

function sentencesIn(text: string): [start: number, end: number][] {
  const ends = [...text.matchAll(sentenceEnd)].map(({ index }) => index + 1);
  return [...ends, text.length].map((end, i) => [ends[i - 1] ?? 0, end]);
}

function factOf(row: StatementRow, block: Block, [start, end]: readonly [number, number]): Fact {
  // The sentence may quote the rarest of its words.
  const [first] = row.says;
  const said = first?.exec(block.text.slice(start, end));
  const at = start + (said?.index ?? 0);
  return {
    actor: "instruction",
    verb: row.verb,
    object: row.object,
    place: row.place ?? "none",
    presented: presentedOf(presentedAt(block, start), block.text, [at, at + (said?.[0].length ?? 0)]),
    artefact: block.artefact,
    start: placeIn(block, start),
    end: placeIn(block, end),
    host: "",
    detail: block.text
      .slice(start, Math.min(end, start + 100))
      .replace(/\s{1,400}/g, " ")
      .trim(),
    path: [],
    row: row.id,
  };
}
