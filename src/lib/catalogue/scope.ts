/** All skills of an owner or of one repository: what a discovery client installs from their URL. */
import { and, asc, eq, isNotNull } from "drizzle-orm";
import type { SkillDocument } from "../../domain/skill-document.ts";
import { parseSlug } from "../../domain/slug.ts";
import { ledger } from "../db.ts";
import { skills } from "../ledger/schema/skills.ts";
import { withoutLedger } from "../platform/without-ledger.ts";
import { getSkill } from "../skills/skill-store.ts";
import { enumeratePublishedSkills } from "../submission-store.ts";
import { holds } from "./short-name.ts";

/** Clients fetch every entry of an index. A scope with more skills is refused as a whole, never truncated (L44). */
const MAX_IN_SCOPE = 200;

export interface Scope {
  readonly owner: string;
  readonly repo?: string | undefined;
}

/** Null when there are more than MAX_IN_SCOPE. */
export async function listScope(
  scope: Scope,
): Promise<{ skills: SkillDocument[]; degraded: boolean } | null> {
  const slugs = await withoutLedger(
    () => slugsInLedger(scope),
    () => slugsInKv(scope),
  );
  if (slugs.length > MAX_IN_SCOPE) return null;
  const found = await Promise.all(slugs.map((slug) => getSkill(slug)));
  return {
    skills: found.flatMap(({ skill }) => skill ?? []).filter((skill) => isListed(skill, scope)),
    degraded: found.some(({ degraded }) => degraded),
  };
}

/**
 * Several repositories of an owner may have a skill with the same name. A client can hold only one: the one that the
 * short name means, and none after that one was removed.
 */
const isListed = (skill: SkillDocument, { owner, repo }: Scope): boolean =>
  repo !== undefined || holds(skill, { owner, name: skill.name });

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
      ),
    )
    .orderBy(asc(skills.slug))
    .limit(MAX_IN_SCOPE + 1);
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
