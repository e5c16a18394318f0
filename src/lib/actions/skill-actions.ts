/** Actions on published skills: yank and restore a version, take a skill down and restore it. */
import { and, eq, not, sql } from "drizzle-orm";
import semver from "semver";
import type { SkillFile } from "../../domain/skill-file.ts";
import { dropSearchRow, searchRow } from "../catalogue/search-row.ts";
import { loadSkillContent } from "../contents/archive-store.ts";
import { ledger, statement } from "../db.ts";
import { auditEntry } from "../ledger/audit-log.ts";
import { type SkillRow, type SkillVersionRow, skills, skillVersions } from "../ledger/schema/skills.ts";
import { type SubmissionRow, submissions } from "../ledger/schema/submissions.ts";
import { transition } from "../ledger/transition.ts";
import { drainAfterCommit } from "../outbox/outbox.ts";
import { isSkillBlockedSql } from "../skills/blocklist-store.ts";
import { guardedSkillWrite, lockedSkillUpdate } from "../skills/guarded-skill-write.ts";
import { type ActionResult, type By, done, type Refused, refused } from "./action.ts";

export interface VersionRef {
  readonly slug: string;
  readonly version: string;
}

export interface ByRole extends By {
  readonly role: "owner" | "operator";
}

/** A yanked version is no longer offered, but can still be installed by its exact version. */
export function yankVersion(ref: VersionRef, by: ByRole, nowMs: number): Promise<ActionResult> {
  return changeVersion(ref, { change: "yank", by, nowMs });
}

export function restoreVersion(ref: VersionRef, by: ByRole, nowMs: number): Promise<ActionResult> {
  return changeVersion(ref, { change: "restore", by, nowMs });
}

interface VersionChange {
  readonly change: "yank" | "restore";
  readonly by: ByRole;
  readonly nowMs: number;
}

async function changeVersion(
  { slug, version }: VersionRef,
  { change, by: { role, ...by }, nowMs }: VersionChange,
): Promise<ActionResult> {
  const skill = await find(slug, "live");
  if (skill === null) return refused("NOT_FOUND", "Skill not found.");
  const rows = await ledger().select().from(skillVersions).where(eq(skillVersions.skillId, skill.id));
  const row = rows.find((candidate) => candidate.version === version);
  if (row === undefined) return refused("NOT_FOUND", "Version not found.");
  const yanks = change === "yank";
  const refusal = yanks ? refuseYank(row, role) : refuseRestore(row, role);
  if (refusal !== null) return refusal;
  const latestVersion = highest(rows.filter((other) => (other === row ? !yanks : other.yankedAt === null)));
  const set = yanks
    ? { yankedAt: nowMs, yankedReason: by.reason, yankedBy: role }
    : { yankedAt: null, yankedReason: null, yankedBy: null };
  const subject = `${slug}@${version}`;
  const isWritten = await guardedSkillWrite(
    {
      slug,
      change: lockedSkillUpdate({ seen: skill, set: { latestVersion } }, nowMs),
      dependents: (written) => [
        statement(
          ledger()
            .update(skillVersions)
            .set(set)
            .where(and(eq(skillVersions.id, row.id), written)),
        ),
        auditEntry({ ...by, action: `version.${change}`, subject }, nowMs, written),
      ],
    },
    nowMs,
  );
  if (!isWritten) return refused("CONFLICT");
  await drainAfterCommit(nowMs);
  return done;
}

/** An operator may yank what the owner has yanked: from then on the owner cannot restore it. */
function refuseYank({ yankedAt, yankedBy }: SkillVersionRow, role: ByRole["role"]): Refused | null {
  const takesOver = role === "operator" && yankedBy === "owner";
  return yankedAt === null || takesOver ? null : refused("CONFLICT", "This version is already yanked.");
}

function refuseRestore({ yankedAt, yankedBy }: SkillVersionRow, role: ByRole["role"]): Refused | null {
  if (yankedAt === null) return refused("CONFLICT", "This version is not yanked.");
  return role === "owner" && yankedBy === "operator" ? refused("FORBIDDEN", YANKED_BY_OPERATOR) : null;
}

