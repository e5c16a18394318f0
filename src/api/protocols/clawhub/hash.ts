/** ClawHub's fingerprint of a skill, by which its client recognises installed files. */
import { createHash } from "node:crypto";
import type { FileEntry } from "../../../domain/skill-document.ts";

/**
 * SHA-256 over `path:sha256` lines, sorted as the client sorts them, without files in folders that begin with a dot.
 */
export function clawhubHash(files: readonly FileEntry[]): string {
  const lines = files
    .filter(({ path }) => !path.split("/").some((part) => part.startsWith(".")))
    .sort((a, b) => a.path.localeCompare(b.path))
    .map(({ path, sha256 }) => `${path}:${sha256}`);
  return createHash("sha256").update(lines.join("\n")).digest("hex");
}
