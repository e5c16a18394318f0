/**
 * AUTO_APPROVED, VENDOR_APPROVED: publishes the approved content as a version of a skill. One guarded batch writes the
 * skill, the version and the search row; then the read models follow, then the state. Idempotent: a repeated run finds
 * its own version by the digest and does not create a second one.
 */
import { whyNotPublishable } from "../../domain/decision.ts";
import { MANIFEST_NAME, parseManifest, type SkillManifest } from "../../domain/manifest.ts";
import { chooseVersion } from "../../domain/next-version.ts";
import { problem, Refusal } from "../../domain/problem.ts";
import type { SkillFile } from "../../domain/skill-file.ts";
import { makeSlug } from "../../domain/slug.ts";
import { storeNpmArchive, storeSkillContent } from "../contents/archive-store.ts";
import { storeSkillView } from "../contents/skill-view-store.ts";
import { isUniqueViolation } from "../db.ts";
import type { SkillVersionRow } from "../ledger/schema/skills.ts";
import type { SubmissionRow } from "../ledger/schema/submissions.ts";
import { wasUnblocked } from "../ledger/submission-rows.ts";
import { drainAfterCommit } from "../outbox/outbox.ts";
import { currentLimits } from "../platform/current-limits.ts";
import { fingerprintsOf } from "../scans/fingerprints.ts";
import { getOwnersReport } from "../scans/registry-findings-store.ts";
import { effectiveReport } from "../scans/suppression-store.ts";
import { blockedReason, findBlock } from "../skills/blocklist-store.ts";
import {
  approverOf,
  claimPackageName,
  type FoundSkill,
  findSkill,
  type Publication,
  writePublication,
} from "./publication.ts";
import { advance, type PipelineRun, reject, requireDigest, type Step, type StepOutcome } from "./step.ts";

/** Two versions of one skill may be published at once; the loser of that race reads the skill again and retries. */
const TRIES = 5;

export const publishSkill: Step = async (submission, run) => {
  const digest = requireDigest(submission);
  const { owner, sourceUrl, skillName } = submission;
  const block = await findBlock({ owner, sourceUrl, skillName, digest });
  if (block !== null) return advance(submission, { to: "BLOCKED", reason: blockedReason(block) }, run);
  const scanned = await getOwnersReport(owner, digest);
  if (scanned === null) return reject(submission, problem("SCAN_MISSING"), run);
  const report = await effectiveReport(scanned, run.now());
  const unpublishable = whyNotPublishable(report, approverOf(submission));
  if (unpublishable !== null) return reject(submission, unpublishable, run);
  const files = await run.files(digest);
  const manifest = requireManifest(files);
  const slug = makeSlug({ owner, repo: submission.repo, skill: manifest.name });
  if (slug === null) throw new Refusal("MANIFEST_INVALID");
  const fingerprints = await fingerprintsOf(files);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const skill = await findSkill(slug);
    const refused = await refusalOf(skill, submission, slug);
    if (refused !== null) return reject(submission, refused, run);
    const declared = manifest.version ?? submission.requestedVersion;
    const version = versionFor(skill, digest, declared);
    if (version.kind === "not-newer") return reject(submission, notNewer(declared, version.latest), run);
    const archives = await makeArchives({
      digest,
      files,
      manifest,
      slug,
      version: version.version,
      nowMs: run.now(),
    });
    const found = { submission, skill, slug, manifest, files, report, fingerprints };
    const publication = { ...found, archives, version: version.version };
    const written = await tryToWrite(publication, run);
    if (written === "again") continue;
    if (written === "lost") return { kind: "lost" };
    return finish(submission, { slug, version: version.version }, run);
  }
  throw new Refusal("UNAVAILABLE", "Too many versions of this skill are being published at once.");
};

/** Writes the KV document before the state PUBLISHED, so that a client that sees PUBLISHED also finds the skill. */
async function finish(
  submission: SubmissionRow,
  { slug, version }: { readonly slug: string; readonly version: string },
  run: PipelineRun,
): Promise<StepOutcome> {
  await drainAfterCommit(run.now(), { kinds: ["skill-document"], key: slug });
  const reason = { code: "PUBLISHED", text: `Published as ${slug}@${version}.` };
  return advance(
    submission,
    { to: "PUBLISHED", reason, set: { skillSlug: slug, skillVersion: version } },
    run,
  );
}

function requireManifest(files: readonly SkillFile[]): SkillManifest {
  const skillMd = files.find(({ path }) => path === MANIFEST_NAME);
  const { manifest } = parseManifest(skillMd?.bytes ?? "", null, currentLimits());
  if (manifest === null) throw new Refusal("MANIFEST_INVALID");
  return manifest;
}

/** A slug belongs to one source. A removed skill stays removed until an admin unblocks this submission. */
async function refusalOf(found: FoundSkill | null, submission: SubmissionRow, slug: string) {
  if (found === null) return null;
  if (found.skill.sourceUrl !== submission.sourceUrl || found.skill.skillPath !== submission.folder) {
    return problem(
      "SLUG_TAKEN",
      `${slug} belongs to ${found.skill.sourceUrl} (${found.skill.skillPath || "root folder"}). Give this skill another name.`,
    );
  }
  if (found.skill.status === "live" || (await wasUnblocked(submission.id))) return null;
  return problem("SKILL_TAKEN_DOWN");
}

/** Content that is already published keeps its version. */
function versionFor(found: FoundSkill | null, digest: string, declared: string | null) {
  const versions: readonly SkillVersionRow[] = found?.versions ?? [];
  const same = versions.find((version) => version.digest === digest);
  if (same !== undefined) return { kind: "version" as const, version: same.version };
  return chooseVersion(
    declared,
    versions.map(({ version }) => version),
  );
}

function notNewer(declared: string | null, latest: string) {
  return problem(
    "VERSION_NOT_NEWER",
    `The version is ${declared}, but ${latest} is already published with different content. Raise the version, or leave it out and it is incremented automatically.`,
  );
}

interface ArchivesOf {
  readonly digest: string;
  readonly files: readonly SkillFile[];
  readonly manifest: SkillManifest;
  readonly slug: string;
  readonly version: string;
  readonly nowMs: number;
}

async function makeArchives({ digest, files, manifest, slug, version, nowMs }: ArchivesOf) {
  const { tarGz, zip } = await storeSkillContent(digest, files);
  await storeSkillView(digest, files);
  const packageName = await claimPackageName(slug, nowMs);
  const { name: skillName, description, license } = manifest;
  const about = { packageName, version, skillName, description, ...(license === null ? {} : { license }) };
  return { tarGz, zip, npm: { ...(await storeNpmArchive(digest, files, about)), packageName } };
}

async function tryToWrite(publication: Publication, run: PipelineRun): Promise<"written" | "again" | "lost"> {
  try {
    return await writePublication(publication, run.now());
  } catch (error) {
    if (isUniqueViolation(error)) return "again";
    throw error;
  }
}
