/** Neutral facts of the code: what it reads, where it sends, what it runs. */
import type { Block } from "../structure/block.ts";

export interface Facts {
  readonly blocks: number;
}

export const noFacts: Facts = { blocks: 0 };

export function factsOf(blocks: readonly Block[]): Facts {
  return { blocks: blocks.length };
}
