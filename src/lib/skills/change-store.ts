/** The change feed of the catalogue, in commit order. */
import { and, asc, desc, eq, gt, gte, lt } from "drizzle-orm";
import { ledger } from "../db.ts";
import { skillChanges } from "../ledger/schema/skills.ts";

export type SkillChange = typeof skillChanges.$inferSelect;

/** Changes after the cursor, oldest first. */
export async function listChangesAfter(seq: number, limit: number): Promise<SkillChange[]> {
  return ledger()
    .select()
    .from(skillChanges)
    .where(gt(skillChanges.seq, seq))
    .orderBy(asc(skillChanges.seq))
    .limit(limit);
}

/** Newest first: of all skills, of one owner or of one skill. */
export async function listLatestChanges(
  scope: { owner?: string | undefined; slug?: string | undefined },
  limit: number,
): Promise<SkillChange[]> {
  const { owner, slug } = scope;
  return ledger()
    .select()
    .from(skillChanges)
    .where(
      and(
        slug === undefined ? undefined : eq(skillChanges.slug, slug),
        // "0" is the character after "/": selects everything that begins with `owner/`, by the index.
        owner === undefined
          ? undefined
          : and(gte(skillChanges.slug, `${owner}/`), lt(skillChanges.slug, `${owner}0`)),
      ),
    )
    .orderBy(desc(skillChanges.seq))
    .limit(limit);
}
