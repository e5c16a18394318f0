/** The status, in this registry, of each skill that was found in a source. */
import { and, asc, eq } from "drizzle-orm";
import { entryMatches } from "../../domain/blocklist.ts";
import { folderOfSelector, readSelector } from "../../domain/skill-selector.ts";
import { REJECTED_STATES } from "../../domain/submission.ts";
import { isTerminal } from "../../domain/transitions.ts";
import { ledger } from "../db.ts";
import { skills } from "../ledger/schema/skills.ts";
import { submissions } from "../ledger/schema/submissions.ts";
import { listBlocklist } from "../skills/blocklist-store.ts";

export type DiscoveryStatus = "new" | "pending" | "published" | "rejected" | "blocked";

interface Found {
  readonly path: string;
  readonly name: string | null;
}

/**
 * One status for each skill, in order. A block takes precedence over everything, an open submission over earlier
 * ones.
 */
export async function discoveryStatuses(
  source: { readonly url: string; readonly owner: string },
  found: readonly Found[],
): Promise<DiscoveryStatus[]> {
  const [blocklist, live, tried] = await Promise.all([
    listBlocklist(),
    ledger()
      .select({ path: skills.skillPath })
      .from(skills)
      .where(and(eq(skills.sourceUrl, source.url), eq(skills.status, "live"))),
    ledger()
      .select({
        state: submissions.state,
        selector: submissions.skillPath,
        folder: submissions.folder,
        name: submissions.skillName,
      })
      .from(submissions)
      .where(eq(submissions.sourceUrl, source.url))
      .orderBy(asc(submissions.createdAt)),
  ]);
  const published = new Set(live.map(({ path }) => path));
  return found.map(({ path, name }): DiscoveryStatus => {
    const subject = { owner: source.owner, sourceUrl: source.url, skillName: name, digest: null };
    if (blocklist.some((entry) => entryMatches(entry, subject))) return "blocked";
    const own = tried.filter((row) => {
      const selected = folderOfSelector(readSelector(row.selector));
      // The folder is also "" before anything was fetched, so at the root the name must match as well.
      return selected === path || (row.folder === path && (path !== "" || row.name === name));
    });
    const newest = own.at(-1)?.state;
    if (newest === "BLOCKED") return "blocked";
    if (newest !== undefined && !isTerminal(newest)) return "pending";
    if (published.has(path)) return "published";
    return newest !== undefined && REJECTED_STATES.includes(newest) ? "rejected" : "new";
  });
}
