/**
 * One pass over a text tells which of all hints occur in it (Aho–Corasick), and an index over all texts tells each rule
 * where to look: a rule is run only where its hints occur. The cost is that of reading every text once, however many
 * rules and texts there are.
 */

import type { Block } from "./document/block.ts";
import { asRead } from "./document/plain.ts";
import type { RuleFamily } from "./rule.ts";

/** Hints are ASCII; letters beyond end a match. Hints in other scripts are looked up one by one. */
const alphabet = 128;

export class Prefilter {
  readonly ids = new Map<string, number>();
  private readonly next: Int32Array;
  /** Node → index of a hint that ends there, or -1. */
  private readonly ends: Int32Array;
  /** Node → the longest proper suffix at which a hint ends, or 0. */
  private readonly outLink: Int32Array;

  constructor(families: readonly RuleFamily[]) {
    const hints = new Set(families.flatMap(hintsOf).filter(isAscii));
    for (const hint of hints) this.ids.set(hint, this.ids.size);
    const trie = grow([...hints]);
    this.next = trie.next;
    this.ends = trie.ends;
    this.outLink = link(trie.next, trie.ends, trie.nodes);
  }

  /** Calls `onHint` for every occurrence of a hint; answers whether the text has letters beyond ASCII. */
  read(lower: string, onHint: (id: number) => void): boolean {
    const { next, ends, outLink } = this;
    let state = 0;
    let beyond = false;
    for (let i = 0; i < lower.length; i++) {
      const code = lower.charCodeAt(i);
      if (code >= alphabet) {
        beyond = true;
        state = 0;
        continue;
      }
      state = next[state * alphabet + code] as number;
      let node = (ends[state] as number) === -1 ? (outLink[state] as number) : state;
      while (node !== 0) {
        onHint(ends[node] as number);
        node = outLink[node] as number;
      }
    }
    return beyond;
  }
}

/** Blocks in pieces of bearable length, and for each hint the pieces that have it. */
export class Haystack {
  readonly pieces: readonly Block[];
  private readonly prefilter: Prefilter;
  private readonly places: number[][] = [];
  private readonly beyondAscii: number[] = [];

  constructor(prefilter: Prefilter, blocks: readonly Block[]) {
    this.prefilter = prefilter;
    this.pieces = blocks.flatMap(asRead);
    const lastSeen = new Int32Array(prefilter.ids.size).fill(-1);
    for (const [index, piece] of this.pieces.entries()) {
      const onHint = (id: number) => {
        if (lastSeen[id] === index) return;
        lastSeen[id] = index;
        const known = this.places[id];
        if (known === undefined) this.places[id] = [index];
        else known.push(index);
      };
      if (prefilter.read(piece.lower, onHint)) this.beyondAscii.push(index);
    }
  }

  /** The pieces in which one of the hints occurs, in order. */
  withAny(hints: readonly string[]): readonly number[] {
    const lists = hints.map((hint) => this.withHint(hint)).filter((list) => list.length > 0);
    const [only = []] = lists;
    return lists.length < 2 ? only : [...new Set(lists.flat())].sort((a, b) => a - b);
  }

  private withHint(hint: string): readonly number[] {
    const id = this.prefilter.ids.get(hint);
    if (id !== undefined) return this.places[id] ?? [];
    const where = /^[\x00-\x7f]*$/.test(hint) ? [...this.pieces.keys()] : this.beyondAscii;
    return where.filter((index) => this.pieces[index]?.lower.includes(hint) === true);
  }

  /** The pieces in which one hint of every list occurs, in order. */
  withEach(lists: readonly (readonly string[])[]): readonly number[] {
    const [first = [], ...rest] = lists
      .map((hints) => this.withAny(hints))
      .sort((a, b) => a.length - b.length);
    return rest.reduce((left, list) => {
      const has = new Set(list);
      return left.filter((index) => has.has(index));
    }, first);
  }
}

function isAscii(hint: string): boolean {
  return /^[\x00-\x7f]{1,80}$/.test(hint);
}

function hintsOf(family: RuleFamily): string[] {
  return family.rules.flatMap(({ detect }) => {
    if (detect === undefined) return [];
    if (detect.kind === "pattern" || detect.kind === "search") return [...detect.hints];
    return detect.kind === "chain" ? detect.steps.flatMap((step) => [...step.hints]) : [];
  });
}

function grow(hints: readonly string[]): { next: Int32Array; ends: Int32Array; nodes: number } {
  const capacity = hints.reduce((sum, hint) => sum + hint.length, 1);
  const next = new Int32Array(capacity * alphabet);
  const ends = new Int32Array(capacity).fill(-1);
  let nodes = 1;
  for (const [id, hint] of hints.entries()) {
    let node = 0;
    for (let i = 0; i < hint.length; i++) {
      const at = node * alphabet + hint.charCodeAt(i);
      if (next[at] === 0) next[at] = nodes++;
      node = next[at] ?? 0;
    }
    ends[node] = id;
  }
  return { next, ends, nodes };
}

/** Completes the automaton breadth first and answers the output links. */
function link(next: Int32Array, ends: Int32Array, nodes: number): Int32Array {
  const fail = new Int32Array(nodes);
  const outLink = new Int32Array(nodes);
  const queue: number[] = [];
  for (let code = 0; code < alphabet; code++) {
    const child = next[code] ?? 0;
    if (child !== 0) queue.push(child);
  }
  for (let i = 0; i < queue.length; i++) {
    const node = queue[i] ?? 0;
    const back = fail[node] ?? 0;
    outLink[node] = (ends[back] ?? -1) === -1 ? (outLink[back] ?? 0) : back;
    for (let code = 0; code < alphabet; code++) {
      const at = node * alphabet + code;
      const child = next[at] ?? 0;
      const fallback = next[back * alphabet + code] ?? 0;
      if (child === 0) next[at] = fallback;
      else {
        fail[child] = fallback;
        queue.push(child);
      }
    }
  }
  return outLink;
}
