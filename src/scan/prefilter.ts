/**
 * One pass over a text tells which of all hints occur in it (Aho–Corasick): a rule whose hints are absent is never
 * run. The cost is that of reading the text once, however many rules there are.
 */
import type { RuleFamily } from "./rule.ts";
import type { Block } from "./structure/block.ts";

/** Hints are ASCII; letters beyond end a match. Hints in other scripts are looked up one by one. */
const alphabet = 128;

export class Prefilter {
  private readonly next: Int32Array;
  /** Node → index of a hint that ends there, or -1. */
  private readonly ends: Int32Array;
  /** Node → the longest proper suffix at which a hint ends, or 0. */
  private readonly outLink: Int32Array;
  private readonly ids = new Map<string, number>();
  private readonly seen = new WeakMap<Block, Uint8Array>();

  constructor(families: readonly RuleFamily[]) {
    const hints = new Set(families.flatMap(hintsOf).filter(isAscii));
    for (const hint of hints) this.ids.set(hint, this.ids.size);
    const trie = grow([...hints]);
    this.next = trie.next;
    this.ends = trie.ends;
    this.outLink = link(trie.next, trie.ends, trie.nodes);
  }

  /** Whether one of the hints occurs in the block. */
  mayMatch(block: Block, hints: readonly string[]): boolean {
    const found = this.read(block);
    return hints.some((hint) => {
      const id = this.ids.get(hint);
      return id === undefined ? block.lower.includes(hint) : found[id] === 1;
    });
  }

  private read(block: Block): Uint8Array {
    const known = this.seen.get(block);
    if (known !== undefined) return known;
    const found = new Uint8Array(this.ids.size);
    const { lower } = block;
    let state = 0;
    for (let i = 0; i < lower.length; i++) {
      const code = lower.charCodeAt(i);
      state = code < alphabet ? (this.next[state * alphabet + code] ?? 0) : 0;
      for (let node = state; node !== 0; node = this.outLink[node] ?? 0) {
        const id = this.ends[node] ?? -1;
        if (id !== -1) found[id] = 1;
      }
    }
    this.seen.set(block, found);
    return found;
  }
}

function isAscii(hint: string): boolean {
  return /^[\x00-\x7f]{1,80}$/.test(hint);
}

function hintsOf(family: RuleFamily): string[] {
  return family.rules.flatMap(({ detect }) => {
    if (detect.kind === "pattern") return [...detect.hints];
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
