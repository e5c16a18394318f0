/**
 * The text and files of a published version. Content is addressed by its digest, so cached content never gets stale.
 */
import { decodeUtf8 } from "../../domain/decode-text.ts";
import { MANIFEST_NAME } from "../../domain/manifest.ts";
import type { SkillFile } from "../../domain/skill-file.ts";
import { LruCache, perEnvironment } from "../platform/lru-cache.ts";
import { loadSkillContent } from "./archive-store.ts";

/** SKILL.md texts by digest, limited in characters: enough for the popular skills. */
const texts = perEnvironment(() => new LruCache<string>({ maxSize: 4_000_000 }));

/** SKILL.md, or null when the archive is missing. */
export async function readSkillText(digest: string): Promise<string | null> {
  const cached = texts().get(digest);
  if (cached !== undefined) return cached;
  const files = await loadSkillContent(digest);
  const text = files === null ? null : textOf(files, MANIFEST_NAME);
  if (text !== null) texts().set(digest, text, { size: text.length });
  return text;
}

/** All files exactly as they were scanned, or null when the archive is missing. */
export function readSkillFiles(digest: string): Promise<SkillFile[] | null> {
  return loadSkillContent(digest);
}

/** A file as text; null when it does not exist or is not UTF-8. */
function textOf(files: readonly SkillFile[], path: string): string | null {
  const file = files.find((entry) => entry.path === path);
  return file === undefined ? null : decodeUtf8(file.bytes);
}
