/** Decoded and folded children of an artefact: each is looked at like a file of its own. */
import type { Artefact } from "../artefact.ts";
import type { Block } from "../document/block.ts";
import { type Language, languageOfFirstLine } from "../language.ts";
import { limits } from "../limits.ts";
import { decodeAll } from "./decode.ts";
import { fold } from "./fold.ts";
import { normalise } from "./normalise.ts";

/** What is encoded or assembled in the blocks of an artefact. Empty beyond the depth bound. */
export function decodedChildren(artefact: Artefact, blocks: readonly Block[]): Artefact[] {
  if (artefact.depth >= limits.decodeDepth || artefact.language === "binary") return [];
  const out: Artefact[] = [];
  for (const block of blocks) {
    if (block.role === "comment" || block.role === "heading") continue;
    out.push(...childrenOf(artefact, block));
    if (out.length >= limits.decodedPerArtefact) break;
  }
  return out.slice(0, limits.decodedPerArtefact);
}

function childrenOf(artefact: Artefact, block: Block): Artefact[] {
  // Prose with a joined word or a look-alike letter is common; only code and configuration are folded.
  const foldable =
    artefact.parseable && artefact.how !== "folded" && (block.role === "code" || block.role === "config");
  const folded = foldable ? fold(block.text, block.language) : undefined;
  const out: Artefact[] = [];
  if (folded !== undefined)
    out.push(child(artefact, block, block.start, folded, { how: "folded", language: block.language }));
  for (const piece of decodeAll(folded ?? block.text)) {
    if (piece.text === undefined) continue;
    const offset = block.start + Math.min(piece.offset, block.text.length - 1);
    out.push(child(artefact, block, offset, piece.text, { how: piece.how, language: guess(piece.text) }));
  }
  return out;
}

function child(
  parent: Artefact,
  block: Block,
  offset: number,
  raw: string,
  made: { how: string; language: Language },
): Artefact {
  const text = normalise(raw);
  return {
    ...parent,
    language: made.language,
    raw,
    text,
    lower: text.toLowerCase(),
    bytes: new Uint8Array(),
    magic: undefined,
    origin: "decoded",
    parent,
    parentOffset: Math.max(0, offset),
    depth: parent.depth + 1,
    inherited: block.polarity,
    how: made.how,
  };
}

/** A decoded piece names no language; what it begins with does. */
function guess(text: string): Language {
  const shebang = languageOfFirstLine(text);
  if (shebang !== undefined) return shebang;
  if (/^\s{0,8}(?:import \w|from \w{1,40} import|def \w|exec\(|print\()/m.test(text)) return "python";
  if (/\b(?:require\(|const \w{1,40}\s?=|function\s?\(|=>)/.test(text)) return "javascript";
  return "shell";
}
