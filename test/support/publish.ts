/** Publishes skills inside workerd, through the real walk. */
import { env } from "cloudflare:test";
import type { SkillFile } from "../../src/domain/skill-file.ts";
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
