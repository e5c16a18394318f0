/**
 * RECEIVED: fetches the source and pins its content. Only the pinned bytes are scanned and published. A source with
 * several skills is split into one submission each.
 */
import { contentDigest } from "../../domain/digest.ts";
import { MANIFEST_NAME, parseManifest, type SkillManifest } from "../../domain/manifest.ts";
import { problem, Refusal } from "../../domain/problem.ts";
import { readSelector, type SkillSelector } from "../../domain/skill-selector.ts";
import type { SourceRef } from "../../domain/source-ref.ts";
import { loadSkillContent, storeSkillContent } from "../contents/archive-store.ts";
import { isUniqueViolation } from "../db.ts";
import type { SubmissionRow } from "../ledger/schema/submissions.ts";
import { currentLimits } from "../platform/current-limits.ts";
import { blockedReason, findBlock } from "../skills/blocklist-store.ts";
import type { CollectedSkill } from "../sources/collect-skills.ts";
import {
  type DiscoveredSource,
  discoverAndFetch,
  type FetchedSource,
  fetchSource,
} from "../sources/fetch-source.ts";
import type { ListedSkill } from "../sources/list-skills.ts";
import { expand } from "./expand.ts";
import { advance, type PipelineRun, reject, type Step, type StepOutcome } from "./step.ts";

export const fetchAndPin: Step = async (submission, run) => {
  if (submission.sourceKind === "upload") return pinUpload(submission, run);
  const select = readSelector(submission.skillPath);
  const ref = sourceOf(submission, select);
  if (submission.parentId !== null)
    return pinFetched(submission, await fetchChild(submission, ref, select), run);
  if (select.kind === "root") return pinFetched(submission, await fetchSource(ref, { select }), run);
  const { discovered, fetched } = await discoverAndFetch(ref, chooseOne);
  if (fetched === null) return expand(submission, discovered, run);
  return pinFetched(submission, fetched, run);
};

/** The skill in exactly the submitted folder, or the source's only one. */
function chooseOne({ ref, skills }: DiscoveredSource): ListedSkill | undefined {
  const exact = skills.find(({ path }) => path !== "" && path === ref.path);
  return exact ?? (skills.length === 1 ? skills[0] : undefined);
}

/** A child uses the parent's source at the parent's commit, without resolving anything again. */
function fetchChild(
  submission: SubmissionRow,
  ref: SourceRef,
  select: SkillSelector,
): Promise<FetchedSource> {
  const pinned = submission.sourceKind === "github" && submission.sourceRef !== "";
  return fetchSource(ref, { select, ...(pinned ? { commit: submission.sourceRef } : {}) });
}

function pinFetched(
  submission: SubmissionRow,
  fetched: FetchedSource,
  run: PipelineRun,
): Promise<StepOutcome> {
  const [skill] = fetched.skills;
  if (skill === undefined) throw new Refusal("NO_SKILL_FOUND");
  const { url: sourceUrl, owner, repo } = fetched.ref;
  return pin(submission, { skill, identity: { sourceUrl, owner, repo, commitSha: fetched.commit } }, run);
}

/** The bytes of an upload were pinned when it was accepted. */
async function pinUpload(submission: SubmissionRow, run: PipelineRun): Promise<StepOutcome> {
  const files = await loadSkillContent(submission.uploadDigest);
  if (files === null) throw new Refusal("CONTENT_GONE");
  const { sourceUrl, owner, repo } = submission;
  const skill = { path: submission.skillPath, folder: null, files, notes: [] };
  return pin(submission, { skill, identity: { sourceUrl, owner, repo, commitSha: null } }, run);
}

interface PinnedSkill {
  readonly skill: CollectedSkill;
  readonly identity: Pick<SubmissionRow, "sourceUrl" | "owner" | "repo" | "commitSha">;
}

async function pin(
  submission: SubmissionRow,
  { skill, identity }: PinnedSkill,
  run: PipelineRun,
): Promise<StepOutcome> {
  const { manifest, warnings } = requireManifest(skill);
  const digest = contentDigest(skill.files);
  const { owner, sourceUrl } = identity;
  const block = await findBlock({ owner, sourceUrl, skillName: manifest.name, digest });
  if (block !== null) return advance(submission, { to: "BLOCKED", reason: blockedReason(block) }, run);
  await storeSkillContent(digest, skill.files);
  run.remember(digest, skill.files);
  const details = JSON.stringify({ warnings, notes: skill.notes });
  const set = { ...identity, digest, folder: skill.path, skillName: manifest.name, details };
  try {
    return await advance(submission, { to: "TIER1_SCANNING", set }, run);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return reject(submission, problem("DUPLICATE_SUBMISSION"), run);
  }
}

/** Throws MANIFEST_INVALID with all problems at once. */
function requireManifest(skill: CollectedSkill): { manifest: SkillManifest; warnings: readonly unknown[] } {
  const skillMd = skill.files.find(({ path }) => path === MANIFEST_NAME);
  if (skillMd === undefined) throw new Refusal("NO_SKILL_FOUND");
  const { manifest, problems } = parseManifest(skillMd.bytes, skill.folder, currentLimits());
  if (manifest === null) throw new Refusal("MANIFEST_INVALID", undefined, { problems });
  return { manifest, warnings: problems };
}

function sourceOf(submission: SubmissionRow, select: SkillSelector): SourceRef {
  const { sourceKind: kind, sourceUrl: url, owner, repo, sourceRef } = submission;
  const path = select.kind === "path" ? select.path : "";
  return { kind, url, owner, repo, ref: sourceRef === "" ? null : sourceRef, path };
}
