/**
 * Layer 0: files to artefacts. Every byte is looked at or named as not looked at: texts, what archives hold, what is
 * encoded in texts, and the readable parts of binaries.
 */
import type { SkillFile } from "../../domain/skill-file.ts";
import { type Artefact, roleOf } from "../artefact.ts";
import { baseName, type Language, languageOf, shapeOfText } from "../language.ts";
import { limits } from "../limits.ts";
import type { NotLookedAt } from "../report.ts";
import { findZip, type Opened, openGzip, openTar, openZip, type Zip } from "./archive.ts";
import { type Magic, printableRuns, sniff } from "./bytes.ts";
import { programsIn } from "./embedded.ts";
import { inDeclaredEncoding } from "./encoding.ts";
import { compressedTexts } from "./media.ts";
import { normalise, withLineEnds } from "./normalise.ts";
import { readingOf } from "./reading.ts";

export interface Collected {
  readonly artefacts: Artefact[];
  readonly notLookedAt: NotLookedAt[];
  readonly budget: Budget;
}

interface Intake {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable: boolean;
  readonly parent: Artefact | undefined;
  readonly depth: number;
}

/** All artefacts of a skill in the order of their paths; decoded children are added by the engine. */
export function collect(files: readonly SkillFile[]): Collected {
  const budget: Budget = {
    chars: limits.totalChars,
    parsed: limits.parseTotalBytes,
    embedded: limits.embeddedChars,
    unpacked: limits.unpackedBytes,
    decoded: limits.decodedTotal,
  };
  const out: Collected = { artefacts: [], notLookedAt: [], budget };
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  for (const file of sorted) take(out, { ...file, parent: undefined, depth: 0 });
  const more = out.notLookedAt.splice(limits.notLookedAt).length;
  if (more > 0) out.notLookedAt.push({ file: "", reason: `${more} more files were not looked at` });
  return out;
}

/** What a file that was decoded holds: an archive, or a program. It joins those that were collected. */
export function collectDecoded(out: Collected, parent: Artefact, bytes: Uint8Array): Artefact[] {
  const from = out.artefacts.length;
  const path = `${parent.path}!decoded`;
  take(out, { path, bytes, executable: false, parent, depth: parent.depth + 1 });
  return out.artefacts.slice(from);
}

/** What is left for the files that are still to come. */
interface Budget {
  chars: number;
  parsed: number;
  embedded: number;
  unpacked: number;
  decoded: number;
}

function take(out: Collected, intake: Intake): void {
  const { budget } = out;
  const zip = findZip(intake.bytes);
  // What stands in front of an archive is a file of its own to other programs.
  const bytes = zip === undefined ? intake.bytes : intake.bytes.subarray(0, zip.start);
  const magic = zip?.start === 0 ? "zip" : sniff(bytes);
  const { text, language, unread } = textOf({ ...intake, bytes }, magic);
  for (const reason of unread) out.notLookedAt.push({ file: intake.path, reason });
  const full = text ?? printableRuns(intake.bytes) + compressedTexts(magic, bytes, budget.chars);
  const allowed = Math.min(limits.textChars, budget.chars);
  if (full.length > allowed) {
    out.notLookedAt.push({
      file: intake.path,
      reason: `only the first ${allowed} of ${full.length} characters were read`,
    });
  }
  const raw = full.slice(0, allowed);
  budget.chars -= raw.length;
  const reason =
    text === undefined
      ? undefined
      : (whyNotParsed(intake.path, raw, language) ?? overParsed(budget, intake.path, raw, language));
  if (reason !== undefined)
    out.notLookedAt.push({
      file: intake.path,
      reason: `not parsed, read by the linear rules only: ${reason}`,
    });
  const normal = normalise(raw);
  const artefact: Artefact = {
    path: intake.path,
    role: roleOf(intake.path, language),
    language,
    raw,
    text: normal,
    lower: normal.toLowerCase(),
    bytes: intake.bytes,
    magic,
    executable: intake.executable,
    origin: intake.parent === undefined ? "file" : "archive",
    parent: intake.parent,
    parentOffset: 0,
    depth: intake.depth,
    parseable: reason === undefined,
    inherited: undefined,
    how: "",
  };
  out.artefacts.push(artefact);
  if (zip !== undefined || magic === "tar" || magic === "gzip") unpackInto(out, artefact, zip);
}

interface Text {
  /** With one kind of line end; undefined for a binary file. */
  readonly text: string | undefined;
  readonly language: Language;
  readonly unread: readonly string[];
}

/** In front of an archive. */
const nothing = { text: undefined, unread: undefined };

/** The text of a file in its own encoding, and why not all of it was read. */
function textOf(file: Intake, magic: Magic | undefined): Text {
  const reading = file.bytes.length === 0 && magic === "zip" ? nothing : readingOf(file, magic);
  const reasons = (...all: ReadonlyArray<string | undefined>) => all.filter((one) => one !== undefined);
  if (reading.text === undefined)
    return { text: undefined, language: "binary", unread: reasons(reading.unread) };
  const language = languageOf(file.path, reading.text);
  const decoded = inDeclaredEncoding(reading.text, file.bytes, language);
  const { text, unread } = withLineEnds(decoded.text, language);
  return { text, language, unread: reasons(reading.unread, decoded.unread, unread) };
}

