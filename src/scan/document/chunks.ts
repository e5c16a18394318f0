/** Long blocks in pieces that overlap: expressions run over short texts only, and near places that their hints name. */
import type { Block } from "./block.ts";

const chunkChars = 16_384;
/** Longer than any chain or match reaches. */
const overlapChars = 1_000;

const made = new WeakMap<Block, readonly Block[]>();

export function chunksOf(block: Block): readonly Block[] {
  if (block.text.length <= chunkChars * 2) return [block];
  const known = made.get(block);
  if (known !== undefined) return known;
  const out: Block[] = [];
  for (let at = 0; at < block.text.length; at += chunkChars - overlapChars) {
    const text = block.text.slice(at, at + chunkChars);
    out.push({
      ...block,
      start: block.start + at,
      end: block.start + at + text.length,
      text,
      lower: block.lower.slice(at, at + chunkChars),
    });
  }
  made.set(block, out);
  return out;
}
