/** Text that a reader does not see but a model does, or sees as another text than it is, as facts. */

import type { Artefact } from "../artefact.ts";
import type { Block } from "../document/block.ts";
import { escapedValues } from "../document/front-matter.ts";
import type { Fact, Target, Verb } from "../facts.ts";
import { hostKind } from "../hosts.ts";
import type { Skill } from "../skill.ts";
import { inTurn } from "../tables/compile.ts";
import { type HiddenRow, hiddenRows } from "../tables/hidden-characters.ts";
import { isMixedScript, skeleton } from "./normalise.ts";

interface Span {
  readonly start: number;
  readonly end: number;
}

export function hiddenFacts(skill: Skill): Fact[] {
  const files = skill.artefacts.filter(
    ({ origin, language }) => origin !== "decoded" && language !== "binary",
  );
  return [
    ...files.flatMap(characterFacts),
    ...files.flatMap(paddingFacts),
    ...files.flatMap(unseenElements),
    ...skill.blocks.flatMap(lookAlikes),
    ...skill.blocks.flatMap(splitAddresses),
    ...skill.blocks.flatMap(remarksToAgents),
  ];
}

function factOf(
  row: string,
  artefact: Artefact,
  { start, end }: Span,
  made: [Verb, Target],
  detail = "",
): Fact {
  const [verb, object] = made;
  return {
    actor: "file",
    verb,
    object,
    place: "none",
    presented: "asserted",
    artefact,
    start,
    end,
    host: "",
    detail,
    path: [],
    row,
  };
}

/** One fact for each kind of character: the text as it came, and what a front matter writes as escapes. */
function characterFacts(artefact: Artefact): Fact[] {
  if (!/[^\x00-\x7f]|\\[uUx]/.test(artefact.raw)) return [];
  return hiddenRows.flatMap((row) => {
    const at = placeIn(row, artefact.raw, artefact);
    const isEscaped =
      at === undefined &&
      artefact.language === "markdown" &&
      placeIn(row, escapedValues(artefact.text), artefact) !== undefined;
    if (at === undefined && !isEscaped) return [];
    const start = isEscaped
      ? Math.max(0, artefact.text.search(/\\[uUx]/))
      : offsetOfLine(artefact.text, artefact.raw.slice(0, at).split("\n").length - 1);
    return [factOf(row.id, artefact, { start, end: start + 1 }, ["hide", "text"], row.what)];
  });
}

/** Where the first match stands that the line around it does not explain. */
function placeIn(row: HiddenRow, text: string, { language }: Artefact): number | undefined {
  for (const match of text.matchAll(row.pattern)) {
    const from = text.lastIndexOf("\n", match.index) + 1;
    const to = text.indexOf("\n", match.index);
    const line = text.slice(from, Math.min(to === -1 ? text.length : to, from + 4000));
    if (match[0].length >= row.least && !row.explained(match[0], line, language === "markdown"))
      return match.index;
  }
  return undefined;
}

function offsetOfLine(text: string, line: number): number {
  let at = 0;
  for (let i = 0; i < line; i++) at = text.indexOf("\n", at) + 1;
  return Math.min(at, Math.max(0, text.length - 1));
}

/** Blank lines, and blanks in a line, beyond which nobody looks. */
const blankLines = 150;
const blanks = /[ \t\u00a0]{150}/;

