/** All skills of an owner or of one repository: what a discovery client installs when it is pointed at them. */
import { and, asc, eq, isNotNull } from "drizzle-orm";
import type { SkillDocument } from "../../domain/skill-document.ts";
import { parseSlug } from "../../domain/slug.ts";
import { causedBy } from "../caused-by.ts";
import { LedgerUnavailable, ledger } from "../db.ts";
import { skills } from "../ledger/schema.ts";
import { getSkill } from "../skill-store.ts";
import { enumeratePublishedSkills } from "../submission-store.ts";

/** Clients fetch every entry of an index: a scope with more is refused as a whole, never cut short (L44). */
const MOST_IN_SCOPE = 200;

export interface Scope {
  readonly owner: string;
  readonly repo?: string | undefined;
}

/** Null when there are more than MOST_IN_SCOPE. */
export async function listScope(
  scope: Scope,
): Promise<{ skills: SkillDocument[]; degraded: boolean } | null> {
  const slugs = await slugsOf(scope);
  if (slugs.length > MOST_IN_SCOPE) return null;
  const answers = await Promise.all(slugs.map((slug) => getSkill(slug)));
  return {
    skills: answers.flatMap(({ skill }) => skill ?? []),
    degraded: answers.some(({ degraded }) => degraded),
  };
}

async function slugsOf({ owner, repo }: Scope): Promise<string[]> {
  try {
    const rows = await ledger()
      .select({ slug: skills.slug })
      .from(skills)
      .where(
        and(
          eq(skills.owner, owner),
          repo === undefined ? undefined : eq(skills.repo, repo),
          eq(skills.status, "live"),
          isNotNull(skills.latestVersion),
        ),
      )
      .orderBy(asc(skills.slug))
      .limit(MOST_IN_SCOPE + 1);
    return rows.map(({ slug }) => slug);
  } catch (error) {
    if (!causedBy(error, LedgerUnavailable)) throw error;
    const all = await enumeratePublishedSkills();
    return all
      .map(({ slug }) => slug)
      .filter((slug) => {
        const parts = parseSlug(slug);
        return parts?.owner === owner && (repo === undefined || parts.repo === repo);
      });
  }
}
