/** How much a scan read, so that a PASS says something. */
import type { SkillFile } from "../domain/skill-file.ts";
import type { Artefact } from "./artefact.ts";
import type { ScanReport } from "./report.ts";

export function readOf(
  files: readonly SkillFile[],
  artefacts: readonly Artefact[],
): NonNullable<ScanReport["read"]> {
  return {
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes.length, 0),
    texts: artefacts.filter(({ language }) => language !== "binary").length,
  };
}
