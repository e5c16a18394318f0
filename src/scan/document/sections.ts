/** Everything under one heading as one block: steps of a list, a sentence and the fence below it. */
import type { Block } from "./block.ts";

const inSection = new Set(["prose", "quote", "table", "code", "hidden"]);

/** Longest section that chains run over; longer ones are cut into pieces of this size. */
const maximumChars = 6000;

export function sectionsOf(blocks: readonly Block[]): Block[] {
  const out: Block[] = [];
  let group: Block[] = [];
  const flush = () => {
    const section = joined(group);
    if (section !== undefined) out.push(section);
    group = [];
  };
  for (const block of blocks) {
    const first = group[0];
    const belongs =
      first !== undefined &&
      first.artefact === block.artefact &&
      block.end - first.start <= maximumChars &&
      block.polarity === first.polarity;
    if (block.role === "heading" || !inSection.has(block.role) || block.artefact.language !== "markdown") {
      flush();
      continue;
    }
    if (!belongs) flush();
    group.push(block);
  }
  flush();
  return out;
}

function joined(group: readonly Block[]): Block | undefined {
  const first = group[0];
  const last = group.at(-1);
  if (first === undefined || last === undefined) return undefined;
  if (first === last) return first;
  const text = textOf(group, first.start, last.end);
  return { ...first, role: "prose", end: last.end, text, lower: text.toLowerCase() };
}

/** The text of the whole, each block as it reads: a line that is broken where it is full is still one line. */
function textOf(group: readonly Block[], from: number, to: number): string {
  let text = "";
  for (const block of group) {
    text += block.artefact.text.slice(from + text.length, block.start);
    // A quotation in a list stands in both.
    text += block.text.slice(Math.max(0, from + text.length - block.start));
  }
  return text.slice(0, to - from);
}
