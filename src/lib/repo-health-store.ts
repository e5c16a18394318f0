/** The known health of repositories. Only a response of the host changes it; without one it is UNKNOWN. */
import { asc, eq, sql } from "drizzle-orm";
import { execute, ledger, statement } from "./db.ts";
import { repoHealth } from "./ledger/schema/skills.ts";

export type RepoHealth = typeof repoHealth.$inferSelect;

export async function getRepoHealth(repoUrl: string): Promise<RepoHealth | null> {
  return (await ledger().select().from(repoHealth).where(eq(repoHealth.repoUrl, repoUrl)).get()) ?? null;
}

/** Stores the newest result. An older check that finishes late does not replace a newer one. */
export async function saveRepoHealth(health: RepoHealth): Promise<void> {
  await execute(
    statement(
      ledger()
        .insert(repoHealth)
        .values(health)
        .onConflictDoUpdate({
          target: repoHealth.repoUrl,
          set: { status: health.status, detail: health.detail, checkedAt: health.checkedAt },
          setWhere: sql`${repoHealth.checkedAt} <= ${health.checkedAt}`,
        }),
    ),
  );
}

/** The repositories of live skills that were checked longest ago, oldest first. */
export async function listOldestRepoHealth(limit: number): Promise<RepoHealth[]> {
  return ledger()
    .select()
    .from(repoHealth)
    .where(sql`EXISTS (SELECT 1 FROM skills WHERE source_url = ${repoHealth.repoUrl} AND status = 'live')`)
    .orderBy(asc(repoHealth.checkedAt))
    .limit(limit);
}

/**
 * Starts watching the repositories of GitHub skills with an id above `afterSkillId` that are not watched yet. Looks
 * at no more than `limit` skills and returns the id it reached, so that each skill is looked at once.
 */
export async function watchNewRepositories(afterSkillId: number, limit: number): Promise<number> {
  const seen = await ledger().get<{ last: number | null }>(sql`
    SELECT MAX(id) AS last FROM (SELECT id FROM skills WHERE id > ${afterSkillId} ORDER BY id LIMIT ${limit})`);
  if (seen.last === null) return afterSkillId;
  await execute(
    statement(sql`
    INSERT INTO repo_health (repo_url, status, detail, checked_at)
    SELECT DISTINCT skills.source_url, 'UNKNOWN', 'Not checked yet.', 0
    FROM skills
    JOIN skill_versions ON skill_versions.skill_id = skills.id
    JOIN submissions ON submissions.id = skill_versions.submission_id
    WHERE skills.id > ${afterSkillId} AND skills.id <= ${seen.last} AND submissions.source_kind = 'github'
    ON CONFLICT (repo_url) DO NOTHING`),
  );
  return seen.last;
}
