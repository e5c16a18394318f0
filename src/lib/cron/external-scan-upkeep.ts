/** Every quarter of an hour: ends leases that ran out, gives up on old asks, tells again what was never delivered. */
import { configuredScanners, pushScan } from "../external-scan-dispatch.ts";
import { listPendingScans, releaseExpiredScans, timeOutScans } from "../external-scan-store.ts";
import type { JobDetail } from "../operations/job-store.ts";

const MOST_ROWS = 500;
/** Told in one run; each may take the whole limit of a push. */
const MOST_PUSHES = 50;
/** The runtime keeps six connections open at once. */
const PUSHES_AT_ONCE = 5;

export async function keepExternalScans(nowMs: number): Promise<JobDetail> {
  const released = await releaseExpiredScans(MOST_ROWS, nowMs);
  const timedOut = await timeOutScans(MOST_ROWS, nowMs);
  const scanners = configuredScanners();
  const told = scanners.filter(({ url }) => url !== undefined).map(({ name }) => name);
  const pending = await listPendingScans(told, MOST_PUSHES);
  let pushed = 0;
  for (let start = 0; start < pending.length; start += PUSHES_AT_ONCE) {
    const group = pending.slice(start, start + PUSHES_AT_ONCE);
    const results = await Promise.all(group.map((scan) => pushScan(scan, scanners, nowMs)));
    pushed += results.filter(Boolean).length;
  }
  return { released, timedOut, pushed, notReached: pending.length - pushed };
}
