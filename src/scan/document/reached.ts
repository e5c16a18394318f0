/**
 * Licences, change logs and data of tests weigh nothing as long as nobody is sent there. What a page tells its reader to
 * follow is part of the page, whatever its name.
 */
import type { Artefact } from "../artefact.ts";
import { baseName, shapeOfText } from "../language.ts";
import { limits } from "../limits.ts";

const setAside: ReadonlySet<string> = new Set(["licence", "changelog", "fixture"]);

/** Before the name: the reader is to do what it says. */
const obeys =
  /\b(?:follow|obey|apply|execute|carry out|comply with|act on|instructions? (?:in|from|of)|steps? (?:in|from|of)|rules? (?:in|from|of))\b[^.;\n]{0,60}$/i;
const opens = /\b(?:read|load|open|see|consult|fetch|import|review)\b[^.;\n]{0,60}$/i;
/** Behind the name, where it is to be opened. */
const thenObeys =
  /^[^.;\n]{0,40}(?:\.\w{1,5}\b[^.;\n]{0,40})?\b(?:and|then)\b[^.;\n]{0,20}\b(?:follow|do|obey|apply|execute|carry|act|comply)\b|^[^.;\n]{0,60}\b(?:for|as) (?:the |your |all |further |more )?(?:set-?up|instructions?|steps|orders|rules)\b/i;

/** Which files the pages of a skill send their reader to. Each name is asked for once. */
class Directions {
  private readonly text: string;
  private readonly known = new Map<string, boolean>();
  private mentions: number = limits.mentions;

  constructor(pages: readonly Artefact[]) {
    // What is not parsed of a skill makes its report incomplete; what is has a bound of its own.
    this.text = pages
      .filter(({ parseable }) => parseable)
      .map(({ text }) => text)
      .join("\n");
  }

  leadTo(path: string): boolean {
    const name = baseName(path);
    const answer = this.known.get(name) ?? (this.known.size >= limits.filesAskedFor || this.ask(name));
    this.known.set(name, answer);
    return answer;
  }

  private ask(name: string): boolean {
    const { text } = this;
    for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
      if (this.mentions-- <= 0) return true;
      const before = text.slice(Math.max(0, at - 160), at);
      const after = text.slice(at + name.length, at + name.length + 160);
      if (obeys.test(before) || (opens.test(before) && thenObeys.test(after))) return true;
    }
    return false;
  }
}

/** The files, those that a page sends its reader to read as pages. */
export function withReached(files: readonly Artefact[]): readonly Artefact[] {
  const pages = files.filter(({ role, language }) => language === "markdown" && !setAside.has(role));
  const directions = new Directions(pages);
  return files.map((file) => {
    // A program that is run is followed wherever it stands.
    const isText = file.language === "markdown" || file.language === "text" || file.language === "html";
    const wasPage = file.language !== "html" && shapeOfText(file.path) === "prose";
    if (
      !isText ||
      (wasPage && !setAside.has(file.role)) ||
      file.role === "manifest" ||
      !directions.leadTo(file.path)
    )
      return file;
    // Nobody has looked whether a parser bears what is no page by its name: its words are read as they stand.
    return { ...file, role: "reference", language: "markdown", parseable: file.parseable && wasPage };
  });
}
