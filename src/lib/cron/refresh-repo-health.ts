/** Every half hour: looks at the repositories that were looked at longest ago; stops when their host wants it to. */
import { getJobDetail, type JobDetail } from "../operations/job-store.ts";
import { listOldestRepoHealth, saveRepoHealth, watchNewRepositories } from "../repo-health-store.ts";
import { checkRepoHealth } from "../repos/repo-health-check.ts";

/** The name that the job's record must have: the next run reads there where this one stopped. */
export const REPO_HEALTH_JOB = "repo-health";

/** GitHub answers 60 questions an hour without a token; submissions need some of them. */
const MOST_CHECKS = 20;
const MOST_NEW_SKILLS = 1_000;
/** After so many failures in a row the host, or our way to it, is down: the rest would only become UNKNOWN too. */
const MOST_TROUBLES = 3;

export async function refreshRepoHealth(nowMs: number): Promise<JobDetail> {
  const before = Number((await getJobDetail(REPO_HEALTH_JOB)).lastSkillId ?? 0);
  const lastSkillId = await watchNewRepositories(before, MOST_NEW_SKILLS);
  let checked = 0;
  let troubles = 0;
  let stopped = "";
  for (const { repoUrl } of await listOldestRepoHealth(MOST_CHECKS)) {
    const { status, detail, host } = await checkRepoHealth(repoUrl, nowMs);
    await saveRepoHealth({ repoUrl, status, detail, checkedAt: nowMs });
    checked += 1;
    troubles = host === "trouble" ? troubles + 1 : 0;
    if (host === "limited" || troubles === MOST_TROUBLES) {
      stopped = detail;
      break;
    }
  }
  return { checked, stopped, lastSkillId };
}
