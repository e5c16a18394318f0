/** Runs one rule over a skill. Linear in the text: hints first, then expressions that are proven safe. */

import type { Block } from "./document/block.ts";
import { placeIn } from "./document/plain.ts";
import { isNegatedAt, isNegatedIn, isTaughtAfter } from "./document/polarity.ts";
import type { Concept } from "./lexicon.ts";
import type { Haystack } from "./prefilter.ts";
import type { ChainDetector, Hit, PatternDetector, Rule, SearchDetector } from "./rule.ts";
import type { Skill } from "./skill.ts";

/** Hits of one expression in one block beyond which no more are looked for. */
const hitsPerBlock = 64;

/** What one scan may spend on expressions: characters times expressions. Counted, not timed, so that runs agree. */
export interface Work {
  chars: number;
  readonly blocks: Haystack;
  readonly sections: Haystack;
}

export class WorkExhausted extends Error {}

/** All places where the rule is right. Throws only if the rule itself is broken: the engine then fails closed. */
export function* runRule(rule: Rule, context: Skill, work: Work): Generator<Hit> {
  const { detect } = rule;
  if (detect === undefined) return;
  if (detect.kind === "code") {
    yield* detect.run(context);
    return;
  }
  const scope = detect.kind === "chain" && detect.scope === "section" ? work.sections : work.blocks;
  const places =
    detect.kind === "chain"
      ? scope.withEach(detect.steps.map((step) => step.hints))
      : scope.withAny(detect.hints);
  for (const index of places) {
    const block = scope.pieces[index];
    if (block !== undefined && applies(rule, block)) yield* matchIn(detect, block, context, work);
  }
}

function* matchIn(
  detect: PatternDetector | ChainDetector | SearchDetector,
  block: Block,
  context: Skill,
  work: Work,
): Generator<Hit> {
  if (detect.kind === "pattern") yield* matchPattern(detect, block, work);
  else if (detect.kind === "search") yield* matchSearch(detect, block, context, work);
  // What stands in two rows of a table is not said together.
  else
    for (const piece of block.role === "table" ? rowsOf(block) : [block])
      yield* matchChain(detect, piece, work);
}

function spend(work: Work, block: Block): void {
  work.chars -= block.text.length;
  if (work.chars < 0) throw new WorkExhausted();
}

function applies(rule: Rule, block: Block): boolean {
  const { roles, languages, polarity = ["assert"] } = rule.where ?? {};
  if (roles !== undefined && !roles.includes(block.role)) return false;
  if (languages !== undefined && !languages.includes(block.language)) return false;
  // Where the negation is the attack ("never tell …"), a prohibition asserts it.
  const negated =
    rule.detect?.kind === "pattern" && rule.detect.evenNegated === true && block.polarity === "prohibit";
  return negated || polarity.includes(block.polarity);
}

/** The first matches. As `matchAll`, but without a copy of the expression: most texts match nothing. */
function matchesOf(pattern: RegExp, text: string): RegExpExecArray[] {
  const out: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    out.push(match);
    if (out.length >= hitsPerBlock) break;
    if (match[0] === "") pattern.lastIndex++;
  }
  return out;
}

function* matchPattern(detect: PatternDetector, block: Block, work: Work): Generator<Hit> {
  for (const pattern of detect.any) {
    spend(work, block);
    for (const match of matchesOf(pattern, block.text)) {
      const end = match.index + match[0].length;
      if (isExcused(detect, around(block.text, match.index, end))) continue;
      // "Never … without the user's knowledge" protects the user: two negations are none.
      const twice = match[0].slice(0, 8).toLowerCase() === "without ";
      if ((detect.evenNegated !== true || twice) && isNegatedIn(block, match.index)) continue;
      if (block.role === "prose" && isTaughtAfter(block.text, end)) continue;
      yield { artefact: block.artefact, start: placeIn(block, match.index), end: placeIn(block, end) };
    }
  }
}

