/** Every hour: checks the repositories that were checked longest ago, and stops when their host limits requests. */
import { getJobDetail, type JobDetail } from "../operations/job-store.ts";
import { listOldestRepoHealth, saveRepoHealth, watchNewRepositories } from "../repo-health-store.ts";
import { checkRepoHealth } from "../repos/repo-health-check.ts";

/** Must be the job's recorded name: the next run continues from its record. */
export const REPO_HEALTH_JOB = "repo-health";

/** GitHub allows 60 requests an hour without a token, and submissions need some of them. */
const MAX_CHECKS = 20;
const MAX_NEW_SKILLS = 1_000;
/** After this many failures in a row the host or the network is down, and every other check would also be UNKNOWN. */
const MAX_FAILURES = 3;

export async function refreshRepoHealth(nowMs: number): Promise<JobDetail> {
  const before = Number((await getJobDetail(REPO_HEALTH_JOB)).lastSkillId ?? 0);
  const lastSkillId = await watchNewRepositories(before, MAX_NEW_SKILLS);
  let checked = 0;
  let failures = 0;
  let stopped = "";
  for (const { repoUrl } of await listOldestRepoHealth(MAX_CHECKS)) {
    const { status, detail, host } = await checkRepoHealth(repoUrl, nowMs);
    await saveRepoHealth({ repoUrl, status, detail, checkedAt: nowMs });
    checked += 1;
    failures = host === "unreachable" ? failures + 1 : 0;
    if (host === "limited" || failures === MAX_FAILURES) {
      stopped = detail;
      break;
    }
  }
  return { checked, stopped, lastSkillId };
}
