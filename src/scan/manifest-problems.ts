/** What the registry would say of SKILL.md: the same check as its intake makes, so that both always agree. */
import { MANIFEST_NAME, parseManifest } from "../domain/manifest.ts";
import type { SkillFile } from "../domain/skill-file.ts";
import type { ManifestProblem } from "./report.ts";

export function manifestProblems(files: readonly SkillFile[]): ManifestProblem[] {
  const manifest = files.find(({ path }) => path === MANIFEST_NAME);
  if (manifest === undefined) return [missing(files)];
  return parseManifest(manifest.bytes, null).problems.map(({ field, message, severity, line }) => ({
    field: field ?? MANIFEST_NAME,
    message,
    severity,
    line,
  }));
}

function missing(files: readonly SkillFile[]): ManifestProblem {
  const other = files.find(({ path }) => path.toLowerCase() === MANIFEST_NAME.toLowerCase());
  const message =
    other === undefined
      ? "The skill has no SKILL.md. Add one at its root."
      : `The file is named ${other.path}. Rename it to SKILL.md.`;
  return { field: MANIFEST_NAME, message, severity: "error", line: 1 };
}