const YANKED_BY_OPERATOR =
  "An operator yanked this version, and only an operator can restore it. To appeal, use /report.";

function highest(rows: readonly { readonly version: string }[]): string | null {
  return semver.rsort(rows.map(({ version }) => version))[0] ?? null;
}

/** Removes a skill from the live skills and from search in one batch, and from KV right after. */
export async function takeDownSkill(slug: string, by: By, nowMs: number): Promise<ActionResult> {
  const skill = await find(slug, "live");
  if (skill === null) return refused("NOT_FOUND", "Skill not found.");
  const set = { status: "taken_down", statusReason: by.reason } as const;
  const isWritten = await guardedSkillWrite(
    {
      slug,
      change: lockedSkillUpdate({ seen: skill, set }, nowMs),
      dependents: (written) => [
        ...dropSearchRow(slug, written),
        auditEntry({ ...by, action: "skill.take-down", subject: slug }, nowMs, written),
      ],
    },
    nowMs,
  );
  if (!isWritten) return refused("CONFLICT");
  await blockItsSubmissions(slug, by, nowMs);
  await drainAfterCommit(nowMs);
  return done;
}

/**
 * Puts a skill back as it was: yanked versions stay yanked, tainted ones tainted. The batch itself checks the blocklist. An
 * entry added at the same time is either seen by that check, or its own takedown finds the skill live again.
 */
export async function restoreSkill(slug: string, by: By, nowMs: number): Promise<ActionResult> {
  const skill = await find(slug, "taken_down");
  if (skill === null) return refused("NOT_FOUND", "No removed skill has this name.");
  const files = await loadShownContent(skill);
  if (files === null) return refused("CONTENT_GONE");
  const set = { status: "live", statusReason: null } as const;
  const onlyIf = not(isSkillBlockedSql(skill.id));
  const isWritten = await guardedSkillWrite(
    {
      slug,
      change: lockedSkillUpdate({ seen: skill, set, onlyIf }, nowMs),
      dependents: (written) => [
        ...searchRow({ slug, name: skill.name, files }, written),
        auditEntry({ ...by, action: "skill.restore", subject: slug }, nowMs, written),
      ],
    },
    nowMs,
  );
  if (!isWritten) return (await isBlocked(skill)) ? refused("CONFLICT", STILL_BLOCKED) : refused("CONFLICT");
  await publishItsSubmissions(slug, by, nowMs);
  await drainAfterCommit(nowMs);
  return done;
}

/** The files of the latest version, or of the highest one if all are yanked; null when they are no longer stored. */
async function loadShownContent(skill: SkillRow): Promise<SkillFile[] | null> {
  const rows = await ledger().select().from(skillVersions).where(eq(skillVersions.skillId, skill.id));
  const shown = skill.latestVersion ?? highest(rows);
  const digest = rows.find((row) => row.version === shown)?.digest;
  return digest === undefined ? null : loadSkillContent(digest);
}

const STILL_BLOCKED = "The blocklist still matches this skill. Remove every matching entry first.";

async function isBlocked(skill: SkillRow): Promise<boolean> {
  const found = await ledger()
    .select({ id: skills.id })
    .from(skills)
    .where(and(eq(skills.id, skill.id), isSkillBlockedSql(skill.id)));
  return found.length > 0;
}

/** The submissions that published the skill show its takedown. Losing a race here changes nothing about the skill. */
async function blockItsSubmissions(slug: string, by: By, nowMs: number): Promise<void> {
  const reason = { code: TAKEN_DOWN, text: by.reason };
  for (const seen of await itsSubmissions(slug, "PUBLISHED")) {
    await transition({ seen, to: "BLOCKED", trigger: "take-down", actor: by.actor, reason }, nowMs);
  }
}

/** Only while the skill is live: another takedown may have happened in between. */
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
