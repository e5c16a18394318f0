/** The identity of what was scanned: a digest over sorted paths and raw bytes. */
import { createHash } from "node:crypto";
import type { SkillFile } from "../../src/domain/skill-file.ts";

export function contentDigest(files: readonly SkillFile[]): string {
  const hash = createHash("sha256");
  for (const file of [...files].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))) {
    hash.update(`${file.path}\0${file.bytes.length}\0`).update(file.bytes);
  }
  return `sha256:${hash.digest("hex")}`;
}
