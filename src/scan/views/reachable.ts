/** What the files of a skill say of each other: test data that is named is part of the skill. */

import { type Artefact, ownRoleOf } from "../artefact.ts";
import { baseName } from "../language.ts";
import { Mentions, type Sense } from "../mentions.ts";

const quiet = new Set<Artefact["role"]>(["fixture", "changelog", "licence"]);

/** A licence or a change log that a page names is no more than that; one that is to be followed is found elsewhere. */
const common = /^(?:licen[cs]e|changelog|notice|copying)/;
/** Commands that run every test there is. */
const runner =
  /\b(?:pytest|unittest|(?:npm|pnpm|yarn|bun)(?: run)? test|make (?:test|check)|bats|jest|vitest|mocha|tox|nox|rspec|prove|phpunit|(?:go|cargo|deno|rake) test|node --test)\b/;
const isRunByRunner = /(?:^|\/)(?:tests?|__tests__|spec)\/|[._-](?:test|spec)\.\w{1,4}$|(?:^|\/)test_/i;

/** The artefacts, those of tests, licences and changelogs raised to full weight where another file names them. */
export function withReachableFixtures(artefacts: readonly Artefact[]): Artefact[] {
  const waiting = new Set(
    artefacts.filter(({ role, path }) => quiet.has(role) && !common.test(baseName(path).toLowerCase())),
  );
  const raised = new Map<Artefact, Artefact>();
  let speakers = artefacts.filter(({ role, language }) => !quiet.has(role) && language !== "binary");
  // A file that was raised names others in its turn.
  while (waiting.size > 0 && speakers.length > 0) {
    const names = new Mentions(speakers.map(({ lower }) => lower));
    const runsTests = speakers.some(({ lower }) => runner.test(lower));
    speakers = [...waiting].filter((artefact) => isNamed(artefact, names, runsTests));
    for (const artefact of speakers) {
      waiting.delete(artefact);
      raised.set(artefact, { ...artefact, role: ownRoleOf(artefact.path, artefact.language) });
    }
  }
  return artefacts.map((artefact) => raised.get(artefact) ?? artefact);
}

/** Whether texts name a file, or, of a program of tests, its folder or a runner of all tests. */
function isNamed({ path, role, language }: Artefact, names: Mentions, runsTests: boolean): boolean {
  const lower = path.toLowerCase();
  if (names.has(baseName(lower), isWhole)) return true;
  if (role !== "fixture" || ownRoleOf(path, language) !== "script") return false;
  return (
    (runsTests && isRunByRunner.test(path)) || foldersOf(lower).some((folder) => names.has(folder, isFolder))
  );
}

const isWhole: Sense = (before, after) => !/[\w-]$/.test(before) && !/^(?:[\w-]|\.\w)/.test(after);
const isFolder: Sense = (before, after) =>
  !/[\w-]$/.test(before) &&
  (/^(?:\/(?![\w.-])|["'`*]{0,2}[ \t]{1,3}(?:folder|director))/.test(after) ||
    /\b(?:cd|pushd|run-parts|folder|directory) ["'`]?(?:\.\/)?$/.test(before));

/** `a/b/` of `a/b/c.py`, and `a/`. */
function foldersOf(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_part, i) => parts.slice(0, i + 1).join("/"));
}
