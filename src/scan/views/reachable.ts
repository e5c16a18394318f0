/** What the files of a skill say of each other: test data that is named is part of the skill, text that is read in is a script. */

import { type Artefact, ownRoleOf } from "../artefact.ts";
import { baseName } from "../language.ts";
import { Mentions, type Sense } from "../mentions.ts";
import { inTurn } from "../tables/compile.ts";

const quiet = new Set<Artefact["role"]>(["fixture", "changelog", "licence"]);

const sourced =
  /(?:^|[\n;&|]\s{0,8})(?:source|\.)\s{1,4}["']?[^\n"';&|]{0,120}?([\w.-]{2,60})["']?(?=\s|[;&|]|$)/g;

/** The artefacts, files without a language of their own taken for scripts where a script of the shell reads them in. */
export function withSourcedScripts(artefacts: readonly Artefact[]): Artefact[] {
  const names = new Set(
    artefacts
      .filter(({ language }) => language === "shell")
      .flatMap(({ text }) => [...text.matchAll(sourced)].map(([, name]) => name)),
  );
  if (names.size === 0) return [...artefacts];
  return artefacts.map((artefact) =>
    artefact.language === "text" && names.has(baseName(artefact.path))
      ? { ...artefact, language: "shell", role: "script" }
      : artefact,
  );
}

/** The first argument that is a path: of an interpreter, of `source` or `.`, or of `chmod`. */
const givenToInterpreter = inTurn(
  [
    /(?:^|[\s;&|`"'(/])(?:(?:ba|z|da|k|a)?sh|python[\d.]{0,5}|node|bun|deno|ruby|perl|php|pwsh|powershell|lua|Rscript|source|chmod|(?<![\w"'/])\.)/,
    /(?=(?:[\s"',]{1,4}(?:run|[-+][\w=+-]{1,30}|[0-7]{3,4}|[ugoa]{1,4}[+=]x)){0,4}[\s"',]{0,4}[\s"',<][\s"',]{0,4}([^\s"'`;&|<>(),]{1,200}))/,
  ],
  "g",
);
const runByPath = /(?:^|[\n;&|`(])[ \t]{0,8}(?:sudo[ \t]{1,4})?(\.{0,2}\/[^\s"'`;&|<>()]{1,200})/g;

/**
 * Whole pictures and other binary files that a text runs: an interpreter looks for its commands in any file it is given.
 */
export function binariesRun(artefacts: readonly Artefact[]): string[] {
  const binaries = artefacts.filter(({ language }) => language === "binary");
  if (binaries.length === 0) return [];
  const texts = artefacts.filter(({ language }) => language !== "binary");
  const namesIn = (text: string, pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, path = ""]) => baseName(path));
  const given = new Set(texts.flatMap(({ text }) => namesIn(text, givenToInterpreter)));
  const byPath = new Set(texts.flatMap(({ text }) => namesIn(text, runByPath)));
  return binaries
    .filter(({ path, executable }) => {
      const name = baseName(path);
      return given.has(name) || (executable && byPath.has(name));
    })
    .map(({ path }) => path);
}

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
