/** Publishes skills inside workerd, through the real pipeline. A test that moves the clock uses `TestPlatform`. */
import { env } from "cloudflare:test";
import type { SkillFile } from "../../src/domain/skill-file.ts";
import { requireSubmission } from "../../src/lib/ledger/submission-rows.ts";
import { processSubmission } from "../../src/lib/pipeline/process-submission.ts";
import { runWithWorkerEnv } from "../../src/lib/worker-context.ts";
import { goodSkill, submitFiles } from "./skills.ts";

export const inRun = <T>(fn: () => Promise<T>): Promise<T> => runWithWorkerEnv(env, fn);

/** Answers the submission's id; fails the test unless it was accepted. */
export async function publish(files: SkillFile[], owner = "acme"): Promise<string> {
  return inRun(async () => {
    const result = await submitFiles(files, { owner });
    if (result.kind !== "accepted") throw new Error(`${result.kind}: ${JSON.stringify(result)}`);
    await processSubmission(result.submission.id);
    return result.submission.id;
  });
}

export const publishGood = (
  name: string,
  options: { body?: string; version?: string; owner?: string } = {},
) => publish(goodSkill(name, options), options.owner);

/** The same inside the present run, to PUBLISHED; answers its rows. */
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
