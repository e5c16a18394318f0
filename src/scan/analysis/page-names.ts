/** What the fences of a page give names to: its reader types them one after the other into the same shell. */
import type { Artefact } from "../artefact.ts";
import type { Block } from "../structure/block.ts";

const assignment = /^[ \t]{0,12}(?:export[ \t]{1,4})?([A-Za-z_]\w{1,40})=[^\n]{1,300}$/gm;

/** Characters of assignments that are carried on: more than any page of steps gives names to. */
const carriedChars = 2_000;

export class PageNames {
  private page: Artefact | undefined;
  private assignments = "";

  /** The lines before that a fence makes use of, to be read ahead of it. Called in the order of the fences. */
  carriedInto({ artefact, text }: Block): string {
    if (this.page !== artefact) {
      this.page = artefact;
      this.assignments = "";
    }
    const carried = linesOf(
      this.assignments,
      (name) => text.includes(`$${name}`) || text.includes(`\${${name}`),
    );
    this.assignments = (this.assignments + linesOf(text, () => true)).slice(-carriedChars);
    return carried;
  }
}

function linesOf(text: string, isWanted: (name: string) => boolean): string {
  return [...text.matchAll(assignment)]
    .filter(([line, name = ""]) => isWanted(name) && isClosed(line))
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
