/** Facts of the commands that a configuration runs: each by itself, and what one fetches and a later one starts. */

import type { Block } from "../document/block.ts";
import { hostKind } from "../hosts.ts";
import type { ConfigCommand } from "./config-commands.ts";
import type { Fact } from "./facts.ts";
import { shellFacts } from "./shell-facts.ts";
import type { SecretFiles } from "./shell-files.ts";

export function configFacts(
  block: Block,
  commands: readonly ConfigCommand[],
  files: SecretFiles | undefined,
): Fact[] {
  // A file that an image takes in is no call of a program.
  const run = commands.filter(({ takesIn }) => takesIn !== true);
  const own = run.flatMap(({ text, offset }) => shellFacts(block, text, block.start + offset, false, files));
  return [...own, ...togetherIn(block, commands, own)];
}

/** Steps of one file run one after the other, on the same machine. */
function togetherIn(block: Block, all: readonly ConfigCommand[], own: readonly Fact[]): Fact[] {
  const commands = all.toSorted((a, b) => a.offset - b.offset);
  // Jobs of a workflow run on machines of their own.
  const jobs = block.text.split(/^[ \t]{1,12}steps:/m).length - 1;
  if (jobs > 1 || commands.length < 2 || !commands.some(({ text }) => text.includes("://"))) return [];
  const script = commands.map(({ text }) => text).join("\n");
  const known = new Set(own.map(({ kind, host }) => `${kind} ${host}`));
  return shellFacts(block, script, 0)
    .filter(
      ({ kind, host, detail }) =>
        /^(?:fetch|download)-run$/.test(kind) &&
        !known.has(`${kind} ${host}`) &&
        // Images take the programs of others from where these are released; a script is another matter.
        hostKind(host) !== "well-known" &&
        /\.(?:sh|py|js|mjs|pl|rb|ps1)$/.test(detail),
    )
    .map((fact) => ({ ...fact, ...placeOf(block, commands, fact.start) }));
}

/** The step in which something of the joined script stands. */
function placeOf(
  block: Block,
  commands: readonly ConfigCommand[],
  at: number,
): { start: number; end: number } {
  let left = at;
  for (const { text, offset } of commands) {
    if (left <= text.length)
      return { start: block.start + offset, end: Math.min(block.end, block.start + offset + text.length) };
    left -= text.length + 1;
  }
  return { start: block.start, end: block.end };
}
