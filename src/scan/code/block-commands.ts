/** Commands that stand in texts, recipes and notebooks, and where. */
import type { Block } from "../document/block.ts";

interface Command {
  readonly text: string;
  readonly offset: number;
}

/** The marks before a recipe's line say how it is shown and whether it may fail, not what it does. */
export function recipeIn({ artefact, text }: Block): string {
  if (!/(?:^|\/)(?:GNU)?(?:makefile|justfile)$|\.mk$/i.test(artefact.path)) return text;
  return (
    text
      .replace(/^([ \t]{1,8})[@+-]{1,3}(?=[\w$./{])/gm, (marks) => " ".repeat(marks.length))
      // In a recipe `$(HOME)` is a variable, not a command.
      .replace(/\$\(([A-Z_]{2,40})\)/g, "$${$1}")
      // `X := $(shell …)` and `X != …` run while the file is read, whatever is asked of it.
      .replace(/\$\(shell (?=\S)/g, "$(      ")
      .replace(/^\w{1,40}[ \t]{0,8}!=(?=[ \t])/gm, (name) => " ".repeat(name.length))
  );
}

const notebookCommand = /^[ \t]{0,12}!{1,2}[ \t]{0,2}([A-Za-z./][^\n]{3,400})$/gm;

/** Lines of a notebook that go to the shell. */
export function notebookCommands(block: Block): Command[] {
  if (!block.text.includes("!")) return [];
  return [...block.text.matchAll(notebookCommand)].map((match) => ({
    text: match[1] ?? "",
    offset: match.index + match[0].indexOf(match[1] ?? ""),
  }));
}

const inlineCode = /(?<!`)`([^`\n]{4,400})`(?!`)/g;
const bareCommand =
  /^[ \t>*-]{0,8}((?:sudo |bash |sh |curl |wget |git clone |python3? |npm |npx |pip3? |chmod |echo |scp |nc |rm |cat |docker |iwr |powershell |eval |source )[^\n]{3,400})$/gm;

/** Commands that stand in prose: in backticks, or on a line of their own. */
export function inlineCommands(block: Block): Command[] {
  const out: Command[] = [];
  for (const match of block.text.matchAll(inlineCode)) {
    if (/[\s|]/.test(match[1] ?? "")) out.push({ text: match[1] ?? "", offset: match.index + 1 });
  }
  const lines = [...block.text.matchAll(bareCommand)];
  const first = lines[0];
  const last = lines.at(-1);
  // Consecutive commands without a fence are one script: the file fetched first is the one run next.
  if (first !== undefined && last !== undefined) {
    out.push({ text: block.text.slice(first.index, last.index + last[0].length), offset: first.index });
  }
  return out;
}
