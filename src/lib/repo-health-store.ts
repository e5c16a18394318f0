/** What is known of a repository's health. Only the host's own word changes it; no word is UNKNOWN. */
import { asc, eq, sql } from "drizzle-orm";
import { ledger } from "./db.ts";
import { repoHealth } from "./ledger/schema.ts";

export type RepoHealth = typeof repoHealth.$inferSelect;

export async function getRepoHealth(repoUrl: string): Promise<RepoHealth | null> {
  return (await ledger().select().from(repoHealth).where(eq(repoHealth.repoUrl, repoUrl)).get()) ?? null;
}

/** Remembers the newest word; an older check that arrives late does not replace a newer one. */
export async function saveRepoHealth(health: RepoHealth): Promise<void> {
  await ledger()
    .insert(repoHealth)
    .values(health)
    .onConflictDoUpdate({
      target: repoHealth.repoUrl,
      set: { status: health.status, detail: health.detail, checkedAt: health.checkedAt },
      setWhere: sql`${repoHealth.checkedAt} <= ${health.checkedAt}`,
    });
}

/** The repositories that were checked longest ago, oldest first. */
export async function listOldestRepoHealth(limit: number): Promise<RepoHealth[]> {
  return ledger().select().from(repoHealth).orderBy(asc(repoHealth.checkedAt)).limit(limit);
}
