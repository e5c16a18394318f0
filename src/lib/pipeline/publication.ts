/** Publishing in the database: reads the skill of a slug, and writes a version in one batch. */
import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import semver from "semver";
import type { SkillManifest } from "../../domain/manifest.ts";
import type { FileEntry, InstallArchives } from "../../domain/skill-document.ts";
import type { SkillFile } from "../../domain/skill-file.ts";
import { parseSlug } from "../../domain/slug.ts";
import type { ScanReport } from "../../scan/report.ts";
import { searchRow } from "../catalogue/search-row.ts";
import { execute, ledger, statement } from "../db.ts";
import {
  type SkillRow,
  type SkillVersionRow,
  shortNames,
  skills,
  skillVersions,
} from "../ledger/schema/skills.ts";
import type { SubmissionRow } from "../ledger/schema/submissions.ts";
import { getSubmission } from "../ledger/submission-rows.ts";
import { taintReasonSql } from "../scans/external-scan-results.ts";
import { addFingerprints } from "../scans/fingerprints.ts";
import { isBlockedSql } from "../skills/blocklist-store.ts";
import { guardedSkillWrite, lockedSkillUpdate } from "../skills/guarded-skill-write.ts";

export interface FoundSkill {
  readonly skill: SkillRow;
  readonly versions: readonly SkillVersionRow[];
}

export async function findSkill(slug: string): Promise<FoundSkill | null> {
  const skill = await ledger().select().from(skills).where(eq(skills.slug, slug)).get();
  if (skill === undefined) return null;
  return {
    skill,
    versions: await ledger().select().from(skillVersions).where(eq(skillVersions.skillId, skill.id)),
  };
}

/** The npm name of a skill: `@owner/skill` for the first skill of that name, `@owner/repo.skill` for later ones. */
export async function claimPackageName(slug: string, nowMs: number): Promise<string> {
  const parts = parseSlug(slug);
  if (parts === null) throw new Error(`not a slug: ${slug}`);
  const name = `${parts.owner}/${parts.skill}`;
  await execute(
    statement(ledger().insert(shortNames).values({ name, slug, createdAt: nowMs }).onConflictDoNothing()),
  );
  const holder = await ledger().select().from(shortNames).where(eq(shortNames.name, name)).get();
  return holder?.slug === slug ? `@${name}` : `@${parts.owner}/${parts.repo}.${parts.skill}`;
}

export interface Publication {
  readonly submission: SubmissionRow;
  /** The skill as the caller read it; the batch fails if it has changed since. */
  readonly skill: FoundSkill | null;
  readonly slug: string;
  readonly version: string;
  readonly manifest: SkillManifest;
  readonly files: readonly SkillFile[];
  readonly report: ScanReport;
  readonly fingerprints: readonly number[];
  readonly archives: InstallArchives;
}

/**
 * Writes skill, version, search row, fingerprints and the outbox row of the KV document: all or none. `lost`: the
 * submission's state has changed. `again`: the skill has changed or was blocked in the meantime, so read it again.
 */
export async function writePublication(
  publication: Publication,
  nowMs: number,
): Promise<"written" | "again" | "lost"> {
  const { submission, slug } = publication;
  // Search shows the latest version: certifying an older one again must not change it.
  const isLatest = newest(publication.skill, publication.version) === publication.version;
  const { name } = publication.manifest;
  const isWritten = await guardedSkillWrite(
    {
      slug,
      change:
        publication.skill === null
          ? (writeId) => insertSkill(publication, writeId, nowMs)
          : updateSkill(publication, publication.skill, nowMs),
      dependents: (written) => [
        upsertVersion(publication, written, nowMs),
        ...(isLatest ? searchRow({ slug, name, files: publication.files }, written) : []),
        addFingerprints({ slug, fingerprints: publication.fingerprints, sinceMs: nowMs }, written),
      ],
    },
    nowMs,
  );
  if (isWritten) return "written";
  const fresh = await getSubmission(submission.id);
  return fresh?.rowVersion === submission.rowVersion ? "again" : "lost";
}

