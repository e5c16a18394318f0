/** Actions on what is published: yank and restore a version, take a skill down and bring it back. */
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import semver from "semver";
import { auditEntry } from "../audit-log.ts";
import { commit, ledger } from "../db.ts";
import { wantFollowUp } from "../ledger/follow-ups.ts";
import { type SkillRow, skills, skillVersions, submissions } from "../ledger/schema.ts";
import { transition } from "../ledger/transition.ts";
import { drainAfterCommit } from "../outbox.ts";
import { dropSearchRow } from "../search-row.ts";
import { type ActionResult, type By, done, refused } from "./action.ts";

/** A yanked version is never offered, but stays installable by its exact number. */
export function yankVersion(slug: string, version: string, by: By, nowMs: number): Promise<ActionResult> {
  return changeVersion(slug, version, by, nowMs, true);
}

export function restoreVersion(slug: string, version: string, by: By, nowMs: number): Promise<ActionResult> {
  return changeVersion(slug, version, by, nowMs, false);
}

async function changeVersion(
  slug: string,
  version: string,
  by: By,
  nowMs: number,
  yank: boolean,
): Promise<ActionResult> {
  const skill = await findLive(slug);
  if (skill === null) return refused("NOT_FOUND", "There is no such skill.");
  const rows = await ledger().select().from(skillVersions).where(eq(skillVersions.skillId, skill.id));
  if (!rows.some((row) => row.version === version)) return refused("NOT_FOUND", "There is no such version.");
  const offered = rows.filter((row) => (row.version === version ? !yank : row.yankedAt === null));
  const latest = semver.rsort(offered.map((row) => row.version))[0] ?? null;
  const writeId = crypto.randomUUID();
  const written = sql`EXISTS (SELECT 1 FROM skills WHERE slug = ${slug} AND write_id = ${writeId})`;
  const [changed] = await commit([
    bump(skill, writeId, nowMs, { latestVersion: latest }),
    ledger()
      .update(skillVersions)
      .set({ yankedAt: yank ? nowMs : null, yankedReason: yank ? by.reason : null })
      .where(
        and(
          eq(skillVersions.skillId, skill.id),
          eq(skillVersions.version, version),
          yank ? isNull(skillVersions.yankedAt) : isNotNull(skillVersions.yankedAt),
          written,
        ),
      ),
    auditEntry(
      { ...by, action: yank ? "version.yank" : "version.restore", subject: `${slug}@${version}` },
      nowMs,
      written,
    ),
    wantFollowUp({ kind: "skill-document", key: slug }, nowMs, written),
  ]);
  if (changed !== 1) return refused("CONFLICT");
  await drainAfterCommit(nowMs);
  return done;
}

/** Gone everywhere: from the ledger's live skills and search in one batch, from KV right after. */
export async function takeDownSkill(slug: string, by: By, nowMs: number): Promise<ActionResult> {
  const skill = await findLive(slug);
  if (skill === null) return refused("NOT_FOUND", "There is no such skill.");
  const writeId = crypto.randomUUID();
  const written = sql`EXISTS (SELECT 1 FROM skills WHERE slug = ${slug} AND write_id = ${writeId})`;
  const [changed] = await commit([
    bump(skill, writeId, nowMs, { status: "taken_down", statusReason: by.reason }),
    ...dropSearchRow(slug, written),
    auditEntry({ ...by, action: "skill.take-down", subject: slug }, nowMs, written),
    wantFollowUp({ kind: "skill-document", key: slug }, nowMs, written),
  ]);
  if (changed !== 1) return refused("CONFLICT");
  await blockItsSubmissions(slug, by, nowMs);
  await drainAfterCommit(nowMs);
  return done;
}

/** The submissions that published it say what has become of it. Losing a race here changes nothing about the skill. */
async function blockItsSubmissions(slug: string, by: By, nowMs: number): Promise<void> {
  const published = await ledger()
    .select()
    .from(submissions)
    .where(and(eq(submissions.skillSlug, slug), eq(submissions.state, "PUBLISHED")));
  const reason = { code: "TAKEN_DOWN", text: by.reason };
  for (const seen of published) {
    await transition({ seen, to: "BLOCKED", trigger: "take-down", actor: by.actor, reason }, nowMs);
  }
}

async function findLive(slug: string): Promise<SkillRow | null> {
  const found = await ledger()
    .select()
    .from(skills)
    .where(and(eq(skills.slug, slug), eq(skills.status, "live")))
    .get();
  return found ?? null;
}

/** The guarded change that the rest of a batch depends on. */
function bump(skill: SkillRow, writeId: string, nowMs: number, set: Partial<SkillRow>) {
  return ledger()
    .update(skills)
    .set({ ...set, revision: skill.revision + 1, writeId, updatedAt: nowMs })
    .where(and(eq(skills.id, skill.id), eq(skills.revision, skill.revision)));
}
