/** Actions on what is published: yank and restore a version, take a skill down and bring it back. */
import { and, eq, isNotNull, isNull, not, type SQL, sql } from "drizzle-orm";
import semver from "semver";
import { dropSearchRow, searchRow } from "../catalogue/search-row.ts";
import { loadSkillContent } from "../contents/archive-store.ts";
import { commit, ledger, statement } from "../db.ts";
import { auditEntry } from "../ledger/audit-log.ts";
import { type SkillRow, type SubmissionRow, skills, skillVersions, submissions } from "../ledger/schema.ts";
import { transition } from "../ledger/transition.ts";
import { wantFollowUp } from "../outbox/follow-ups.ts";
import { drainAfterCommit } from "../outbox/outbox.ts";
import { isSkillBlockedSql } from "../skills/blocklist-store.ts";
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
  const skill = await find(slug, "live");
  if (skill === null) return refused("NOT_FOUND", "There is no such skill.");
  const rows = await ledger().select().from(skillVersions).where(eq(skillVersions.skillId, skill.id));
  const row = rows.find((candidate) => candidate.version === version);
  if (row === undefined) return refused("NOT_FOUND", "There is no such version.");
  if ((row.yankedAt !== null) === yank)
    return refused("CONFLICT", yank ? "This version is yanked already." : "This version is not yanked.");
  const offered = rows.filter((other) => (other === row ? !yank : other.yankedAt === null));
  const latest = semver.rsort(offered.map((other) => other.version))[0] ?? null;
  const writeId = crypto.randomUUID();
  const written = sql`EXISTS (SELECT 1 FROM skills WHERE slug = ${slug} AND write_id = ${writeId})`;
  const [changed] = await commit([
    bump(skill, writeId, nowMs, { latestVersion: latest }),
    statement(
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
  const skill = await find(slug, "live");
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

/**
 * Back everywhere, as it was: what was yanked stays yanked, what was tainted stays so. The blocklist is asked inside
 * the batch: an entry that comes meanwhile is either seen here, or sees the skill live and takes it down again.
 */
export async function restoreSkill(slug: string, by: By, nowMs: number): Promise<ActionResult> {
  const skill = await find(slug, "taken_down");
  if (skill === null) return refused("NOT_FOUND", "There is no such skill that was taken down.");
  const rows = await ledger().select().from(skillVersions).where(eq(skillVersions.skillId, skill.id));
  const shown = skill.latestVersion ?? semver.rsort(rows.map((row) => row.version))[0];
  const digest = rows.find((row) => row.version === shown)?.digest;
  const files = digest === undefined ? null : await loadSkillContent(digest);
  if (files === null) return refused("CONTENT_GONE");
  const writeId = crypto.randomUUID();
  const written = sql`EXISTS (SELECT 1 FROM skills WHERE slug = ${slug} AND write_id = ${writeId})`;
  const allowed = not(isSkillBlockedSql(skill.id));
  const [changed] = await commit([
    bump(skill, writeId, nowMs, { status: "live", statusReason: null }, allowed),
    ...searchRow(slug, { name: skill.name }, files, written),
    auditEntry({ ...by, action: "skill.restore", subject: slug }, nowMs, written),
    wantFollowUp({ kind: "skill-document", key: slug }, nowMs, written),
  ]);
  if (changed !== 1)
    return (await isBlocked(skill)) ? refused("CONFLICT", STILL_BLOCKED) : refused("CONFLICT");
  await publishItsSubmissions(slug, by, nowMs);
  await drainAfterCommit(nowMs);
  return done;
}

const STILL_BLOCKED = "It is still on the blocklist; remove every entry that matches it first.";

async function isBlocked(skill: SkillRow): Promise<boolean> {
  const found = await ledger()
    .select({ id: skills.id })
    .from(skills)
    .where(and(eq(skills.id, skill.id), isSkillBlockedSql(skill.id)));
  return found.length > 0;
}

/** The submissions that published it say what has become of it. Losing a race here changes nothing about the skill. */
async function blockItsSubmissions(slug: string, by: By, nowMs: number): Promise<void> {
  const reason = { code: TAKEN_DOWN, text: by.reason };
  for (const seen of await itsSubmissions(slug, "PUBLISHED")) {
    await transition({ seen, to: "BLOCKED", trigger: "take-down", actor: by.actor, reason }, nowMs);
  }
}

/** Only while it is live: another take-down may have come in between. */
async function publishItsSubmissions(slug: string, by: By, nowMs: number): Promise<void> {
  const onlyIf = sql`EXISTS (SELECT 1 FROM skills WHERE slug = ${slug} AND status = 'live')`;
  const reason = { code: "RESTORED", text: by.reason };
  for (const seen of await itsSubmissions(slug, "BLOCKED")) {
    if (seen.reasonCode !== TAKEN_DOWN) continue;
    await transition({ seen, to: "PUBLISHED", trigger: "restore", actor: by.actor, reason, onlyIf }, nowMs);
  }
}

const TAKEN_DOWN = "TAKEN_DOWN";

function itsSubmissions(slug: string, state: SubmissionRow["state"]): Promise<SubmissionRow[]> {
  return ledger()
    .select()
    .from(submissions)
    .where(and(eq(submissions.skillSlug, slug), eq(submissions.state, state)));
}

async function find(slug: string, status: SkillRow["status"]): Promise<SkillRow | null> {
  const found = await ledger()
    .select()
    .from(skills)
    .where(and(eq(skills.slug, slug), eq(skills.status, status)))
    .get();
  return found ?? null;
}

/** The guarded change that the rest of a batch depends on. */
function bump(skill: SkillRow, writeId: string, nowMs: number, set: Partial<SkillRow>, onlyIf?: SQL) {
  return statement(
    ledger()
      .update(skills)
      .set({ ...set, revision: skill.revision + 1, writeId, updatedAt: nowMs })
      .where(and(eq(skills.id, skill.id), eq(skills.revision, skill.revision), onlyIf)),
  );
}
