/**
 * A paragraph as its reader sees it: without the marks of emphasis, of quotation and of links, and without tags that only
 * change the looks. "Ignore **all** previous" says what "Ignore all previous" says.
 */
import { either } from "../tables/compile.ts";
import type { Block } from "./block.ts";
import { chunksOf } from "./chunks.ts";

/** Longest block that is freed of marks; what is longer is read in chunks, as it is written. */
const maximumChars = 20_000;

const spoken = new Set(["prose", "quote", "hidden", "heading", "table", "comment"]);

/** Code between back-ticks and a lone asterisk stay as they are; the rest here is not seen on a page. */
const marks = either(
  [
    /(?<code>`[^`\n]{1,300}`|(?<=\s)\*(?=\s))/,
    /(?<!!)\[(?<words>[^\]\n[]{1,120})\]\((?<address>https?:[^\s()]{3,300})\)|\*{1,3}|~~/,
    /(?<![\w`/.-])_{1,3}(?=[^\s_])|(?<=[^\s_])_{1,3}(?![\w`/.(-])/,
    /<\/?(?:b|i|u|s|em|strong|span|mark|small|font|ins|sub|sup|center)(?:\s[^<>\n]{0,120})?>|(?<= )> (?=\S)/,
    /\\(?= |$)|(?<= ) {1,40}/,
  ],
  "gi",
);

/** Whether a text may hold one of them at all: asked first, because most do not. */
const mayHoldMarks = /[*_~<]|\]\(http| {2}| > |\\ /i;

const made = new WeakMap<Block, readonly Block[]>();

/** A block as rules over words read it: without marks, and in pieces that expressions can run over. */
export function asRead(block: Block): readonly Block[] {
  const known = made.get(block) ?? withoutMarksIn(block) ?? chunksOf(block);
  made.set(block, known);
  return known;
}

function withoutMarksIn(block: Block): readonly Block[] | undefined {
  if (!spoken.has(block.role) || block.text.length > maximumChars || !mayHoldMarks.test(block.text))
    return undefined;
  const kept: [plain: number, source: number][] = [];
  let text = "";
  let at = 0;
  const keepUntil = (end: number) => {
    if (end > at) kept.push([text.length, at]);
    text += block.text.slice(at, end);
    at = end;
  };
  for (const { 0: mark, index, groups = {} } of block.text.matchAll(marks)) {
    if (groups.code !== undefined) continue;
    keepUntil(index);
    if (groups.words !== undefined && groups.address !== undefined) {
      at = index + 1;
      keepUntil(at + groups.words.length);
      text += " ";
      at += 2;
      keepUntil(at + groups.address.length);
    }
    at = index + mark.length;
  }
  if (at === 0) return undefined;
  keepUntil(block.text.length);
  return [{ ...block, text, lower: text.toLowerCase(), kept }];
}

/** Where a character of a block stands in its artefact. */
export function placeIn(block: Block, offset: number): number {
  if (block.kept === undefined) return block.start + offset;
  const stretch = block.kept.findLast(([plain]) => plain <= offset) ?? [0, 0];
  return block.start + stretch[1] + offset - stretch[0];
}

const emphasis = /\*{1,3}|(?<!\w)_{1,3}(?=\w)|(?<=\w)_{1,3}(?!\w)/g;

/** A few words without the marks of emphasis: "**Never** run" forbids as "Never run" does. */
export function withoutMarks(text: string): string {
  return /[*_]/.test(text) ? text.replace(emphasis, "") : text;
}
