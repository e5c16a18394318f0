/** All skills of an owner or of one repository: what a discovery client installs when it is pointed at them. */
import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import type { SkillDocument } from "../../domain/skill-document.ts";
import { parseSlug } from "../../domain/slug.ts";
import { ledger } from "../db.ts";
import { skills } from "../ledger/schema.ts";
import { withoutLedger } from "../platform/without-ledger.ts";
import { getSkill } from "../skills/skill-store.ts";
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
  const slugs = await withoutLedger(
    () => slugsInLedger(scope),
    () => slugsInKv(scope),
  );
  if (slugs.length > MOST_IN_SCOPE) return null;
  const answers = await Promise.all(slugs.map((slug) => getSkill(slug)));
  return {
    skills: answers.flatMap(({ skill }) => skill ?? []),
    degraded: answers.some(({ degraded }) => degraded),
  };
}

/** Of several repositories of one owner the first that published a name has it, also after it was taken down. */
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
