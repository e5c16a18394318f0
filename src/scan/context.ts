/**
 * How the text around an act presents it. This is the only place where context lowers a finding, and it lowers a finding
 * about an act that is ordered to "a person decides", never to nothing. What a program does is always asserted.
 */
import type { Block } from "./document/block.ts";
import { withoutMarks } from "./document/plain.ts";
import type { Fact, Presented } from "./facts.ts";
import type { Skill } from "./skill.ts";
import { anyOf } from "./tables/compile.ts";
import {
  descriptive,
  negative,
  negativeMarks,
  orders,
  purposes,
  searching,
  teachingHeadings,
} from "./tables/presentation.ts";

const isNegativeWord = anyOf(negative);
const isSearchWord = anyOf(searching);
const isDescriptiveWord = anyOf(descriptive);
const isOrderWord = anyOf(orders);
const isPurpose = anyOf(purposes);
const isTeachingHeading = anyOf(teachingHeadings);

const saysNo = (clause: string): boolean =>
  negativeMarks.test(clause) || isNegativeWord.test(clause) || isSearchWord.test(clause);

/** Whether a text forbids or describes attacks anywhere. */
const isAbout = (text: string): boolean => saysNo(text) || isDescriptiveWord.test(text);

interface Surroundings {
  /** What introduces it: outer lists first, the nearest last. */
  readonly leads: readonly string[];
  readonly section: readonly string[];
  /** True for a paragraph of its own, which only a sentence that ends in a colon introduces. */
  readonly isParagraph: boolean;
}

/** How a paragraph, item or fence is presented by what leads to it, by its label, and by the headings above it. */
export function presentationOf(text: string, { leads, section, isParagraph }: Surroundings): Presented {
  const lead = withoutMarks((leads.at(-1) ?? "").slice(-400)).trimEnd();
  const nearest = clausesOf(lead).at(-1) ?? "";
  const leadsTo = !isParagraph || /[:：]$/.test(lead);
  const shown = leadsTo ? underProhibition(nearest) : undefined;
  if (shown !== undefined) return shown;
  const [label = ""] = isParagraph ? [] : withoutMarks(text.slice(0, 80)).split("\n");
  if (isLabel.test(label) && saysNo(label)) return isOrderWord.test(nearest) ? "unclear" : "shown";
  // The first heading is the title of the page.
  const isTaught = section.slice(1).some((heading) => isTeachingHeading.test(withoutMarks(heading)));
  const isNear = [lead, ...leads.slice(0, -1).map((one) => one.slice(-200))].some(isAbout);
  return isTaught || isNear ? "unclear" : "asserted";
}

/**
 * A skill about attacks quotes and teaches them: what its documents say is then for a person to judge, never for a FAIL.
 * What its programs do stays asserted.
 */
export function inPurpose(fact: Fact, { declared }: Pick<Skill, "declared">): Fact {
  const { parent = fact.artefact } = fact.artefact;
  const isDocument = texts.has(parent.language) && fact.presented === "asserted";
  return isDocument && isPurpose.test(`${declared.name} ${declared.description}`)
    ? { ...fact, presented: "unclear" }
    : fact;
}

/** How a place within a block is presented: by its own clause, else as the block is. */
export function presentedAt(block: Block, offset: number): Presented {
  if (block.role === "config" && isDenied.test(block.text.slice(Math.max(0, offset - 2_000), offset)))
    return "shown";
  const line = block.text.slice(block.text.lastIndexOf("\n", offset - 1) + 1, offset).slice(0, 80);
  if (isProgram(block) && !isRemark.test(line)) return block.presented;
  const clause = clauseBefore(block, offset);
  const isDescribed = block.presented === "asserted" && isDescriptiveWord.test(clause);
  return underProhibition(clause) ?? (isDescribed ? "unclear" : block.presented);
}

/** Whether a line of text forbids what stands at a place. */
export function isForbiddenAt(line: string, offset: number): boolean {
  return saysNo(clausesOf(withoutMarks(line.slice(Math.max(0, offset - 280), offset))).at(-1) ?? "");
}

/** A file that runs, or a setting that a program reads. Comments in it are the author's words, and excuse no code. */
function isProgram({ artefact, role }: Block): boolean {
  return role !== "comment" && !texts.has(artefact.language);
}

const texts: ReadonlySet<string> = new Set(["markdown", "text", "html"]);

const isRemark = /^\s{0,12}(?:#|\/\/|;|rem\b)/i;
/** In a list of what settings forbid. */
const isDenied = /"(?:deny|denied|disallow|block|forbid|reject)\w{0,12}"\s{0,4}:\s{0,4}\[[^\]]{0,2000}$/i;
/** What begins a fence or an item and says how it is meant. */
const isLabel =
  /^[>\s#/*;-]{0,8}(?:❌|✗|🚫|⛔|bad\b|wrong\b|insecure\b|vulnerable\b|never\b|avoid\b|don['’]?t\b|do not\b)/i;
/** "If the table cannot be opened, …": what is said of a case forbids nothing. */
const condition =
  /\b(?:if|when|whenever|unless|until|in case|because|since|once|where|while|although)\b[^,:]{0,120}[,:]/gi;
/** "Do not, in any case, run …" */
const insertion = /(?<=\b(?:do not|don['’]t|never|must not)), [^,:]{1,40},/gi;
/** "Do not answer before …" orders what follows. */
const pressing = /\b(?:not|never|n['’]t|cannot)\b[^.:]{0,60}\b(?:without|until|unless|before)\b/i;
/** "Never:", "Do not run this:", "Bad example:" */
const isShortLabel =
  /^\W{0,8}(?:never|avoid|bad|wrong|incorrect|unsafe|insecure|don['’]?t|do not)(?: (?:do|run|use|try|write|type|follow|example|code|pattern|practice))?(?: (?:this|that|these|it|the following))?$/i;
/** A verb that tells the reader to act; "lines that run …" tells nobody. */
const imperative =
  /(?<!\b(?:that|which|who|to|can|could|would|may|might) )\b(?:run|execute|launch|install|paste|apply|follow|carry|use|do)\b/i;

/**
 * How a clause that forbids something presents what stands behind it; undefined for one that does not. A prohibition
 * governs the words after it, not the order behind a colon or a comma: "Never skip this: run …".
 */
function underProhibition(whole: string): Presented | undefined {
  const clause = whole.replace(condition, " ").replace(insertion, "");
  if (!saysNo(clause)) return undefined;
  if (pressing.test(clause)) return "unclear";
  const parts = clause.split(/[:：–—](?:\s|$)/).filter((part) => /[\p{L}\d❌✗🚫⛔]/u.test(part));
  const near = parts.at(-1) ?? "";
  if (!saysNo(near)) return parts.length === 2 && isShortLabel.test(parts[0] ?? "") ? "shown" : "unclear";
  const last = near.split(/[;,]\s/).at(-1) ?? "";
  if (last !== near && isOrderWord.test(last) && !saysNo(last)) return "unclear";
  const search = isNegativeWord.test(near) ? null : isSearchWord.exec(near);
  return search !== null && imperative.test(near.slice(search.index + search[0].length))
    ? "unclear"
    : "shown";
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
export function loweredBy({ presented, verb, place }: Fact, confidence: number): number {
  // A shell to a machine of an exercise or an example reaches nobody; whether it is meant, a person decides.
  const isExercise = verb === "open-shell" && (place === "local" || place === "placeholder");
  if (isExercise && presented === "asserted") return Math.min(confidence, 0.6);
  if (presented === "asserted") return confidence;
  return Math.min(confidence, presented === "unclear" ? 0.6 : 0.3);
}
