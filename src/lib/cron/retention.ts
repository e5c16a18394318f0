/** Every hour: deletes archives and reports whose retention period has ended. Bounded: each run continues where the last one stopped. */
import { sweepArchivePage } from "../contents/archive-sweep.ts";
import { getJobDetail, type JobDetail } from "../operations/job-store.ts";
import { requireWorkerEnv } from "../worker-context.ts";

/** Must be the job's recorded name: the next run continues from its record. */
export const RETENTION_JOB = "retention";

const DAY_MS = 24 * 60 * 60_000;
const DEFAULT_DAYS = 30;
const PAGE_SIZE = 200;
/** Objects listed in one run: 10,000, the store of about 3,000 skills. */
const MAX_PAGES = 50;
/** Checked after each page. Deleting a content takes about eight operations, and an invocation has a thousand. */
const MAX_DROPS = 50;

export async function applyRetention(nowMs: number): Promise<JobDetail> {
  const refusedBeforeMs = nowMs - retentionDays(requireWorkerEnv().RETENTION_DAYS) * DAY_MS;
  let after = String((await getJobDetail(RETENTION_JOB)).sweptTo ?? "");
  const total = { seen: 0, contentsDropped: 0, reportsDropped: 0 };
  for (let pages = 0; pages < MAX_PAGES && total.contentsDropped < MAX_DROPS; pages += 1) {
    const page = await sweepArchivePage({ after, refusedBeforeMs, nowMs, pageSize: PAGE_SIZE });
    after = page.after;
    total.seen += page.seen;
    total.contentsDropped += page.contentsDropped;
    total.reportsDropped += page.reportsDropped;
    if (after === "") break;
  }
  return { ...total, sweptTo: after };
}

/** Throws on anything but a positive integer: a typo must neither delete data early nor keep it forever (L47). */
export function retentionDays(text: string | undefined): number {
  if (text === undefined || text === "") return DEFAULT_DAYS;
  if (!/^[1-9][0-9]{0,4}$/.test(text))
    throw new Error(`RETENTION_DAYS is not a whole number above zero: ${text}`);
  return Number(text);
}
