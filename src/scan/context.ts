/**
 * How the text around an act presents it. This is the only place where context lowers a finding, and it lowers a finding
 * about an act that is ordered to "a person decides", never to nothing. What a program does is always asserted.
 */
import type { Block } from "./document/block.ts";
import { withoutMarks } from "./document/plain.ts";
import type { Presented } from "./facts.ts";
import { anyOf } from "./tables/compile.ts";
import { descriptive, negative, negativeMarks, orders, teachingHeadings } from "./tables/presentation.ts";

const isNegativeWord = anyOf(negative);
const isDescriptiveWord = anyOf(descriptive);
const isOrderWord = anyOf(orders);
const isTeachingHeading = anyOf(teachingHeadings);

const saysNo = (clause: string): boolean => negativeMarks.test(clause) || isNegativeWord.test(clause);

/** Whether a text forbids or describes attacks anywhere. */
const isAbout = (text: string): boolean => saysNo(text) || isDescriptiveWord.test(text);

/** How a paragraph or fence is presented by its own opening, by what leads to it, and by the headings above it. */
export function presentationOf(
  text: string,
  leads: readonly string[],
  section: readonly string[],
): Presented {
  const lead = withoutMarks((leads.at(-1) ?? "").slice(-400)).trimEnd();
  const nearest = clausesOf(lead).at(-1) ?? "";
  const opening = withoutMarks(text.slice(0, 80));
  const isLabelled =
    /^[>\s#/*-]{0,8}(?:❌|✗|🚫|⛔|bad\b|wrong\b|insecure\b|vulnerable\b|never\b|avoid\b|don['’]?t\b|do not\b)/i;
  if (saysNo(nearest)) return isOrdered(nearest) ? "unclear" : "shown";
  if (isLabelled.test(opening) && saysNo(opening)) return isOrderWord.test(nearest) ? "unclear" : "shown";
  // The first heading is the title of the page.
  const isTaught = section.slice(1).some((heading) => isTeachingHeading.test(withoutMarks(heading)));
  const isNear = [lead, ...leads.slice(0, -1).map((one) => one.slice(-200))].some(isAbout);
  return isTaught || isNear ? "unclear" : "asserted";
}

/** How a place within a block is presented: by its own clause, else as the block is. */
export function presentedAt(block: Block, offset: number): Presented {
  if (isProgram(block)) return block.presented;
  const clause = clauseBefore(block, offset);
  if (!saysNo(clause))
    return block.presented === "asserted" && isDescriptiveWord.test(clause) ? "unclear" : block.presented;
  return isOrdered(clause) ? "unclear" : "shown";
}

/** Whether a line of text forbids what stands at a place. */
export function isForbiddenAt(line: string, offset: number): boolean {
  return saysNo(clausesOf(withoutMarks(line.slice(Math.max(0, offset - 280), offset))).at(-1) ?? "");
}

/** A file that runs, or a setting that a program reads. Comments in it are the author's words, and excuse nothing. */
function isProgram({ artefact }: Block): boolean {
  return artefact.language !== "markdown" && artefact.language !== "text" && artefact.language !== "html";
}

/** "Never skip this: run …" forbids and orders in one breath: the order stands behind the prohibition. */
function isOrdered(clause: string): boolean {
  const last = clause.split(/[:;,–—]\s/).at(-1) ?? "";
  const words = last.trim() === "" ? (clause.split(/[:;,–—]\s/).at(-2) ?? "") : last;
  return isOrderWord.test(words) && !saysNo(words);
}

const clauseEnd =
  /(?<=[.!?;])\s{1,4}|\n{2,8}|\n\s{0,12}(?:[-*+]|\d{1,3}[.)])\s|,\s(?:then|and then)\s|\sbut\s/;

function clausesOf(text: string): string[] {
  return text.split(clauseEnd).filter((clause) => clause.trim() !== "");
}

/** The words of the same clause before a place. Lines of code and rows of a table are clauses of their own. */
function clauseBefore({ text, role }: Block, offset: number): string {
  const before = withoutMarks(text.slice(Math.max(0, offset - 280), offset));
  if (role === "code" || role === "config" || role === "table") return lineBefore(before);
  return /[.!?;]\s{0,4}$/.test(before) ? "" : (clausesOf(before).at(-1) ?? "");
}

/** The line up to a place, with the comment above it. */
function lineBefore(before: string): string {
  const [line = "", above = ""] = before.split("\n").reverse();
  return /^\s{0,12}(?:#|\/\/|--|<!--|;|rem\b)/i.test(above) ? `${above} ${line}` : line;
}

/** Confidence that a presentation leaves: what is unclear is for a person, what is shown is a note. */
export function loweredBy(presented: Presented, confidence: number): number {
  if (presented === "asserted") return confidence;
  return Math.min(confidence, presented === "unclear" ? 0.6 : 0.3);
}
