/** Test data is only that while nothing in the skill points at it: what SKILL.md or a script names is part of the skill. */
import { type Artefact, baseName } from "../artefact.ts";

const quiet = new Set<Artefact["role"]>(["fixture", "changelog", "licence"]);

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
