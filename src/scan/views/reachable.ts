/** What the files of a skill say of each other: test data that is named is part of the skill, text that is read in is a script. */
import type { Artefact } from "../artefact.ts";
import { baseName } from "../language.ts";

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
const givenToInterpreter =
  /(?:^|[\s;&|`"'(/])(?:(?:ba|z|da|k|a)?sh|python[\d.]{0,5}|node|bun|deno|ruby|perl|php|pwsh|powershell|lua|Rscript|source|chmod|(?<![\w"'/])\.)(?=(?:[\s"',]{1,4}(?:run|[-+][\w=+-]{1,30}|[0-7]{3,4}|[ugoa]{1,4}[+=]x)){0,4}[\s"',]{0,4}[\s"',<][\s"',]{0,4}([^\s"'`;&|<>(),]{1,200}))/g;
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

/** The artefacts, those of tests, licences and changelogs raised to full weight where another file names them. */
export function withReachableFixtures(artefacts: readonly Artefact[]): Artefact[] {
  const speakers = artefacts.filter(
    (artefact) => !quiet.has(artefact.role) && artefact.language !== "binary",
  );
  return artefacts.map((artefact) => {
    if (!quiet.has(artefact.role)) return artefact;
    const name = baseName(artefact.path).toLowerCase();
    const isCommon = /^(?:licen[cs]e|changelog|notice|copying)/.test(name);
    const reached = !isCommon && name.length > 4 && speakers.some((speaker) => speaker.lower.includes(name));
    if (!reached) return artefact;
    return {
      ...artefact,
      role: artefact.language === "markdown" || artefact.language === "text" ? "reference" : "script",
    };
  });
}
