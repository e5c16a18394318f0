/** Accepts uploads: their content is pinned in the archive store before a row refers to it. */
import { createHash } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import { contentDigest } from "../../domain/digest.ts";
import { MANIFEST_NAME, parseManifest } from "../../domain/manifest.ts";
import { makeSlug } from "../../domain/slug.ts";
import { uploadSource } from "../../domain/source-ref.ts";
import { storeSkillContent } from "../contents/archive-store.ts";
import { commit, ledger } from "../db.ts";
import { insertChildren } from "../ledger/children.ts";
import { skills, skillVersions } from "../ledger/schema/skills.ts";
import { insertSubmission, requireSubmission } from "../ledger/submission-rows.ts";
import { drainAfterCommit } from "../outbox/outbox.ts";
import { currentLimits } from "../platform/current-limits.ts";
import { findBlock } from "../skills/blocklist-store.ts";
import type { CollectedSkill } from "../sources/collect-skills.ts";
import type { Upload } from "../sources/upload.ts";
import { accept, type IntakeResult, newSubmission, recordBlocked, subjectOf } from "./intake.ts";

export interface UploadSubmission {
  readonly owner: string;
  readonly submittedBy: string;
  readonly upload: Upload;
  /** The version of a skill whose SKILL.md has none. Not for an archive with several skills. */
  readonly requestedVersion?: string;
}

/** One skill becomes one submission; several become a parent, expanded at once, with one child each. */
export async function submitUpload(request: UploadSubmission, nowMs: number): Promise<IntakeResult> {
  const [skill, ...others] = request.upload.skills;
  if (skill === undefined) throw new Error("an upload without skills is refused by its reader");
  return others.length === 0 ? submitOne(request, skill, nowMs) : submitSeveral(request, nowMs);
}

async function submitOne(
  request: UploadSubmission,
  skill: CollectedSkill,
  nowMs: number,
): Promise<IntakeResult> {
  const digest = contentDigest(skill.files);
  const name = skillNameOf(skill);
  const published = await findPublished(request.owner, name, digest);
  if (published !== null) return { kind: "already-published", ...published };
  const row = { ...newUpload(request, skill, digest), skillName: name };
  const block = await findBlock({ ...subjectOf(row), skillName: name, digest });
  if (block !== null) return recordBlocked(row, block, nowMs);
  await storeSkillContent(digest, skill.files);
  return accept(row, nowMs);
}

async function submitSeveral(request: UploadSubmission, nowMs: number): Promise<IntakeResult> {
  const children = request.upload.skills.map((skill) => ({
    id: crypto.randomUUID(),
    path: skill.path,
    name: skillNameOf(skill),
    uploadDigest: contentDigest(skill.files),
    files: skill.files,
  }));
  await Promise.all(children.map(({ uploadDigest, files }) => storeSkillContent(uploadDigest, files)));
  const together = createHash("sha256").update(children.map(({ uploadDigest }) => uploadDigest).join("\n"));
  const rows = children.map(({ files: _, ...child }) => child);
  const parent = {
    ...newSubmission(uploadSource(request.owner), { submittedBy: request.submittedBy }),
    uploadDigest: `sha256:${together.digest("hex")}`,
    state: "EXPANDED" as const,
    reasonCode: "EXPANDED",
    reason: `This archive contains ${children.length} skills, submitted separately.`,
    details: JSON.stringify({ children: rows }),
    terminalAt: nowMs,
  };
  await commit([
    ...insertSubmission(parent, "submit", nowMs),
    ...insertChildren(parent, rows, { nowMs, guard: sql`TRUE` }),
  ]);
  await drainAfterCommit(nowMs);
  return { kind: "accepted", submission: await requireSubmission(parent.id) };
}

function newUpload(request: UploadSubmission, skill: CollectedSkill, digest: string) {
  const source = { ...uploadSource(request.owner), path: skill.path };
  const base = newSubmission(source, { submittedBy: request.submittedBy });
  return { ...base, uploadDigest: digest, requestedVersion: request.requestedVersion ?? null };
}

/** The name in the manifest, otherwise the folder's. The pipeline reports problems of the manifest. */
function skillNameOf(skill: CollectedSkill): string {
  const skillMd = skill.files.find(({ path }) => path === MANIFEST_NAME);
  const { manifest } = parseManifest(skillMd?.bytes ?? "", null, currentLimits());
  return manifest?.name ?? skill.path;
}

/** The live, unyanked version with this content. */
async function findPublished(owner: string, skill: string, digest: string) {
  const slug = makeSlug({ owner, repo: "uploads", skill });
  if (slug === null) return null;
  const found = await ledger()
    .select({ slug: skills.slug, version: skillVersions.version })
    .from(skillVersions)
    .innerJoin(skills, eq(skills.id, skillVersions.skillId))
    .where(
      and(
        eq(skills.slug, slug),
        eq(skills.status, "live"),
        eq(skillVersions.digest, digest),
        isNull(skillVersions.yankedAt),
      ),
    )
    .get();
  return found ?? null;
}
