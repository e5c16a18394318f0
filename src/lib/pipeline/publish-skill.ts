/**
 * AUTO_APPROVED, VENDOR_APPROVED: makes the approved content a version of a skill. Skill, version and search row in
 * one guarded batch; then the read models; then the state. Repeated after a death at any point, it finds its own
 * version by its digest and takes no second number.
 */
import { MANIFEST_NAME, parseManifest, type SkillManifest } from "../../domain/manifest.ts";
import { chooseVersion } from "../../domain/next-version.ts";
import { problem, Refusal } from "../../domain/problem.ts";
import type { SkillFile } from "../../domain/skill-file.ts";
import { makeSlug } from "../../domain/slug.ts";
import { storeNpmArchive, storeSkillContent } from "../contents/archive-store.ts";
import { storeSkillView } from "../contents/skill-view-store.ts";
import { isUniqueViolation } from "../db.ts";
import type { SkillVersionRow, SubmissionRow } from "../ledger/schema.ts";
import { wasUnblocked } from "../ledger/submission-rows.ts";
import { drainAfterCommit } from "../outbox/outbox.ts";
import { currentLimits } from "../platform/current-limits.ts";
import { fingerprintsOf } from "../scans/fingerprints.ts";
import { getOwnersReport } from "../scans/registry-findings-store.ts";
import { blockedReason, findBlock } from "../skills/blocklist-store.ts";
import {
  claimPackageName,
  type FoundSkill,
  findSkill,
  type Publication,
  writePublication,
} from "./publication.ts";
import { requireDigest } from "./require-digest.ts";
import { advance, reject, type Step, type StepOutcome, type Walk } from "./step.ts";

/** Two versions of one skill may be published at once; the one that comes second looks again. */
const TRIES = 5;

export const publishSkill: Step = async (submission, walk) => {
  const digest = requireDigest(submission);
  const { owner, sourceUrl, skillName } = submission;
  const block = await findBlock({ owner, sourceUrl, skillName, digest });
  if (block !== null) return advance(submission, "BLOCKED", walk, { reason: blockedReason(block) });
  const report = await getOwnersReport(owner, digest);
  if (report === null || !report.complete) return reject(submission, problem("SCAN_MISSING"), walk);
  const files = await walk.files(digest);
  const manifest = requireManifest(files);
  const slug = makeSlug({ owner, repo: submission.repo, skill: manifest.name });
  if (slug === null) throw new Refusal("MANIFEST_INVALID");
  const marks = await fingerprintsOf(files);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const skill = await findSkill(slug);
    const refused = await refusalOf(skill, submission, slug);
    if (refused !== null) return reject(submission, refused, walk);
    const declared = manifest.version ?? submission.requestedVersion;
    const version = versionFor(skill, digest, declared);
    if (version.kind === "not-newer") return reject(submission, notNewer(declared, version.latest), walk);
    const forms = await makeForms({
      digest,
      files,
      manifest,
      slug,
      version: version.version,
      nowMs: walk.now(),
    });
    const found = { submission, skill, slug, manifest, files, report, marks };
    const publication = { ...found, forms, version: version.version };
    const written = await tryToWrite(publication, walk);
    if (written === "again") continue;
    if (written === "lost") return { kind: "lost" };
    return finish(submission, slug, version.version, walk);
  }
  throw new Refusal("UNAVAILABLE", "Too many versions of this skill are being published at once.");
};

/** Read models before the published state: who sees PUBLISHED finds the skill. */
async function finish(
  submission: SubmissionRow,
  slug: string,
  version: string,
  walk: Walk,
): Promise<StepOutcome> {
  await drainAfterCommit(walk.now(), { kinds: ["skill-document"], key: slug });
  return advance(submission, "PUBLISHED", walk, {
    reason: { code: "PUBLISHED", text: `Published as ${slug}@${version}.` },
    set: { skillSlug: slug, skillVersion: version },
  });
}

function requireManifest(files: readonly SkillFile[]): SkillManifest {
  const skillMd = files.find(({ path }) => path === MANIFEST_NAME);
  const { manifest } = parseManifest(skillMd?.bytes ?? "", null, currentLimits());
  if (manifest === null) throw new Refusal("MANIFEST_INVALID");
  return manifest;
}

/** A slug belongs to one source; one that was taken down stays down until a person has unblocked this submission. */
async function refusalOf(found: FoundSkill | null, submission: SubmissionRow, slug: string) {
  if (found === null) return null;
  if (found.skill.sourceUrl !== submission.sourceUrl || found.skill.skillPath !== submission.folder) {
    return problem(
      "SLUG_TAKEN",
      `${slug} belongs to ${found.skill.sourceUrl} (${found.skill.skillPath || "its root"}); give this skill another name.`,
    );
  }
  if (found.skill.status === "live" || (await wasUnblocked(submission.id))) return null;
  return problem("SKILL_TAKEN_DOWN");
}

/** Content that is a version already keeps its number. */
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
    `This is called version ${declared}, but ${latest} is published with other content. Raise the version, or leave it out to have it raised for you.`,
  );
}

interface FormsOf {
  readonly digest: string;
  readonly files: readonly SkillFile[];
  readonly manifest: SkillManifest;
  readonly slug: string;
  readonly version: string;
  readonly nowMs: number;
}

async function makeForms({ digest, files, manifest, slug, version, nowMs }: FormsOf) {
  const { tarGz, zip } = await storeSkillContent(digest, files);
  await storeSkillView(digest, files);
  const packageName = await claimPackageName(slug, nowMs);
  const { name: skillName, description, license } = manifest;
  const about = { packageName, version, skillName, description, ...(license === null ? {} : { license }) };
  return { tarGz, zip, npm: { ...(await storeNpmArchive(digest, files, about)), packageName } };
}

async function tryToWrite(publication: Publication, walk: Walk): Promise<"written" | "again" | "lost"> {
  try {
    return await writePublication(publication, walk.now());
  } catch (error) {
    if (isUniqueViolation(error)) return "again";
    throw error;
  }
}
