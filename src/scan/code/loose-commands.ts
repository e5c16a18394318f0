/**
 * Commands that stand in texts, settings, comments and literals, where an agent finds and types them. Only what is as bad
 * wherever it stands is told of them.
 */

import type { Block } from "../document/block.ts";
import { inTurn } from "../tables/compile.ts";
import type { FactKind } from "./facts.ts";

/** First words of commands that can wipe, fetch and run, send, print keys or persist. */
const first =
  /(?=(?:sudo )?(?:rm -\w|find [.~/$]|(?:curl|wget) |cat [~/.]|printenv\b|openssl enc|chmod -R|git remote add|\(?crontab |for \w{1,20} in [~*.$/]|shred ))/;
const opened = inTurn([/(^|[\s"'`>:;(+#|])/, first], "gm");
const mostCommands = 60;
const longest = 400;

export interface LooseCommand {
  readonly text: string;
  readonly offset: number;
}

/** The commands of a text; each ends with its line, or with the quote that it began with. */
export function looseCommands({ text, language }: Block): LooseCommand[] {
  const out: LooseCommand[] = [];
  let end = 0;
  for (const match of text.matchAll(opened)) {
    const before = match[1] ?? "";
    const mark = language === "json" ? '"' : before;
    const offset = match.index + before.length;
    if (offset < end || out.length >= mostCommands) continue;
    const line = text.slice(offset, offset + longest);
    const stop = line.search(
      mark === '"' ? /(?<!\\)(?<!(?<!\\)")"(?!")|\n/ : mark === "'" ? /['\n]/ : /[`\n]|<\/|-->|\]\(/,
    );
    const command = (stop === -1 ? line : line.slice(0, stop)).replace(/\\(["'\\$])|"(?=")|\$(?=\$)/g, "$1");
    end = offset + command.length;
    out.push({ text: command, offset });
  }
  return out;
}

/** Facts that count wherever a command stands. */
export const tellsAnywhere: ReadonlySet<FactKind> = new Set<FactKind>([
  "fetch-run",
  "download-run",
  "decode-run",
  "reverse-shell",
  "destruction",
  "wipe",
  "lock",
  "exfiltration",
  "upload",
  "repository-out",
  "secret-print",
  "persistence",
]);
