/**
 * What was given a name before a script begins: by the fences of a page, which its reader types one after the other into
 * the same shell, and by the files that a script reads in.
 */
import type { Artefact } from "../artefact.ts";
import type { Block } from "../document/block.ts";
import { baseName } from "../language.ts";
import { limits } from "../limits.ts";

const assignment = /^[ \t]{0,12}(?:export[ \t]{1,4})?([A-Za-z_]\w{1,40})=[^\n]{1,300}$/gm;
const sourced = /^[ \t]{0,12}(?:\.|source)[ \t]{1,4}["']?([\w./${}~-]{1,120})["']?[ \t]{0,8}(?:$|[;&|#])/gm;

/** Name → the line that gives it. */
type Lines = Map<string, string>;

/** More than is read again: the script is told as one that could not be followed. */
class TooManyNames extends Error {}

export class PageNames {
  private page: Artefact | undefined;
  private lines: Lines = new Map();
  private readonly files = new Map<string, Lines>();
  private left: number = limits.carriedChars;

  constructor(blocks: readonly Block[]) {
    for (const { artefact, role, language, text } of blocks) {
      const isFile = artefact.language !== "markdown" && (language === "shell" || language === "text");
      if (isFile && role === "code") this.files.set(baseName(artefact.path), namesIn(text));
    }
  }

  /** The names that a script takes over from the files which it reads in. */
  sourcedInto({ text }: Block): string {
    const read = [...text.matchAll(sourced)].map(([, file = ""]) => baseName(file));
    return this.carry(
      [...new Set(read)].flatMap((file) => [...(this.files.get(file) ?? [])]),
      text,
    );
  }

  /** The lines before that a fence makes use of, to be read ahead of it. Called in the order of the fences. */
  carriedInto({ artefact, text }: Block): string {
    if (this.page !== artefact) this.lines = new Map();
    this.page = artefact;
    const carried = this.carry([...this.lines], text);
    for (const [name, line] of namesIn(text)) this.lines.set(name, line);
    if (this.lines.size > limits.namesPerPage) throw new TooManyNames();
    return carried;
  }

  private carry(lines: ReadonlyArray<readonly [string, string]>, text: string): string {
    const carried = lines
      .filter(([name]) => text.includes(`$${name}`) || text.includes(`\${${name}`))
      .map(([, line]) => `${line}\n`)
      .join("");
    this.left -= carried.length;
    if (this.left < 0) throw new TooManyNames();
    return carried;
  }
}

function namesIn(text: string): Lines {
  const closed = [...text.matchAll(assignment)].filter(([line]) => isClosed(line));
  return new Map(closed.map(([line, name = ""]) => [name, line]));
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
