/** All skills of an owner or of one repository: what a discovery client installs from their URL. */
import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import type { SkillDocument } from "../../domain/skill-document.ts";
import { parseSlug } from "../../domain/slug.ts";
import { ledger } from "../db.ts";
import { skills } from "../ledger/schema/skills.ts";
import { withoutLedger } from "../platform/without-ledger.ts";
import { getSkill } from "../skills/skill-store.ts";
import { enumeratePublishedSkills } from "../submission-store.ts";

/** Clients fetch every entry of an index. A scope with more skills is refused as a whole, never truncated (L44). */
const MOST_IN_SCOPE = 200;

export interface Scope {
  readonly owner: string;
  readonly repo?: string | undefined;
}

/** Null when there are more than MOST_IN_SCOPE. */
export async function listScope(
  scope: Scope,
): Promise<{ skills: SkillDocument[]; degraded: boolean } | null> {
  const slugs = await withoutLedger(
    () => slugsInLedger(scope),
    () => slugsInKv(scope),
  );
  if (slugs.length > MOST_IN_SCOPE) return null;
  const found = await Promise.all(slugs.map((slug) => getSkill(slug)));
  return {
    skills: found.flatMap(({ skill }) => skill ?? []),
    degraded: found.some(({ degraded }) => degraded),
  };
}

/**
 * If several repositories of one owner have a skill with the same name, the first to publish it counts, even after it
 * was removed.
 */
const holdsItsName = sql`${skills.id} = (SELECT MIN(first.id) FROM skills first
  WHERE first.owner = ${skills.owner} AND first.name = ${skills.name})`;

async function slugsInLedger({ owner, repo }: Scope): Promise<string[]> {
  const rows = await ledger()
    .select({ slug: skills.slug })
    .from(skills)
    .where(
      and(
        eq(skills.owner, owner),
        repo === undefined ? undefined : eq(skills.repo, repo),
        eq(skills.status, "live"),
        isNotNull(skills.latestVersion),
        repo === undefined ? holdsItsName : undefined,
      ),
    )
    .orderBy(asc(skills.slug))
    .limit(MOST_IN_SCOPE + 1);
  return rows.map(({ slug }) => slug);
}

async function slugsInKv({ owner, repo }: Scope): Promise<string[]> {
  const all = await enumeratePublishedSkills();
  return all
    .map(({ slug }) => slug)
    .filter((slug) => {
      const parts = parseSlug(slug);
      return parts?.owner === owner && (repo === undefined || parts.repo === repo);
    });
}
