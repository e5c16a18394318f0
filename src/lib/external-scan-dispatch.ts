/** Asks outside scanners: the asking is recorded first, then made; what cannot be reached stays pending (L29). */
import { z } from "zod";
import { recordScanRequest } from "./external-scan-store.ts";
import { describeError, log } from "./log.ts";
import { getWorkerEnv } from "./worker-context.ts";

const PUSH_LIMIT_MS = 5_000;

const scannerSchema = z.object({
  name: z.string().regex(/^[a-z0-9-]{1,40}$/),
  /** Where to push a request; without it the scanner pulls its work. */
  url: z.url().optional(),
});
export type ExternalScanner = z.infer<typeof scannerSchema>;

/** The scanners in the configuration; none when it is unset. A broken configuration throws: it is not "none". */
export function configuredScanners(): ExternalScanner[] {
  const text = getWorkerEnv()?.EXTERNAL_SCANNERS;
  return text === undefined || text === "" ? [] : z.array(scannerSchema).parse(JSON.parse(text));
}

/** Records a request for each scanner and tells those that have an address; never waits for their work. */
export async function requestExternalScans(digest: string, nowMs: number): Promise<void> {
  const scanners = configuredScanners();
  await Promise.all(scanners.map(({ name }) => recordScanRequest(digest, name, nowMs)));
  await Promise.all(scanners.map((scanner) => tell(scanner, digest)));
}

async function tell({ name, url }: ExternalScanner, digest: string): Promise<void> {
  if (url === undefined) return;
  try {
    const response = await fetch(url, {
      method: "POST",
      redirect: "error",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ digest, provider: name }),
      signal: AbortSignal.timeout(PUSH_LIMIT_MS),
    });
    if (!response.ok) throw new Error(`answered ${response.status}`);
  } catch (error) {
    log("warn", "external_scan.not_told", { provider: name, digest, error: describeError(error) });
  }
}