function* matchSearch(
  { roles, patterns, judge }: SearchDetector,
  block: Block,
  context: Skill,
  work: Work,
): Generator<Hit> {
  if (!roles.includes(block.role)) return;
  const isDocument = block.artefact.language === "markdown" || block.artefact.language === "text";
  for (const pattern of patterns) {
    spend(work, block);
    for (const match of matchesOf(pattern, block.text)) {
      const judged = judge(match, block, context);
      if (judged === undefined || (isDocument && isNegatedAt(block.text, match.index))) continue;
      const end = match.index + match[0].length;
      yield {
        artefact: block.artefact,
        start: placeIn(block, match.index),
        end: placeIn(block, end),
        ...judged,
      };
    }
  }
}

function* rowsOf(table: Block): Generator<Block> {
  let at = 0;
  let first = 0;
  for (const text of table.text.split("\n")) {
    const from = at;
    at += text.length + 1;
    const row = { ...table, text, lower: text.toLowerCase() };
    if (table.kept === undefined) {
      yield { ...row, start: table.start + from, end: table.start + from + text.length };
      continue;
    }
    // Where marks were taken away, a row keeps its own stretches, and places are counted from the start of the table.
    while ((table.kept[first + 1]?.[0] ?? at) <= from) first++;
    let last = first;
    while ((table.kept[last + 1]?.[0] ?? at) < at) last++;
    yield {
      ...row,
      kept: table.kept.slice(first, last + 1).map(([plain, source]) => [plain - from, source] as const),
    };
  }
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function* matchChain(detect: ChainDetector, block: Block, work: Work): Generator<Hit> {
  const spans: Span[][] = [];
  for (const step of detect.steps) {
    spend(work, block);
    const found = spansOf(step, block);
    if (found.length === 0) return;
    spans.push(found);
  }
  const found = detect.anyOrder === true ? anyOrder(spans, detect.within) : inOrder(spans, detect.within);
  if (found === undefined) return;
  if (isExcused(detect, around(block.text, found.start, found.end))) return;
  if (isNegatedIn(block, found.start)) return;
  yield {
    artefact: block.artefact,
    start: placeIn(block, found.start),
    end: placeIn(block, found.end),
  };
}

function isExcused({ unless, excuse }: PatternDetector | ChainDetector, words: string): boolean {
  return unless?.test(words) === true || excuse?.(words) === true;
}

function around(text: string, start: number, end: number): string {
  return text.slice(Math.max(0, start - 80), end + 80);
}

/** Where a concept stands in a block. */
function spansOf(concept: Concept, block: Block): Span[] {
  const out: Span[] = [];
  for (const match of matchesOf(concept.pattern, block.text)) {
    if (concept.spoken === true && inAddress(block.text, match.index)) continue;
    out.push({ start: match.index, end: match.index + match[0].length });
  }
  return out;
}

/** Whether an offset lies within an address, behind its host: the words of a path are not said. */
function inAddress(text: string, offset: number): boolean {
  const before = text.slice(Math.max(0, offset - 120), offset);
  return /:\/\/[^\s"'`<>()/]{1,100}\/[^\s"'`<>()]{0,110}$/.test(before);
}

function inOrder(spans: readonly Span[][], within: number): Span | undefined {
  const [first = [], ...rest] = spans;
  for (const head of first) {
    let end = head.end;
    const complete = rest.every((step) => {
      const next = step.find((span) => span.start >= end && span.end - head.start <= within);
      if (next === undefined) return false;
      end = next.end;
      return true;
    });
    if (complete) return { start: head.start, end };
  }
  return undefined;
}

function anyOrder(spans: readonly Span[][], within: number): Span | undefined {
  for (const anchor of spans[0] ?? []) {
    let { start, end } = anchor;
    const complete = spans.slice(1).every((step) => {
      const near = step.find((span) => Math.max(span.end, end) - Math.min(span.start, start) <= within);
      if (near === undefined) return false;
      start = Math.min(start, near.start);
      end = Math.max(end, near.end);
      return true;
    });
    if (complete) return { start, end };
  }
  return undefined;
}