function unpackInto(out: Collected, archive: Artefact, zip: Zip | undefined): void {
  const { budget } = out;
  const { path, depth } = archive;
  if (depth >= limits.decodeDepth) {
    out.notLookedAt.push({ file: path, reason: "archives nested too deeply" });
    return;
  }
  const most = Math.min(limits.inflatedBytes, budget.unpacked);
  const opened = zip === undefined ? open(archive, most) : openZip(zip, most);
  if (opened.entries.length === 0 && opened.skipped.length === 0)
    out.notLookedAt.push({ file: path, reason: "an archive without entries that can be read" });
  for (const { name, reason } of opened.skipped)
    out.notLookedAt.push({ file: name === "" ? path : `${path}!${name}`, reason });
  for (const { bytes } of opened.entries) budget.unpacked -= bytes.length;
  for (const entry of opened.entries) {
    take(out, {
      path: `${path}!${entry.name}`,
      bytes: entry.bytes,
      executable: false,
      parent: archive,
      depth: depth + 1,
    });
  }
}

/** What a tar archive or compressed data holds. */
function open({ magic, path, bytes }: Artefact, most: number): Opened {
  if (magic === "tar") return openTar(bytes);
  const inner = openGzip(bytes, most);
  if (inner === undefined)
    return {
      entries: [],
      skipped: [{ name: "", reason: "compressed data that could not be opened within bounds" }],
    };
  if (sniff(inner) === "tar") return openTar(inner);
  return { entries: [{ name: baseName(path).replace(/\.gz$/i, ""), bytes: inner }], skipped: [] };
}

/** Languages that a parser reads; all others are read by the linear rules alone, whatever their shape. */
const parsed: ReadonlySet<Language> = new Set([
  "markdown",
  "text",
  "shell",
  "python",
  "javascript",
  "typescript",
]);

function isParsed(path: string, language: Language): boolean {
  return parsed.has(language) && (language !== "text" || shapeOfText(path) === "prose");
}

/** Charges a text to what a skill may have parsed; the manifest is always worth it. */
function overParsed(budget: Budget, path: string, text: string, language: Language): string | undefined {
  if (path === "SKILL.md") return undefined;
  if (isParsed(path, language)) {
    const isCode = language !== "markdown" && language !== "text";
    const code = isCode ? text.length : fenced(text);
    budget.parsed -= text.length + code * (limits.codeWeight - 1) + openings(text) * openingChars;
    return budget.parsed < 0 ? "the skill has more text than is parsed of one" : undefined;
  }
  const programs = programsIn(text, language, path);
  for (const program of programs) budget.embedded -= program.text.length;
  return programs.length > 0 && budget.embedded < 0
    ? "its programs are longer than is followed of one skill"
    : undefined;
}

/** Characters of code in the fences of a page. */
function fenced(text: string): number {
  const pieces = text.split(/^[ \t]{0,12}(?:```|~~~)/m);
  return pieces.reduce((all, piece, i) => all + (i % 2) * piece.length, 0);
}

/** A list or a quote costs as much as so many characters. */
const openingChars = 8;

/** Lists and quotes that are opened behind others in the same line. */
function openings(text: string): number {
  let all = 0;
  for (const [begins] of text.matchAll(/^[> \t\-*+.)0-9]{4,}/gm)) all += openedBy(begins);
  return all;
}

function openedBy(begins: string): number {
  return begins.match(/>|[-*+](?=[ \t])|[0-9][.)](?=[ \t])/g)?.length ?? 0;
}

/** Why parsers must not see a text; undefined where they may. Costs one linear pass. */
export function whyNotParsed(path: string, text: string, language: Language): string | undefined {
  if (!isParsed(path, language)) return undefined;
  if (text.length > limits.parseBytes) return "larger than 512 kB";
  // A bundled script is one long line, which its parser reads in linear time; Markdown is not.
  const isScript = language === "javascript" || language === "typescript";
  const count: Count = { delimiters: 0, depth: 0, deepest: 0 };
  for (const line of text.split("\n")) {
    // Prose leaves brackets open all over a long document; a blank line ends what they could nest.
    if (line === "") count.depth = 0;
    if (line.length > limits.lineChars && !isScript) return "a line longer than 256 kB";
    if (countLine(line, count) > limits.opened && !isScript) return "quotes or lists nested too deeply";
    if (count.deepest > limits.nesting) return "brackets nested too deeply";
  }
  return count.delimiters > limits.delimiters && !isScript ? "too many delimiters" : undefined;
}

interface Count {
  delimiters: number;
  depth: number;
  deepest: number;
}

/** What a character is to the parsers' cost, by its code; 0 for most. */
const DELIMITER = 1;
const OPENS = 2;
const CLOSES = 3;
const costs = new Uint8Array(128);
for (const ch of "*_`!") costs[ch.charCodeAt(0)] = DELIMITER;
for (const ch of "([{") costs[ch.charCodeAt(0)] = OPENS;
for (const ch of ")]}") costs[ch.charCodeAt(0)] = CLOSES;

/** Adds a line's delimiters and open brackets to the count; answers how many quotes and lists it opens at once. */
function countLine(line: string, count: Count): number {
  for (let i = 0; i < line.length; i++) {
    const cost = costs[line.charCodeAt(i)];
    if (cost === DELIMITER) count.delimiters++;
    else if (cost === OPENS) count.deepest = Math.max(count.deepest, ++count.depth);
    else if (cost === CLOSES && count.depth > 0) count.depth--;
  }
  // Quote marks may stand in list items: `- > 1. > …`.
  const [begins = ""] = /^[> \t\-*+.)0-9]*/.exec(line) ?? [];
  // A line of dashes or stars alone is a rule across the page.
  if (begins === "" || /^[ \t]*(?:(?:-[ \t]*)+|(?:\*[ \t]*)+)$/.test(line)) return 0;
  return openedBy(begins);
}
