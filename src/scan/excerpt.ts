/**
 * What a finding shows of a file: the lines around the match as the file has them, and what is hidden or encoded in them.
 * Secrets are masked; control and invisible characters are named, so that a line cannot look more harmless than it is.
 */
import { splitUnsafeCharacters } from "../domain/unsafe-characters.ts";
import type { Artefact } from "./artefact.ts";
import { limits } from "./limits.ts";
import { lineStartsOf, placeOf } from "./position.ts";
import type { Context } from "./report.ts";
import { revealed } from "./reveal.ts";
import { type SecretSpan, secretsIn } from "./secrets.ts";
import { normalise } from "./views/normalise.ts";

type Source = Pick<Artefact, "raw" | "text">;

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The lines around a span of the artefact's text. */
export function contextAt(artefact: Source, start: number, end: number): Context {
  const file = fileOf(artefact);
  const first = placeOf(artefact, artefact.text, start).line;
  const last = placeOf(artefact, artefact.text, Math.max(start, end - 1)).line;
  const shownLast = Math.min(last, first + limits.matchLines - 1);
  const from = Math.max(1, first - limits.contextLines);
  const to = Math.max(shownLast, Math.min(file.count, last === shownLast ? last + limits.contextLines : 0));
  const context: Context = { start: from, lines: [], marks: [] };
  for (let line = from; line <= to; line++) {
    const matched = line >= first && line <= shownLast ? matchIn(artefact, line, { start, end }) : undefined;
    const { text, mark } = shownLine(file, file.line(line), matched);
    context.lines.push(text);
    if (mark !== undefined) context.marks.push({ line, ...mark });
  }
  return context;
}

/** What the lines of a span hide: the message in invisible characters, or the line without them. */
export function hiddenAt(artefact: Source, start: number, end: number): string | undefined {
  const file = fileOf(artefact);
  const first = placeOf(artefact, artefact.text, start).line;
  const last = Math.min(
    placeOf(artefact, artefact.text, Math.max(start, end - 1)).line,
    first + limits.matchLines - 1,
  );
  const found: string[] = [];
  for (let line = first; line <= last; line++) {
    const { from, to } = file.line(line);
    const said = revealed(file.text.slice(from, Math.min(to, from + longestLine)));
    if (said !== undefined) found.push(said);
  }
  return found.length === 0 ? undefined : decodedText(found.join("\n"), 0);
}

/** A decoded text as a report shows it: the part around `at`, with line breaks. */
export function decodedText(text: string, at: number): string {
  const from = text.length <= limits.decodedChars ? 0 : Math.max(0, at - limits.decodedChars / 4);
  const to = Math.min(text.length, from + limits.decodedChars);
  const shown = partOf(text, { from, to }, secretsIn(text, from, to)).trim();
  return `${from > 0 ? "…" : ""}${shown}${to < text.length ? "…" : ""}`;
}

