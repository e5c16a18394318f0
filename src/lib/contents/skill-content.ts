/** The text and the files of a published version. Content is addressed by its digest, so what is kept never ages. */
import type { SkillFile } from "../../domain/skill-file.ts";
import { LruCache } from "../platform/lru-cache.ts";
import { loadSkillContent } from "./archive-store.ts";

/** Characters of SKILL.md texts kept in this isolate: enough for the skills that are asked for all the time. */
const kept = new LruCache<string>(4_000_000);

/** SKILL.md, or null where the archive is gone. */
export async function readSkillText(digest: string): Promise<string | null> {
  const known = kept.get(digest);
  if (known !== undefined) return known;
  const files = await loadSkillContent(digest);
  const text = files === null ? null : textOf(files, "SKILL.md");
  if (text !== null) kept.set(digest, text, text.length);
  return text;
}

/** All files, exactly as they were scanned, or null where the archive is gone. */
export function readSkillFiles(digest: string): Promise<SkillFile[] | null> {
  return loadSkillContent(digest);
}

/** A file as text, or null when there is none or it is not UTF-8. */
export function textOf(files: readonly SkillFile[], path: string): string | null {
  const file = files.find((entry) => entry.path === path);
  if (file === undefined) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(file.bytes);
  } catch {
    return null;
  }
}
