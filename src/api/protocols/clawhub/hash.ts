/** ClawHub's own fingerprint of a skill: how its client recognises what is on disk. */
import { createHash } from "node:crypto";
import type { FileEntry } from "../../../domain/skill-document.ts";

/** SHA-256 over `path:sha256` lines, sorted as the client sorts them; it leaves out what lies in dot folders. */
export function clawhubHash(files: readonly FileEntry[]): string {
  const lines = files
    .filter(({ path }) => !path.split("/").some((part) => part.startsWith(".")))
    .sort((a, b) => a.path.localeCompare(b.path))
    .map(({ path, sha256 }) => `${path}:${sha256}`);
  return createHash("sha256").update(lines.join("\n")).digest("hex");
}
