/** Looks up verdicts for a client that knows only parts of a skill's identity. */
import { and, desc, eq, inArray, isNotNull, or } from "drizzle-orm";
import type { BlockFields } from "../../domain/blocklist.ts";
import { REJECTED_OR_BLOCKED_STATES } from "../../domain/submission.ts";
import { ledger } from "../db.ts";
import { skills, skillVersions } from "../ledger/schema/skills.ts";
import { submissions } from "../ledger/schema/submissions.ts";

type VerdictSubject = Omit<BlockFields, "owner">;

/** The latest rejection of this content, or of this skill in this source. A name alone is not enough (L19). */
export async function findRejection({ skillName, sourceUrl, digest }: VerdictSubject) {
  const tests = [
    digest === null ? undefined : eq(submissions.digest, digest),
    skillName === null || sourceUrl === null
      ? undefined
      : and(eq(submissions.sourceUrl, sourceUrl), eq(submissions.skillName, skillName)),
  ].filter((test) => test !== undefined);
  if (tests.length === 0) return null;
  const row = await ledger()
    .select()
    .from(submissions)
    .where(and(or(...tests), inArray(submissions.state, [...REJECTED_OR_BLOCKED_STATES])))
    .orderBy(desc(submissions.updatedAt))
    .limit(1)
    .get();
  if (row === undefined) return null;
  const { state, reason, reasonCode, score } = row;
  return { submissionId: row.id, state, reason, reasonCode, score };
}

/** Why a published version of this content, or of this skill, is tainted; null when none is. */
export async function findVersionTaint({
  skillName,
  sourceUrl,
  digest,
}: VerdictSubject): Promise<string | null> {
  const bySkill = skillName === null || sourceUrl === null;
  if (digest === null && bySkill) return null;
  const row = await ledger()
    .select({ reason: skillVersions.taintedReason })
    .from(skillVersions)
    .innerJoin(skills, eq(skills.id, skillVersions.skillId))
    .where(
      and(
        isNotNull(skillVersions.taintedReason),
        digest === null
          ? and(eq(skills.name, skillName ?? ""), eq(skills.sourceUrl, sourceUrl ?? ""))
          : eq(skillVersions.digest, digest),
      ),
    )
    .limit(1)
    .get();
  return row?.reason ?? null;
}
