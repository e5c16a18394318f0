/**
 * The differences between two published contents. Content is addressed by its digest, so a cached result never gets
 * stale.
 */
import { compareFiles, type FileChange } from "../../domain/version-diff.ts";
import { LruCache, perEnvironment } from "../platform/lru-cache.ts";
import { loadSkillContent } from "./archive-store.ts";

/** By both digests, limited in characters. One comparison is at most half of it (`compareFiles`). */
const results = perEnvironment(() => new LruCache<readonly FileChange[]>({ maxSize: 4_000_000 }));

/** All files that differ, or null when an archive is missing. */
export async function readVersionChanges(from: string, to: string): Promise<readonly FileChange[] | null> {
  const key = `${from} ${to}`;
  const cached = results().get(key);
  if (cached !== undefined) return cached;
  const [before, after] = await Promise.all([loadSkillContent(from), loadSkillContent(to)]);
  if (before === null || after === null) return null;
  // Another request may have stored the result while the files were loaded.
  const cachedNow = results().get(key);
  if (cachedNow !== undefined) return cachedNow;
  const changes = compareFiles(before, after);
  const size = changes.reduce(
    (sum, { filename, patch }) => sum + filename.length + (patch?.length ?? 0),
    100,
  );
  results().set(key, changes, { size });
  return changes;
}
