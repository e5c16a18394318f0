/** Published skills, from the database or, while it is down, from KV and marked `degraded`. */
import { and, asc, eq, type SQL } from "drizzle-orm";
import type { PublishedSkillSummary } from "../../domain/skill.ts";
import { type SkillDocument, skillDocumentSchema } from "../../domain/skill-document.ts";
import { tiersOf } from "../../domain/trust.ts";
import { ledger } from "../db.ts";
import { skillAliases, skills, skillVersions } from "../ledger/schema/skills.ts";
import { aliasKey, skillKey, submissionsKv } from "../platform/kv.ts";
import { describeError, log } from "../platform/log.ts";
import { withoutLedger } from "../platform/without-ledger.ts";
import { loadSkillDocument } from "./skill-document.ts";

export interface SkillResponse {
  readonly skill: SkillDocument | null;
  /** True when the data came from KV because the database is down. */
  readonly degraded: boolean;
}

/** A live skill by its slug. Throws only when neither store responds. */
export async function getSkill(slug: string): Promise<SkillResponse> {
  return withoutLedger(
    async () => ({ skill: await loadSkillDocument(slug), degraded: false }),
    async (error) => {
      log("warn", "skill.degraded", { slug, error: describeError(error) });
      return { skill: await readSkillDocument(slug), degraded: true };
    },
  );
}

async function readSkillDocument(slug: string): Promise<SkillDocument | null> {
  const text = await submissionsKv().get(skillKey(slug));
  if (text === null) return null;
  return skillDocumentSchema.parse(JSON.parse(text));
}

/** The slug that an old slug was moved to, or null. */
export async function resolveAlias(oldSlug: string): Promise<string | null> {
  return withoutLedger(
    async () => {
      const row = await ledger().select().from(skillAliases).where(eq(skillAliases.oldSlug, oldSlug)).get();
      return row?.slug ?? null;
    },
    () => submissionsKv().get(aliasKey(oldSlug)),
  );
}

/** Summaries of the skills that `where` selects, sorted by slug. */
export async function loadSummaries(where: SQL | undefined, limit: number): Promise<PublishedSkillSummary[]> {
  const rows = await ledger()
    .select({ skill: skills, version: skillVersions })
    .from(skills)
    .leftJoin(
      skillVersions,
      and(eq(skillVersions.skillId, skills.id), eq(skillVersions.version, skills.latestVersion)),
    )
    .where(where)
    .orderBy(asc(skills.slug))
    .limit(limit);
  return rows.map(({ skill, version }) => ({
    slug: skill.slug,
    name: skill.name,
    repoUrl: skill.sourceUrl,
    description: skill.description,
    version: version?.version ?? null,
    ...(version === null
      ? { certTier: null, trustTier: null }
      : tiersOf({ ...version, sourceUrl: skill.sourceUrl, takenDown: skill.status !== "live" })),
    score: version?.score ?? null,
    updatedAt: new Date(skill.updatedAt).toISOString(),
  }));
}