function paddingFacts(artefact: Artefact): Fact[] {
  if (artefact.role === "fixture") return [];
  let blank = 0;
  let at = 0;
  for (const line of artefact.text.split("\n")) {
    const isBlank = line.trim() === "";
    const run = line.length > 170 && !/^[|│#*]/.test(line.trim()) ? blanks.exec(line) : null;
    const rest = run === null ? "" : line.slice(run.index).trim();
    if ((!isBlank && blank >= blankLines) || (rest.length > 8 && /[a-z]{3}/i.test(rest)))
      return [factOf("padding", artefact, { start: at, end: at + 1 }, ["persuade", "text"])];
    blank = isBlank ? blank + 1 : 0;
    at += line.length + 1;
  }
  return [];
}

/** An element without size, off the screen, or of the colour of the page; in pictures by its attributes. */
const styled =
  /<(p|div|span|section|aside|td|li)\b[^<>]{0,60}\sstyle\s{0,2}=\s{0,2}["']([^"'<>]{4,300})["'][^<>]{0,160}>/gi;
const shape =
  /<(g|text|tspan|foreignObject)\b[^<>]{0,200}\s(?:(?:fill-)?opacity=["']0?(?:\.0\d?)?["']|font-size=["'](?:0?\.\d|[01])(?:px|pt)?["'])[^<>]{0,200}>/gi;
const unseenStyle =
  /\bfont-size\s?:\s?0(?:px|em|pt|%)?\s?(?:;|$)|(?:^|[\s;])(?:left|top|text-indent)\s?:\s?-\d{4,6}px|\bopacity\s?:\s?0(?:\.0)?\s?(?:;|$)|\bcolor\s?:\s?(?:#fff(?:fff)?|white)\s?;/i;
/** Longest text of one element that is read. */
const elementChars = 2400;

function unseenElements(artefact: Artefact): Fact[] {
  const isPage = artefact.language === "markdown" || artefact.language === "html";
  if (!isPage || artefact.role === "fixture" || !/style\s{0,2}=|<svg/i.test(artefact.text)) return [];
  const tags = [
    ...[...artefact.text.matchAll(styled)].filter(([, , style = ""]) => unseenStyle.test(style)),
    ...artefact.text.matchAll(shape),
  ];
  return tags.slice(0, 400).flatMap((match) => {
    const start = match.index + match[0].length;
    const rest = artefact.text.slice(start, start + elementChars);
    const end = rest.toLowerCase().indexOf(`</${(match[1] ?? "").toLowerCase()}>`);
    const isHidden = end !== -1 && isSaying(rest.slice(0, end));
    return isHidden
      ? [factOf("unseen-element", artefact, { start: match.index, end: start + end }, ["hide", "text"])]
      : [];
  });
}

/** Sentences, or links to unknown hosts; a label for a screen reader is a few words. */
function isSaying(content: string): boolean {
  const words = content
    .replace(/<[^>]{0,300}>/g, " ")
    .split(/\s/)
    .filter((word) => /[a-z]{2}/i.test(word));
  const hosts = [...content.matchAll(/\bhref=["']https?:\/\/([\w.-]{4,120})/gi)].filter(
    ([, host = ""]) => hostKind(host.toLowerCase()) === "unknown",
  );
  return hosts.length > 1 || (words.length > 18 && /[.;:]\s/.test(content));
}

/** Whether a word is to be taken for a Latin one: a Russian word with a stray Latin letter is not. */
function passesAsLatin(word: string): boolean {
  const latin = word.match(/[A-Za-z]/g)?.length ?? 0;
  return /^[\x00-\x7f]*$/.test(skeleton(word)) || latin * 2 >= word.length;
}

/** Names of quantities, with or without digits and indices: `sin²α`, `x_α`, `Δt`. They deceive nobody. */
const formula = /[μπΔΣΩλσθ∆]|(?:^|[_²³\d]|sin|cos|tan|log|exp|ln)[α-ωΑ-Ω](?:_|$)|^[α-ωΑ-Ω]_|_[α-ωΑ-Ω]$/;

function lookAlikes(block: Block): Fact[] {
  const isName = ["code", "config", "front-matter"].includes(block.role) || block.text.includes("://");
  if (!isName || block.presented === "shown" || !/[\u0370-\u058f]/.test(block.text)) return [];
  return [...block.text.matchAll(/[\p{L}\p{N}_.-]{3,64}/gu)].flatMap((match) => {
    // The letter of an escape (`\nДа`) belongs to no word.
    const word = block.text[match.index - 1] === "\\" ? match[0].slice(1) : match[0];
    if (isRange(word) || formula.test(word) || !isMixedScript(word) || !passesAsLatin(word)) return [];
    const start = block.start + match.index;
    return [
      {
        ...factOf(
          "look-alike",
          block.artefact,
          { start, end: start + match[0].length },
          ["hide", "name"],
          word,
        ),
        presented: isExplained(block, match.index) ? "shown" : block.presented,
      },
    ];
  });
}

/** A line of a page that says what the letter is shows the trick. */
function isExplained({ text, role }: Block, at: number): boolean {
  const line = text.slice(Math.max(0, at - 120), at + 160);
  return (
    (role === "prose" || role === "table") &&
    /\b(?:homograph|homoglyph|look-?alike|cyrillic|confusable)/i.test(line)
  );
}

/** `A-ZА-Я`: ranges of letters in an expression. */
function isRange(word: string): boolean {
  return word.includes("-") && /^(?:[\w]-[\w]|[а-яё]-[а-яё]|[α-ω]-[α-ω]|[\w]){1,12}$/iu.test(word);
}

/** An address whose beginning has no end, and its end: a reader puts them together. */
const splitAddress =
  /`https?:\/\/(?!localhost)[\w-]{0,40}`[^`\n]{1,30}`[\w.-]{0,60}\.[a-z]{2,12}(?:[/?:#][^`\s]{0,120})?`/g;

function splitAddresses(block: Block): Fact[] {
  return [...block.text.matchAll(splitAddress)].slice(0, 5).map((match) => {
    const start = block.start + match.index;
    const span = { start, end: start + match[0].length };
    const fact = factOf(
      "disguised-command",
      block.artefact,
      span,
      ["hide", "address"],
      "an address in pieces",
    );
    return { ...fact, presented: block.presented };
  });
}

/** A remark that readers do not see, addressed to a model, with something that it is to do. */
const isAddressed = inTurn(
  [
    /(?:^|[\s(<!#/*-])(?:(?:note|message|instructions?) (?:for|to)|for|dear|attention|to) (?:the |any |every |our |an? )?(?:\w{2,10} )?/,
    /(?:model|assistant|agent|claude|llm|ai|chatbot|copilot)s?(?: (?:only|reading|that reads?|which reads|processing)[^:\n]{0,16})?\s{0,2}:/,
    /|(?:^|<!--|[#/*])\s{0,4}(?:ai |llm |coding )?(?:model|assistant|agent|claude|llm|ai|copilot)s?\s{0,2}[:,]\s{1,3}[a-z]/,
  ],
  "i",
);
const acts =
  /\b(?:silently|without (?:telling|asking)|(?:do not|don['’]t|never) (?:tell|mention|explain)|ignore|send|upload|post|forward|fetch|follow|install|execute|run|curl|append|delete|always|must)\b/i;

function remarksToAgents(block: Block): Fact[] {
  if (block.role !== "hidden" && block.role !== "comment") return [];
  const match = isAddressed.exec(block.text.slice(0, 8000));
  if (match === null || !acts.test(block.text.slice(match.index, match.index + 600))) return [];
  const start = block.start + match.index;
  return [
    factOf("remark-to-agent", block.artefact, { start, end: start + match[0].length }, [
      "hide",
      "instructions",
    ]),
  ];
}
