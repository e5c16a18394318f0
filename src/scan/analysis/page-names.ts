/** What the fences of a page give names to: its reader types them one after the other into the same shell. */
import type { Artefact } from "../artefact.ts";
import type { Block } from "../structure/block.ts";

const assignment = /^[ \t]{0,12}(?:export[ \t]{1,4})?([A-Za-z_]\w{1,40})=[^\n]{1,300}$/gm;

/** Names of one page, and characters that are read again for later fences of one skill: each is parsed once more. */
const namesPerPage = 40;
const carriedChars = 60_000;

export class PageNames {
  private page: Artefact | undefined;
  private readonly lines = new Map<string, string>();
  private left = carriedChars;

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

/** Whether a line ends what it opens: half of a command says nothing by itself. */
function isClosed(line: string): boolean {
  const count = (mark: string) => line.split(mark).length - 1;
  return (
    count("(") === count(")") &&
    [`"`, "'", "`"].every((quote) => count(quote) % 2 === 0) &&
    !/\\$|<</.test(line)
  );
}
