/**
 * Texts of a program: what it says to whoever runs it, as remarks do. In a program that speaks of an agent's instructions
 * they may go there: the agent will read them, and obey them.
 */
import type { Artefact } from "../artefact.ts";
import { hereDocuments } from "../views/embedded.ts";
import type { Block, Polarity } from "./block.ts";

const instructionFile =
  /\b(?:CLAUDE|AGENTS|GEMINI|SOUL|MEMORY|HEARTBEAT|IDENTITY|SKILL)\.md\b|\.cursorrules\b|\.cursor\/rules|\.windsurfrules\b|copilot-instructions\.md\b|\.clinerules\b/;

const naming = new WeakMap<Artefact, boolean>();

/** Whether a program names an agent's instruction files; asked once for each. */
function namesInstructions(artefact: Artefact): boolean {
  const known = naming.get(artefact) ?? instructionFile.test(artefact.text);
  naming.set(artefact, known);
  return known;
}

/** A text of some length in quotes; three quotes in a row are a doc string, which is read already. */
const literal = /@"[^"]{60,4000}"@|"""[^"]{60,4000}"""|`[^`]{60,4000}`|"[^"\n]{60,2000}"|'[^'\n]{60,2000}'/g;

const withHereDocuments: ReadonlySet<string> = new Set(["shell", "ruby", "perl", "php"]);

const paragraphs = /(?:(?!\n[ \t]{0,12}(?:\n|[-*#>]|\d{1,2}\.))[\s\S]){1,4000}/g;

export function noteBlocks(artefact: Artefact, polarity: Polarity): Block[] {
  if (!artefact.parseable) return [];
  const role = namesInstructions(artefact) ? "prose" : "comment";
  const texts = [
    ...(withHereDocuments.has(artefact.language) ? hereDocuments(artefact.text) : []),
    ...(artefact.language === "shell" ? [] : literalsOf(artefact.text)),
  ];
  return texts.flatMap(({ start, body }) =>
    [...body.matchAll(paragraphs)]
      .filter(([said]) => /[a-z]{2,20}(?: [a-z]{2,20}){3}/i.test(said))
      .map((match) => ({ ...textBlock(artefact, start + match.index, match[0], polarity), role })),
  );
}

function literalsOf(text: string): Array<{ start: number; body: string }> {
  return [...text.matchAll(literal)]
    .filter(([said]) => /[a-z] [a-z]{2,20} [a-z]/i.test(said))
    .map((match) => ({ start: match.index + 1, body: match[0].slice(1, -1).replaceAll("\\n", " \n") }));
}

function textBlock(
  artefact: Artefact,
  start: number,
  source: string,
  polarity: Polarity,
): Omit<Block, "role"> {
  const text = source.replaceAll("\n", " ");
  return {
    artefact,
    language: "markdown",
    start,
    end: start + text.length,
    text,
    lower: text.toLowerCase(),
    polarity,
    presented: "asserted",
    section: [],
  };
}
