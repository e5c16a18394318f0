/**
 * Requests scans from external scanners. The request is recorded before it is pushed (L29): a scanner that cannot be
 * reached gets the pending request again from cron, or pulls it. Never waits for the scan itself.
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

/** Time for a scanner to accept a request. Short, because a pipeline run waits for it. */
const PUSH_LIMIT_MS = 3_000;
/** How long a scanner may work on a pushed request before it is pushed again. */
const PUSHED_LEASE_MS = 60 * 60_000;

/** The configured scanners; none when the setting is absent. An invalid setting throws. */
export function configuredScanners(): ExternalScanner[] {
  return readExternalScanners(getWorkerEnv()?.EXTERNAL_SCANNERS);
}

/** Records a request for each scanner and pushes it to those with an address. */
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
 * Claims a scan for its provider and pushes the request; true when the provider accepted it. Claiming first means
 * that two concurrent pushes send it once. The claim is returned when the push fails, so that the next attempt
 * does not wait for the lease.
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
    await push(url, scan, nowMs);
    return true;
  } catch (error) {
    const { id, provider, digest } = scan;
    log("warn", "external_scan.push_failed", { id, provider, digest, error: describeError(error) });
    await returnScan(id, by, nowMs);
    return false;
  }
}

/** The URL to download the content from; relative when the platform does not know its own public URL. */
export function scanArchiveUrl(id: string): string {
  return `${requireWorkerEnv().PUBLIC_URL ?? ""}/api/v1/external-scans/${id}/archive`;
}

async function push(url: string, { id, digest, provider }: ExternalScan, nowMs: number): Promise<void> {
  const body = new TextEncoder().encode(
    JSON.stringify({ id, digest, provider, archive: scanArchiveUrl(id) }),
  );
  const secret = requireWorkerEnv().WEBHOOK_SECRET;
  const signature = secret ? signDelivery(secret, { deliveryId: crypto.randomUUID(), body, nowMs }) : {};
  const response = await fetch(url, {
    method: "POST",
    // Redirects are not followed: the request must only reach the configured address.
    redirect: "manual",
    headers: { "content-type": "application/json", "user-agent": "vskill-platform", ...signature },
    body,
    signal: AbortSignal.timeout(PUSH_LIMIT_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`returned ${response.status}`);
}
