/** Brings a small skill all the way to PUBLISHED inside the present run, and answers its rows. */
import type { SkillFile } from "../../src/domain/skill-file.ts";
import { requireSubmission } from "../../src/lib/ledger/submission-rows.ts";
import { processSubmission } from "../../src/lib/pipeline/process-submission.ts";
import { goodSkill, submitFiles } from "./skills.ts";

export async function publishNow(name: string, options: { owner?: string; files?: SkillFile[] } = {}) {
  const { owner = "acme", files = goodSkill(name) } = options;
  const result = await submitFiles(files, { owner });
  if (result.kind !== "accepted") throw new Error(`not accepted: ${result.kind}`);
  await processSubmission(result.submission.id);
  const { state, digest, skillSlug, reason } = await requireSubmission(result.submission.id);
  if (state !== "PUBLISHED" || digest === null || skillSlug === null)
    throw new Error(`not published: ${state} ${reason}`);
  return { id: result.submission.id, digest, slug: skillSlug };
}
