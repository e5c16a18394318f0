/** Decoded and folded children of an artefact: each is looked at like a file of its own. */
import type { Artefact } from "../artefact.ts";
import type { Block } from "../document/block.ts";
import { type Language, languageOfFirstLine } from "../language.ts";
import { limits } from "../limits.ts";
import { type Collected, collectDecoded } from "./collect.ts";
import { codesToldIn, decodeAll, inCodes } from "./decode.ts";
import { fold, foldWords } from "./fold.ts";
import { normalise } from "./normalise.ts";

/** What is encoded or assembled in the blocks of an artefact. What is not decoded is named. */
export function decodedChildren(
  artefact: Artefact,
  blocks: readonly Block[],
  collected: Collected,
): Artefact[] {
  if (artefact.language === "binary") return [];
  const { budget, notLookedAt } = collected;
  const most = artefact.depth < limits.decodeDepth ? Math.min(limits.decodedPerArtefact, budget.decoded) : 0;
  const page: Page = { artefact, told: codesToldIn(artefact.text), collected };
  const out: Artefact[] = [];
  for (const block of blocks) {
    if (out.length > most) break;
    if (block.role !== "comment" && block.role !== "heading") out.push(...childrenOf(page, block));
  }
  if (out.length > most)
    notLookedAt.push({ file: artefact.path, reason: "it holds more encoded text than is decoded" });
  budget.decoded -= Math.min(most, out.length);
  return [...foldedPage(artefact, collected), ...out.slice(0, most)];
}

const written: ReadonlySet<Language> = new Set(["markdown", "text", "html"]);

/** A page whose words are spelled with other characters, as it is meant: line for line the same. */
function foldedPage(artefact: Artefact, { budget, notLookedAt }: Collected): Artefact[] {
  const { language, how, origin, parseable, path } = artefact;
  if (!written.has(language) || how === "folded" || origin === "decoded" || !parseable) return [];
  const text = foldWords(artefact.text);
  if (text === undefined) return [];
  budget.parsed -= text.length;
  if (budget.parsed < 0) {
    notLookedAt.push({
      file: path,
      reason: "its words are spelled in other characters, and it is too long to be read twice",
    });
    return [];
  }
  return [
    {
      ...artefact,
      text,
      lower: text.toLowerCase(),
      parent: artefact,
      depth: artefact.depth + 1,
      how: "folded",
    },
  ];
}

/** What the blocks of an artefact share. */
interface Page {
  readonly artefact: Artefact;
  readonly told: ReturnType<typeof codesToldIn>;
  readonly collected: Collected;
}

function childrenOf({ artefact, told, collected }: Page, block: Block): Artefact[] {
  const isCode = block.role === "code" || block.role === "config";
  const isFoldable = isCode && artefact.parseable && artefact.how !== "folded";
  const folded = isFoldable ? fold(block.text, block.language) : undefined;
  const out: Artefact[] = [];
  if (folded !== undefined)
    out.push(child(artefact, block, block.start, folded, { how: "folded", language: block.language }));
  const text = folded ?? block.text;
  // A fence of a page that speaks of a code.
  const isPage = written.has(artefact.language);
  for (const piece of [...decodeAll(text, told), ...(isPage && isCode ? inCodes(text, told) : [])]) {
    if (piece.text === undefined) {
      out.push(...collectDecoded(collected, artefact, piece.bytes));
      continue;
    }
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
