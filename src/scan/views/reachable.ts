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
