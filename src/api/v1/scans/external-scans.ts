/** `/api/v1/external-scans`: scanners that pull list their scans here, claim them and download the content. */
import { createRoute, z } from "@hono/zod-openapi";
import { providerNameSchema } from "../../../domain/external-scanners.ts";
import { problem } from "../../../domain/problem.ts";
import { createApi, errorResponse, serve, wholeNumber } from "../../../http/api-app.ts";
import { requireScope } from "../../../http/auth.ts";
import { sendProblem } from "../../../http/problem-response.ts";
import { rateLimit } from "../../../http/rate-limit.ts";
import { openArchive } from "../../../lib/contents/archive-store.ts";
import { scanArchiveUrl } from "../../../lib/external-scan-dispatch.ts";
import {
  claimScan,
  type ExternalScan,
  getExternalScan,
  listClaimableScans,
} from "../../../lib/external-scan-store.ts";

export const externalScansApi = createApi();

const DEFAULT_LEASE_SECONDS = 15 * 60;
/** A worker that needs longer for one skill counts as dead. */
const LONGEST_LEASE_SECONDS = 60 * 60;

const scanBody = z
  .object({
    id: z.string(),
    digest: z.string(),
    provider: z.string(),
    /** The URL of the content to scan, for the same token. */
    archive: z.string(),
    releases: z.number(),
    requestedAt: z.string(),
    leaseUntil: z.string().nullable(),
  })
  .openapi("ExternalScan");

const params = z.object({ id: z.string().min(1).max(64) });
const guarded = [requireScope("scan"), rateLimit("read")];
const refusals = {
  400: errorResponse("Invalid request"),
  401: errorResponse("Authentication required"),
  403: errorResponse("The token lacks the scope `scan`"),
  429: errorResponse("Too many requests"),
  503: errorResponse("Temporarily unavailable; retry after `Retry-After`"),
};

const pending = createRoute({
  method: "get",
  path: "/api/v1/external-scans/pending",
  summary: "List the scans that a provider can claim, oldest first",
  middleware: guarded,
  request: {
    query: z.strictObject({
      provider: providerNameSchema,
      limit: wholeNumber(1, 100, 20),
    }),
  },
  responses: {
    ...refusals,
    200: {
      description: "The scans",
      content: { "application/json": { schema: z.object({ scans: z.array(scanBody) }) } },
    },
  },
});

serve(externalScansApi, pending, async (c) => {
  const { provider, limit } = c.req.valid("query");
  const scans = await listClaimableScans(provider, limit, Date.now());
  c.header("Cache-Control", "no-store");
  return c.json({ scans: scans.map(toBody) });
});

const claim = createRoute({
  method: "post",
  path: "/api/v1/external-scans/{id}/claim",
  summary: "Claim a scan for a limited time",
  middleware: guarded,
  request: {
    params,
    query: z.strictObject({
      leaseSeconds: wholeNumber(30, LONGEST_LEASE_SECONDS, DEFAULT_LEASE_SECONDS),
    }),
  },
  responses: {
    ...refusals,
    200: { description: "Claimed", content: { "application/json": { schema: scanBody } } },
    404: errorResponse("Scan not found"),
    409: errorResponse("The scan has ended or is claimed by another worker"),
  },
});

serve(externalScansApi, claim, async (c) => {
  const { id } = c.req.valid("param");
  const leaseMs = c.req.valid("query").leaseSeconds * 1000;
  const claimed = await claimScan(id, { by: c.get("caller").id, leaseMs }, Date.now());
  if (claimed !== null) return c.json(toBody(claimed));
  const known = await getExternalScan(id);
  return sendProblem(c, problem(known === null ? "SCAN_NOT_REQUESTED" : "SCAN_NOT_FREE"));
});

const archive = createRoute({
  method: "get",
  path: "/api/v1/external-scans/{id}/archive",
  summary: "Download the content to scan as tar.gz; it may be malicious",
  middleware: guarded,
  request: { params },
  responses: {
    ...refusals,
    200: { description: "The archive", content: { "application/gzip": { schema: z.string() } } },
    404: errorResponse("Scan not found"),
    410: errorResponse("The content was deleted"),
  },
});

serve(externalScansApi, archive, async (c) => {
  const scan = await getExternalScan(c.req.valid("param").id);
  if (scan === null) return sendProblem(c, problem("SCAN_NOT_REQUESTED"));
  const object = await openArchive(scan.digest, "skill.tar.gz");
  if (object === null) return sendProblem(c, problem("CONTENT_GONE"));
  return c.body(object.body, 200, {
    "Content-Type": "application/gzip",
    "Content-Length": String(object.size),
    "Content-Disposition": 'attachment; filename="skill.tar.gz"',
    "Cache-Control": "private, no-store",
  });
});

function toBody({ id, digest, provider, releases, requestedAt, leaseUntil }: ExternalScan) {
  return {
    id,
    digest,
    provider,
    archive: scanArchiveUrl(id),
    releases,
    requestedAt: new Date(requestedAt).toISOString(),
    leaseUntil: leaseUntil === 0 ? null : new Date(leaseUntil).toISOString(),
  };
}
