/**
 * Asks outside scanners. The asking is recorded first and then made (L29): a scanner that cannot be reached finds
 * its request pending, is told again by cron, or pulls it. Never waits for a scanner's work.
 */
import { type ExternalScanner, readExternalScanners } from "../domain/external-scanners.ts";
import {
  claimScan,
  type ExternalScan,
  listExternalScans,
  recordScanRequests,
  returnScan,
} from "./external-scan-store.ts";
import { describeError, log } from "./platform/log.ts";
import { signDelivery } from "./scans/signed-delivery.ts";
import { getWorkerEnv, requireWorkerEnv } from "./worker-context.ts";

/** To take a request down is all that is asked within this time: an author's walk is waiting. */
const PUSH_LIMIT_MS = 3_000;
/** How long a scanner that was told may work before it is told again. */
const PUSHED_LEASE_MS = 60 * 60_000;

/** The scanners in the configuration; none when it is unset. A broken configuration throws. */
export function configuredScanners(): ExternalScanner[] {
  return readExternalScanners(getWorkerEnv()?.EXTERNAL_SCANNERS);
}

/** Records a request for each scanner and tells those that have an address. */
export async function requestExternalScans(digest: string, nowMs: number): Promise<void> {
  const scanners = configuredScanners();
  if (scanners.length === 0) return;
  await recordScanRequests(
    digest,
    scanners.map(({ name }) => name),
    nowMs,
  );
  const pending = (await listExternalScans(digest)).filter(({ status }) => status === "pending");
  await Promise.all(pending.map((scan) => pushScan(scan, scanners, nowMs)));
}

/**
 * Claims a scan for its provider and tells it; true when the provider took it. Claimed first, so that two pushes
 * at once tell it once; returned when nobody was reached, so that the next try does not wait for the lease.
 */
export async function pushScan(
  scan: ExternalScan,
  scanners: readonly ExternalScanner[],
  nowMs: number,
): Promise<boolean> {
  const url = scanners.find(({ name }) => name === scan.provider)?.url;
  if (url === undefined) return false;
  const by = `push:${crypto.randomUUID()}`;
  if ((await claimScan(scan.id, { by, leaseMs: PUSHED_LEASE_MS }, nowMs)) === null) return false;
  try {
    await tell(url, scan, nowMs);
    return true;
  } catch (error) {
    const { id, provider, digest } = scan;
    log("warn", "external_scan.not_told", { id, provider, digest, error: describeError(error) });
    await returnScan(id, by, nowMs);
    return false;
  }
}

/** Where the bytes of a scan are downloaded; relative where the platform does not know its own address. */
export function scanArchiveUrl(id: string): string {
  return `${requireWorkerEnv().PUBLIC_URL ?? ""}/api/v1/external-scans/${id}/archive`;
}

async function tell(url: string, { id, digest, provider }: ExternalScan, nowMs: number): Promise<void> {
  const body = new TextEncoder().encode(
    JSON.stringify({ id, digest, provider, archive: scanArchiveUrl(id) }),
  );
  const secret = requireWorkerEnv().WEBHOOK_SECRET;
  const signature = secret ? signDelivery(secret, { deliveryId: crypto.randomUUID(), body, nowMs }) : {};
  const response = await fetch(url, {
    method: "POST",
    // A redirect is an answer, not a place to carry the request to.
    redirect: "manual",
    headers: { "content-type": "application/json", "user-agent": "vskill-platform", ...signature },
    body,
    signal: AbortSignal.timeout(PUSH_LIMIT_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`answered ${response.status}`);
}
