/** Rebuilds the search rows and fingerprints of published skills from the archived SKILL.md. */
import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { SkillFile } from "../../../domain/skill-file.ts";
import { searchRow } from "../../catalogue/search-row.ts";
import { loadSkillContent } from "../../contents/archive-store.ts";
import { commit, execute, ledger, statement } from "../../db.ts";
import { type SkillRow, skills, skillVersions } from "../../ledger/schema/skills.ts";
import { recordDocumentsOf } from "../../outbox/follow-ups.ts";
import { describeError } from "../../platform/log.ts";
import { addFingerprints, fingerprintsOf } from "../../scans/fingerprints.ts";

/** Each skill is read from the archive store and unpacked, at most 16 MiB at a time. */
const SKILLS_PER_PAGE = 25;

export async function rebuildSearchPage(after: string, nowMs: number) {
  if (after === "") await dropLostRows();
  const rows = await ledger()
    .select({ skill: skills, digest: skillVersions.digest })
    .from(skills)
    .leftJoin(
      skillVersions,
      and(eq(skillVersions.skillId, skills.id), eq(skillVersions.version, skills.latestVersion)),
    )
    .where(gt(skills.slug, after))
    .orderBy(asc(skills.slug))
    .limit(SKILLS_PER_PAGE);
  const last = rows.at(-1)?.skill.slug ?? "";
  const problems: string[] = [];
  for (const { skill, digest } of rows) {
    if (skill.status === "live") problems.push(...(await rebuildSkill(skill, digest)));
  }
  await execute(recordDocumentsOf("skills", sql`slug > ${after} AND slug <= ${last}`, nowMs));
  return { after: rows.length < SKILLS_PER_PAGE ? "" : last, done: rows.length, problems };
}

/** A skill whose content cannot be read can still be found by name and description, and is reported (L04). */
async function rebuildSkill(skill: SkillRow, digest: string | null): Promise<string[]> {
  const { files, problem } = await filesOf(digest);
  // A version that is published in the meantime has written its own rows, which stay.
  const unchanged = sql`EXISTS (SELECT 1 FROM skills WHERE slug = ${skill.slug} AND revision = ${skill.revision})`;
  // Existing fingerprints keep their time. Lost ones get the skill's creation time, the best that is known.
  const fingerprints = await fingerprintsOf(files);
  await commit([
    ...searchRow({ slug: skill.slug, name: skill.name, files }, unchanged),
    addFingerprints({ slug: skill.slug, fingerprints, sinceMs: skill.createdAt }, unchanged),
  ]);
  return problem === null ? [] : [`${skill.slug}: ${problem}`];
}

async function filesOf(digest: string | null): Promise<{ files: SkillFile[]; problem: string | null }> {
  if (digest === null) return { files: [], problem: "it has no latest version" };
  try {
    const files = await loadSkillContent(digest);
    return files === null
      ? { files: [], problem: `its archive is missing (${digest})` }
      : { files, problem: null };
  } catch (error) {
    return { files: [], problem: `its archive cannot be read (${describeError(error)})` };
  }
}

/** Rows of skills that no longer exist or were removed (L33). */
async function dropLostRows(): Promise<void> {
  const lost = sql`rowid NOT IN (SELECT id FROM skills WHERE status = 'live')`;
  await commit([
    statement(sql`DELETE FROM skill_search WHERE ${lost}`),
    statement(sql`DELETE FROM skill_search_trigram WHERE ${lost}`),
  ]);
}
