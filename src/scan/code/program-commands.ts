/** Commands that programs without a parser of ours hand to a shell: the text of the command, where it stands. */

import type { Block } from "../document/block.ts";
import { either, inTurn } from "../tables/compile.ts";

export interface ProgramCommand {
  readonly text: string;
  readonly offset: number;
}

/** A literal behind `-c`, in whatever list or chain of calls. */
const behindShell =
  /["']-[a-z]{0,2}c["'](?:\s{0,3}\)?\s{0,3}\.arg)?[\s,()]{1,8}(?:"((?:[^"\\\n]|\\.){4,2000})"|'((?:[^'\\\n]|\\.){4,2000})')/g;

/** A literal in the hands of a function that runs commands. */
const runner = inTurn(
  [
    either([
      /\b(?:system|shell_exec|passthru|popen[23]?e?|proc_open|os\.execute|io\.popen|spawn|ShellExecute|WinExec)/,
      /\b(?:capture2e?|capture3|pcntl_exec|do shell script|TO PROGRAM|FROM PROGRAM|xp_cmdshell|qx|%x)/,
      /\binline:|\.(?:exec|Run|command)/,
    ]),
    /[\s(]{0,4}(?:"((?:[^"\\\n]|\\.){4,2000})"|'((?:[^'\\\n]|\\.){4,2000})')/,
  ],
  "g",
);

/** Backticks run a command in Ruby, Perl and PHP; elsewhere they quote. */
const ticks = /`([^`\n]{4,2000})`|(?:%x|qx)[({[]([^)}\]\n]{4,2000})[)}\]]/g;

const withTicks = /^(?:ruby|perl|php)$/;

/** The commands of a program, in the order of the kinds above. */
export function commandsInProgram(block: Block): ProgramCommand[] {
  const patterns = withTicks.test(block.language) ? [behindShell, runner, ticks] : [behindShell, runner];
  return patterns.flatMap((pattern) =>
    [...block.text.matchAll(pattern)].map((match) => ({
      text: (match[1] ?? match[2] ?? "").replace(/\\(["'\\$])/g, "$1"),
      offset: match.index,
    })),
  );
}