/** Where a match ends: one that has no length is the word that begins there. */
export function endOf(text: string, start: number, end: number): number {
  if (end - start > 1) return end;
  const word = /^[^\s"'`<>()]{1,4000}/.exec(text.slice(start, start + 4_000));
  return start + Math.max(1, word?.[0].length ?? 0);
}

/** Lines beyond it are shown as the rules read them: nobody reads a longer one. */
const longestLine = 4_000;

interface SourceFile {
  readonly text: string;
  readonly count: number;
  /** All secrets in it, looked for once. */
  secrets?: readonly SecretSpan[];
  /** The line as offsets into the text, without its line break. */
  readonly line: (number: number) => Span;
}

const files = new WeakMap<object, SourceFile>();

/** The file as it came, with its line breaks unified; as the rules read it where its lines cannot be matched to those. */
function fileOf(artefact: Source): SourceFile {
  const known = files.get(artefact);
  if (known !== undefined) return known;
  const raw = artefact.raw.replaceAll("\r\n", "\n").replaceAll("\r", "\n");
  const expected = lineStartsOf(artefact, artefact.text).length;
  const owner = {};
  const text = lineStartsOf(owner, raw).length === expected ? raw : artefact.text;
  const starts = lineStartsOf(owner, text);
  const file: SourceFile = {
    text,
    // A line break at the end begins no line that people count.
    count: text.endsWith("\n") ? starts.length - 1 : starts.length,
    line: (number) => ({
      from: starts[number - 1] ?? text.length,
      to: number < starts.length ? (starts[number] ?? 0) - 1 : text.length,
    }),
  };
  files.set(artefact, file);
  return file;
}

/** The part of a line that matched, as offsets into the file. */
function matchIn(artefact: Source, line: number, { start, end }: { start: number; end: number }): Span {
  const { text } = artefact;
  const starts = lineStartsOf(artefact, text);
  const lineStart = starts[line - 1] ?? 0;
  const lineEnd = line < starts.length ? (starts[line] ?? 0) - 1 : text.length;
  const file = fileOf(artefact);
  const own = file.line(line);
  const shown = file.text.slice(own.from, own.to);
  const read = text.slice(lineStart, lineEnd);
  if (shown !== read && end - start <= 1) {
    const invisible = firstInvisible(shown);
    if (invisible !== undefined) return { from: own.from + invisible.from, to: own.from + invisible.to };
  }
  const column = (offset: number) => Math.min(Math.max(offset - lineStart, 0), read.length);
  const place = (offset: number) =>
    own.from + (shown === read ? column(offset) : columnInFile(shown, column(offset)));
  const stop = endOf(text, start, end);
  return { from: place(start), to: Math.max(place(start), place(stop)) };
}

/** The first run of characters that a reader does not see. */
function firstInvisible(line: string): Span | undefined {
  let at = 0;
  let from: number | undefined;
  for (const { text, unsafe } of splitUnsafeCharacters(line.slice(0, longestLine))) {
    if (unsafe !== null) from ??= at;
    else if (from !== undefined) break;
    at += text.length;
  }
  return from === undefined ? undefined : { from, to: at };
}

/** A column of the normalised line in the file's own: characters were folded and dropped one by one. */
function columnInFile(line: string, column: number): number {
  if (line.length > longestLine) return Math.min(column, line.length);
  let folded = 0;
  let at = 0;
  for (const ch of line) {
    if (folded >= column) break;
    folded += ch < "\u0080" ? 1 : normalise(ch).length;
    at += ch.length;
  }
  return at;
}

interface Shown {
  readonly text: string;
  readonly mark: Span | undefined;
}

/** One line, cut to the bound around its match. */
function shownLine(file: SourceFile, line: Span, match: Span | undefined): Shown {
  const { text } = file;
  const from = cutBefore(text, line, match);
  const to = Math.min(line.to, from + limits.contextChars);
  file.secrets ??= secretsIn(text, 0, text.length);
  const secrets = file.secrets.filter((span) => span.end > from && span.start < to);
  const begin = from > line.from ? "…" : "";
  const end = to < line.to ? "…" : "";
  if (match === undefined || match.from >= to)
    return { text: begin + partOf(text, { from, to }, secrets) + end, mark: undefined };
  const inside = withoutIndent(text, { from: Math.max(from, match.from), to: Math.min(match.to, to) });
  const marked = withWholeSecrets(inside, secrets);
  const before = begin + partOf(text, { from, to: marked.from }, secrets);
  const matched = partOf(text, marked, secrets);
  return {
    text: before + matched + partOf(text, { from: marked.to, to }, secrets) + end,
    mark: { from: before.length, to: before.length + matched.length },
  };
}

/** Characters shown before a match in a line that is cut. */
const lead = 40;

function cutBefore(text: string, line: Span, match: Span | undefined): number {
  if (line.to - line.from <= limits.contextChars || match === undefined) return line.from;
  const latest = Math.max(line.from, line.to - limits.contextChars);
  const from = Math.max(line.from, Math.min(match.from - lead, latest));
  // Not between the two halves of a character.
  return /[\udc00-\udfff]/.test(text.charAt(from)) ? from - 1 : from;
}

/** A match over several lines has their indentation, too. */
function withoutIndent(text: string, { from, to }: Span): Span {
  const indent = /^[ \t]{0,400}/.exec(text.slice(from, to))?.[0].length ?? 0;
  return { from: from + indent, to };
}

/** A mark that begins or ends inside a secret covers it. */
function withWholeSecrets({ from, to }: Span, secrets: readonly SecretSpan[]): Span {
  const touched = secrets.filter((span) => span.start < to && span.end > from);
  return {
    from: Math.min(from, ...touched.map((span) => span.start)),
    to: Math.max(to, ...touched.map((span) => span.end)),
  };
}

/** A part of a text as it is shown. Of a secret that began before it, only "…" is left. */
function partOf(text: string, { from, to }: Span, secrets: readonly SecretSpan[]): string {
  let out = "";
  let at = from;
  for (const { start, end, shown } of secrets) {
    if (end <= at || start >= to) continue;
    out += visible(text.slice(at, Math.max(at, start))) + (start < from ? "…" : shown);
    at = end;
  }
  return out + visible(text.slice(at, Math.max(at, to)));
}

/** Invisible characters by name; of a long run the first one, and how many more there are. */
function visible(text: string): string {
  let out = "";
  let run: string[] = [];
  const endRun = () => {
    const [first, ...rest] = run;
    const names = rest.length < namedInRun ? run : [`${first} and ${rest.length} more`];
    out += names.map((name) => `‹${name}›`).join("");
    run = [];
  };
  for (const { text: part, unsafe } of splitUnsafeCharacters(text)) {
    if (unsafe !== null) run.push(unsafe);
    else {
      endRun();
      out += withoutControls(part);
    }
  }
  endRun();
  return out;
}

const namedInRun = 4;

/** Tabs as spaces, because a mark is an offset; separators that some programs take for a line break by name. */
function withoutControls(text: string): string {
  return text.replaceAll("\t", "    ").replaceAll("\u2028", "‹U+2028›").replaceAll("\u2029", "‹U+2029›");
}
