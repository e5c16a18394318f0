/** Why a slug has no live skill: its row if it was removed, and the latest submission under its name. */
import { and, desc, eq } from "drizzle-orm";
import { makeSlug, parseSlug } from "../../domain/slug.ts";
import { ledger } from "../db.ts";
import { type SkillRow, skills } from "../ledger/schema/skills.ts";
import { type SubmissionRow, submissions } from "../ledger/schema/submissions.ts";

/**
 * A slug is derived from a submission, not stored with it, so only the latest submissions of a repository are
 * compared.
 */
const SUBMISSIONS_COMPARED = 200;

export interface UnpublishedSkill {
  readonly skill: SkillRow | null;
  readonly submission: SubmissionRow | null;
}

/** Null when nothing is known about this slug. */
export async function findUnpublishedSkill(slug: string): Promise<UnpublishedSkill | null> {
  const parts = parseSlug(slug);
  if (parts === null) return null;
  const [found, tried] = await ledger().batch([
    ledger().select().from(skills).where(eq(skills.slug, slug)),
    ledger()
      .select()
      .from(submissions)
      .where(and(eq(submissions.owner, parts.owner), eq(submissions.repo, parts.repo)))
      .orderBy(desc(submissions.updatedAt))
      .limit(SUBMISSIONS_COMPARED),
  ]);
  const skill = found[0] ?? null;
  const submission =
    tried.find(({ owner, repo, skillName }) => makeSlug({ owner, repo, skill: skillName || "-" }) === slug) ??
    null;
  return skill === null && submission === null ? null : { skill, submission };
}
