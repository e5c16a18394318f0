/**
 * What was given a name before a script begins: by the fences of a page, which its reader types one after the other into
 * the same shell, and by the files that a script reads in.
 */
import { type Artefact, baseName } from "../artefact.ts";
import type { Block } from "../structure/block.ts";

const assignment = /^[ \t]{0,12}(?:export[ \t]{1,4})?([A-Za-z_]\w{1,40})=[^\n]{1,300}$/gm;

/** Names of one page, and characters that are read again for later fences of one skill: each is parsed once more. */
const namesPerPage = 40;
const carriedChars = 60_000;

const sourced = /^[ \t]{0,12}(?:\.|source)[ \t]{1,4}["']?([\w./${}~-]{1,120})["']?[ \t]{0,8}(?:$|[;&|#])/gm;
/** Files that may be read in, and how much of each is looked at. */
const filesRead = 60;
const fileChars = 20_000;

export class PageNames {
  private page: Artefact | undefined;
  private readonly lines = new Map<string, string>();
  private readonly files = new Map<string, string>();
  private left = carriedChars;

  constructor(blocks: readonly Block[]) {
    for (const { artefact, role, language, text } of blocks) {
      const isFile = artefact.language !== "markdown" && (language === "shell" || language === "text");
      if (isFile && role === "code" && this.files.size < filesRead)
        this.files.set(baseName(artefact.path), assignmentsIn(text.slice(0, fileChars)));
    }
  }

  /** The names that a script takes over from the files which it reads in. */
  sourcedInto({ text }: Block): string {
    const read = [...text.slice(0, fileChars).matchAll(sourced)]
      .slice(0, 8)
      .map(([, file = ""]) => this.files.get(baseName(file)) ?? "")
      .join("");
    const carried = read.length <= this.left ? read : "";
    this.left -= carried.length;
    return carried;
  }

  /** The lines before that a fence makes use of, to be read ahead of it. Called in the order of the fences. */
  carriedInto({ artefact, text }: Block): string {
    if (this.page !== artefact) this.lines.clear();
    this.page = artefact;
    const used = [...this.lines]
      .filter(([name]) => text.includes(`$${name}`) || text.includes(`\${${name}`))
      .map(([, line]) => `${line}\n`)
      .join("");
    const carried = used.length <= this.left ? used : "";
    this.left -= carried.length;
    for (const [line, name = ""] of text.matchAll(assignment))
      if (isClosed(line) && this.lines.size < namesPerPage) this.lines.set(name, line);
    return carried;
  }
}

function assignmentsIn(text: string): string {
  return [...text.matchAll(assignment)]
    .filter(([line]) => isClosed(line))
    .slice(0, namesPerPage)
    .map(([line]) => `${line}\n`)
    .join("");
}

/** Whether a line ends what it opens: half of a command says nothing by itself. */
function isClosed(line: string): boolean {
  const count = (mark: string) => line.split(mark).length - 1;
  return (
    count("(") === count(")") &&
    [`"`, "'", "`"].every((quote) => count(quote) % 2 === 0) &&
    !/\\$|<</.test(line)
  );
}
