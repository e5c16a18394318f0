/** Publishes skills inside workerd, through the real pipeline. A test that moves the clock uses `TestPlatform`. */
import { env } from "cloudflare:test";
import type { SkillFile } from "../../src/domain/skill-file.ts";
import type { CloudflareEnv } from "../../src/env.ts";
import { requireSubmission } from "../../src/lib/ledger/submission-rows.ts";
import { processSubmission } from "../../src/lib/pipeline/process-submission.ts";
import { runWithWorkerEnv } from "../../src/lib/worker-context.ts";
import { acceptedId, goodSkill, submitFiles } from "./skills.ts";

/** `over` replaces bindings and settings for this run. */
export const inRun = <T>(fn: () => Promise<T>, over?: Partial<CloudflareEnv>): Promise<T> =>
  runWithWorkerEnv(over === undefined ? env : { ...env, ...over }, fn);

/** Returns the submission's id. Fails the test unless it was accepted. */
export async function publish(files: SkillFile[], owner = "acme"): Promise<string> {
  return inRun(async () => {
    const id = acceptedId(await submitFiles(files, { owner }));
    await processSubmission(id);
    return id;
  });
}

export const publishGood = (
  name: string,
  options: { body?: string; version?: string; owner?: string } = {},
) => publish(goodSkill(name, options), options.owner);

/** The same inside the current `inRun`. Fails unless the skill was published. */
export async function publishNow(name: string, options: { owner?: string; files?: SkillFile[] } = {}) {
  const { owner = "acme", files = goodSkill(name) } = options;
  const id = acceptedId(await submitFiles(files, { owner }));
  await processSubmission(id);
  const { state, digest, skillSlug, reason } = await requireSubmission(id);
  if (state !== "PUBLISHED" || digest === null || skillSlug === null)
    throw new Error(`not published: ${state} ${reason}`);
  return { id, digest, slug: skillSlug };
}