/** Checked inside the batch: the submission is still approved and no blocklist entry matches. */
function mayPublish({ submission, report }: Publication) {
  const { id, state, rowVersion, owner, sourceUrl, skillName } = submission;
  const blocked = isBlockedSql({ owner, sourceUrl, skillName, digest: report.digest });
  return sql`EXISTS (SELECT 1 FROM submissions WHERE id = ${id} AND state = ${state} AND version = ${rowVersion})
    AND NOT ${blocked}`;
}

function insertSkill(publication: Publication, writeId: string, nowMs: number) {
  const { submission, slug, manifest, version } = publication;
  return statement(sql`
    INSERT INTO skills (slug, source_url, skill_path, owner, repo, name, description, license, tags, category,
      latest_version, write_id, created_at, updated_at)
    SELECT ${slug}, ${submission.sourceUrl}, ${submission.folder}, ${submission.owner}, ${submission.repo},
      ${manifest.name}, ${manifest.description}, ${manifest.license}, ${JSON.stringify(tagsOf(manifest))},
      ${categoryOf(manifest)}, ${version}, ${writeId}, ${nowMs}, ${nowMs}
    WHERE ${mayPublish(publication)}`);
}

function updateSkill(publication: Publication, found: FoundSkill, nowMs: number) {
  const { manifest, version } = publication;
  const latest = newest(found, version);
  const described = {
    description: manifest.description,
    license: manifest.license,
    tags: JSON.stringify(tagsOf(manifest)),
    category: categoryOf(manifest),
  };
  const live = { latestVersion: latest, status: "live", statusReason: null } as const;
  const set = latest === version ? { ...described, ...live } : live;
  return lockedSkillUpdate({ seen: found.skill, set, onlyIf: mayPublish(publication) }, nowMs);
}

/** The highest version that is not yanked, if any; certifying an old version again does not make it the latest. */
function newest(seen: FoundSkill | null, version: string): string | null {
  const offered = (seen?.versions ?? [])
    .filter(({ yankedAt }) => yankedAt === null)
    .map((row) => row.version);
  const yanked = seen?.versions.some((row) => row.version === version && row.yankedAt !== null) ?? false;
  const candidates = yanked ? offered : [...offered, version];
  return semver.rsort(candidates)[0] ?? null;
}

function upsertVersion(publication: Publication, written: ReturnType<typeof sql>, nowMs: number) {
  const { submission, slug, version, files, report, archives } = publication;
  return statement(sql`
    INSERT INTO skill_versions (skill_id, version, digest, commit_sha, submission_id, verdict, score, engine,
      approved_by, tainted_reason, files, forms, published_at, certified_at)
    SELECT id, ${version}, ${report.digest}, ${submission.commitSha}, ${submission.id}, ${report.verdict},
      ${report.score}, ${report.engine}, ${approverOf(submission)}, ${taintReasonSql(report.digest)},
      ${JSON.stringify(files.map(fileEntry))}, ${JSON.stringify(archives)}, ${nowMs}, ${nowMs}
    FROM skills WHERE slug = ${slug} AND ${written}
    ON CONFLICT (skill_id, digest) DO UPDATE SET verdict = excluded.verdict, score = excluded.score,
      engine = excluded.engine, approved_by = excluded.approved_by, submission_id = excluded.submission_id,
      certified_at = excluded.certified_at`);
}

export function approverOf(submission: SubmissionRow): SkillVersionRow["approvedBy"] {
  if (submission.state === "VENDOR_APPROVED") return "vendor";
  return submission.reasonCode === "APPROVED_BY_REVIEW" ? "person" : "engine";
}

function fileEntry({ path, bytes, executable }: SkillFile): FileEntry {
  return {
    path,
    size: bytes.byteLength,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    executable,
  };
}

/** From `metadata.tags`, comma-separated, at most ten. */
function tagsOf({ metadata }: SkillManifest): string[] {
  const tags = (metadata.tags ?? "").split(",").map((tag) => tag.trim().toLowerCase());
  return [...new Set(tags.filter((tag) => /^[a-z0-9][a-z0-9 -]{0,29}$/.test(tag)))].slice(0, 10);
}

function categoryOf({ metadata }: SkillManifest): string {
  const category = (metadata.category ?? "").trim().toLowerCase();
  return /^[a-z][a-z-]{1,29}$/.test(category) ? category : "other";
}
