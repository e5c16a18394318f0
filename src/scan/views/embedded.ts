/**
 * Programs that stand inside another text and are meant to run as they stand: here-documents, `-c '…'`, scripts of a
 * page, cells of a notebook. Each keeps its length and place, so that what is found in it is shown where it is.
 */
import { extensionOf, type Language, languageOf } from "../language.ts";

export interface Embedded {
  readonly language: Language;
  readonly start: number;
  readonly text: string;
}

/** The programs of a text, in order. One linear pass for each kind. */
export function programsIn(text: string, language: Language, path: string): Embedded[] {
  if (language === "shell") return [...documentsIn(text), ...argumentsIn(text)];
  if (language === "html") return scriptsIn(text);
  if (parsed(language) !== undefined) return literalsIn(text);
  return extensionOf(path) === "ipynb" ? cellsIn(text) : [];
}

const opener = /^([^\n]{0,400}?)<<[-~]?[ \t]{0,3}(["']?)([A-Za-z_]\w{0,40})\2([^\n]{0,400})\n/gm;

/** `python3 - <<'END'` and `cat > tool.py <<END`. */
function documentsIn(text: string): Embedded[] {
  return [...hereDocuments(text)].flatMap(({ line, start, body }) => {
    const language = ofCommand(line, body);
    return language !== undefined && body.length > 8 ? [{ language, start, text: body }] : [];
  });
}

/** What a script carries along as text: the command that takes it, and where it stands. */
export function* hereDocuments(text: string): Generator<{ line: string; start: number; body: string }> {
  if (!text.includes("<<")) return;
  const ends = new Map<string, number[]>();
  for (const { 1: mark = "", index } of text.matchAll(closer)) {
    const known = ends.get(mark);
    if (known === undefined) ends.set(mark, [index]);
    else known.push(index);
  }
  // Lists are walked once: documents follow each other, and so do their ends.
  const next = new Map<string, number>();
  let read = 0;
  for (const match of text.matchAll(opener)) {
    const start = match.index + match[0].length;
    const mark = match[3] ?? "";
    const places = ends.get(mark);
    if (match.index < read || places === undefined) continue;
    let at = next.get(mark) ?? 0;
    while (at < places.length && (places[at] ?? 0) < start) at++;
    next.set(mark, at);
    const end = places[at];
    if (end === undefined) continue;
    read = end;
    yield { line: `${match[1]} ${match[4]}`, start, body: text.slice(start, end) };
  }
}

const closer = /^[ \t]{0,40}([A-Za-z_]\w{0,40})[ \t]{0,4}$/gm;

/** The language of a here-document: that of the interpreter which reads it, or of the file which it becomes. */
function ofCommand(line: string, body: string): Language | undefined {
  const [, command = ""] =
    /(?:^|[|;&(]|\s)(?:\S{0,60}\/)?(python|node|deno|bun|perl|ruby|php)[\d.]{0,4}(?=\s|$)/.exec(line) ?? [];
  if (command !== "") return /^(?:p|r)/.test(command) ? (command as Language) : "javascript";
  const [, file] = /(?:>|\btee\b(?:\s-a)?)\s{0,4}["']?([^\s"';&|]{1,200})/.exec(line) ?? [];
  return file === undefined ? undefined : parsed(languageOf(file, body));
}

function parsed(language: Language): Language | undefined {
  if (language === "python") return "python";
  return language === "javascript" || language === "typescript" ? "javascript" : undefined;
}

const argument =
  /\b(python[\d.]{0,4}|node|bun|deno)\s(?:-[a-zA-Z]{1,3}\s){0,3}(?:-\w{0,3}[cep]|--eval|eval)\s{1,3}(?:'([^']{8,20000})'|"((?:[^"\\]|\\[\s\S]){8,20000})")/g;

/** `python3 -c '…'` and `node -e "…"`. */
function argumentsIn(text: string): Embedded[] {
  return [...text.matchAll(argument)].map((match) => {
    const said = match[2] ?? match[3] ?? "";
    return {
      language: match[1]?.startsWith("python") ? "python" : "javascript",
      start: match.index + match[0].length - said.length - 1,
      text: match[2] ?? said.replace(/\\(["$`\\])/g, " $1"),
    };
  });
}

const scriptTag = /<script\b[^>]{0,400}>/gi;

/** What stands between the tags; data that a page carries is no program. */
function scriptsIn(text: string): Embedded[] {
  const lower = text.toLowerCase();
  if (!lower.includes("<script")) return [];
  const out: Embedded[] = [];
  let after = 0;
  for (const match of text.matchAll(scriptTag)) {
    // A tag within a script is a part of it.
    if (match.index < after) continue;
    if (/\btype\s{0,3}=\s{0,3}["'](?!module|text\/javascript|application\/javascript)/i.test(match[0]))
      continue;
    const start = match.index + match[0].length;
    const end = lower.indexOf("</script", start);
    // What nothing ends, no browser runs; nor anything behind it.
    if (end === -1) break;
    after = end;
    if (end > start + 8) out.push({ language: "javascript", start, text: text.slice(start, end) });
  }
  return out;
}

const literal = /"((?:[^"\\\n]|\\.){40,20000})"/g;
const opening =
  /^(?:\\n|#![^\\]{0,80}\\n|\\"use strict\\";){0,4}(import |from [\w.]{1,60} import |const |require\(|fetch\()/;

/** A program that another one carries as a text of several lines, to write it out or to run it. */
function literalsIn(text: string): Embedded[] {
  return [...text.matchAll(literal)].flatMap((match) => {
    const [, said = ""] = match;
    const [, word = ""] = opening.exec(said) ?? [];
    if (word === "" || !said.includes("\\n")) return [];
    const language =
      /^(?:import (?!\W)|from )/.test(word) && !/ from \\?["']/.test(said) ? "python" : "javascript";
    // It stands in one line, which is the place of all that is found in it.
    return [{ language, start: match.index + 1, text: unescaped(said).replace(/ (?=["'\n\t\\])/g, "") }];
  });
}

const cellPart = /"cell_type"\s{0,8}:\s{0,8}"(\w{1,12})"|"source"\s{0,8}:\s{0,8}(\[\s{0,80})?"/g;
const rest = /((?:[^"\\]|\\.){0,20000})"(\s{0,40},\s{0,80}")?/y;

/** The code of a notebook, cell after cell. */
function cellsIn(text: string): Embedded[] {
  const out: Embedded[] = [];
  let isCode = false;
  for (const match of text.matchAll(cellPart)) {
    if (match[1] !== undefined) isCode = match[1] === "code";
    else if (isCode) out.push(cellAt(text, match.index + match[0].length, match[2] !== undefined));
  }
  return out;
}

/** One cell: what stands between its lines becomes blanks at the end of the line before. */
function cellAt(text: string, start: number, inList: boolean): Embedded {
  let code = "";
  for (;;) {
    rest.lastIndex = start + code.length;
    const match = rest.exec(text);
    if (match === null) break;
    code += unescaped(match[1] ?? "");
    if (!inList || match[2] === undefined) break;
    const gap = match[0].length - (match[1] ?? "").length;
    const ends = code.endsWith("\n");
    code = `${ends ? `${code.slice(0, -1)} ` : code}${" ".repeat(gap - 1)}${ends ? "\n" : " "}`;
  }
  return { language: "python", start, text: code };
}

/** `\n` is a line's end behind a blank: the same length, and the same program. Blanks stay outside of quotes. */
function unescaped(text: string): string {
  let isInside = false;
  return text.replace(/\\"(?:\\"\\")?|\\(?:u[0-9a-fA-F]{4}|.)/g, (written) => {
    const ch = written[1];
    if (ch === '"') {
      isInside = !isInside;
      const quotes = written.replaceAll("\\", "");
      return isInside ? quotes.padStart(written.length) : quotes.padEnd(written.length);
    }
    const said = ch === "n" ? "\n" : ch === "t" ? "\t" : ch === "u" ? "?" : (ch ?? "");
    return said.padStart(written.length);
  });
}
