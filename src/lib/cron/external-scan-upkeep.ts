/** Every ten minutes: ends expired leases, times out old requests, and pushes pending ones again. */

import { configuredScanners, pushScan } from "../external-scan-dispatch.ts";
import { listPendingScans, releaseExpiredScans, timeOutScans } from "../external-scan-store.ts";
import type { JobDetail } from "../operations/job-store.ts";
import { chunk } from "../platform/chunk.ts";

const MAX_ROWS = 500;
/** Pushes in one run; each may take the whole time limit of a push. */
const MAX_PUSHES = 50;
/** The runtime allows six open connections at a time. */
const PUSHES_AT_ONCE = 5;

export async function maintainExternalScans(nowMs: number): Promise<JobDetail> {
  const released = await releaseExpiredScans(MAX_ROWS, nowMs);
  const timedOut = await timeOutScans(MAX_ROWS, nowMs);
  const scanners = configuredScanners();
  const providers = scanners.filter(({ url }) => url !== undefined).map(({ name }) => name);
  const pending = await listPendingScans(providers, MAX_PUSHES);
  let pushed = 0;
  for (const group of chunk(pending, PUSHES_AT_ONCE)) {
    const results = await Promise.all(group.map((scan) => pushScan(scan, scanners, nowMs)));
    pushed += results.filter(Boolean).length;
  }
  return { released, timedOut, pushed, notReached: pending.length - pushed };
}
