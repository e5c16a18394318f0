/**
 * `POST /api/v1/webhooks/scan-results`: external scanners deliver results here. The signature is checked over the raw
 * bytes before they are parsed, so the route describes its body but the framework does not parse it.
 */
import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { decodeUtf8 } from "../../../domain/decode-text.ts";
import { scanResultSchema } from "../../../domain/external-scan-result.ts";
import { type ProblemCode, problem, Refusal } from "../../../domain/problem.ts";
import { createApi, errorResponse } from "../../../http/api-app.ts";
import type { AppEnv } from "../../../http/app-env.ts";
import { sendProblem } from "../../../http/problem-response.ts";
import { rateLimit } from "../../../http/rate-limit.ts";
import { readBody } from "../../../http/read-body.ts";
import { type RecordedResult, recordScanResult } from "../../../lib/scans/external-scan-results.ts";
import {
  DELIVERY_HEADER,
  SIGNATURE_HEADER,
  TIMESTAMP_HEADER,
  verifyDelivery,
} from "../../../lib/scans/signed-delivery.ts";
import { requireWorkerEnv } from "../../../lib/worker-context.ts";

export const webhooksApi = createApi();

const PATH = "/api/v1/webhooks/scan-results";
/** Enough for a result with the most findings; a database row may have 2 MB. */
const LARGEST_BODY_BYTES = 512 * 1024;

const resultResponse = z
  .object({ result: z.enum(["taken", "returned"]), taintedVersions: z.number() })
  .openapi("ScanResultResponse");

webhooksApi.openAPIRegistry.registerPath({
  method: "post",
  path: PATH,
  summary: "Deliver the signed result of an external scanner",
  description: `${SIGNATURE_HEADER} is \`sha256=\` and the hex of HMAC-SHA256, keyed with the shared secret, over \`<${TIMESTAMP_HEADER}>.<${DELIVERY_HEADER}>.<raw body>\`. The timestamp is in epoch seconds and at most five minutes off; each delivery id is accepted once.`,
  request: {
    headers: z.object({
      [SIGNATURE_HEADER]: z.string(),
      [TIMESTAMP_HEADER]: z.string(),
      [DELIVERY_HEADER]: z.string(),
    }),
    body: { required: true, content: { "application/json": { schema: scanResultSchema } } },
  },
  responses: {
    200: { description: "Accepted", content: { "application/json": { schema: resultResponse } } },
    400: errorResponse("Invalid result"),
    401: errorResponse("Invalid signature"),
    404: errorResponse("The scan was not requested"),
    408: errorResponse("The body took too long to arrive"),
    409: errorResponse("Already delivered"),
    413: errorResponse("Request too large"),
    429: errorResponse("Too many requests"),
    503: errorResponse("No secret is configured, or temporarily unavailable"),
  },
});

// Uses the limit for reads: a scanner with a backlog delivers faster than people write.
webhooksApi.post(PATH, rateLimit("read"), async (c) => {
  const secret = requireWorkerEnv().WEBHOOK_SECRET;
  if (secret === undefined || secret === "") return sendProblem(c, problem("WEBHOOK_OFF"));
  const body = await readBody(c, { maxBytes: LARGEST_BODY_BYTES });
  const nowMs = Date.now();
  const deliveryId = verifyDelivery(secret, { headers: c.req.raw.headers, body, nowMs });
  if (deliveryId === null) return sendProblem(c, problem("SIGNATURE_INVALID"));
  const result = scanResultSchema.safeParse(parseJson(body));
  if (!result.success) return sendProblem(c, problem("BAD_REQUEST", z.prettifyError(result.error)));
  return sendRecordedResult(c, await recordScanResult(result.data, deliveryId, nowMs));
});

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(decodeUtf8(body)?.replace(/^\ufeff/, "") ?? "");
  } catch {
    throw new Refusal("BAD_REQUEST", "The body is not valid JSON.");
  }
}

const refusals: Readonly<Record<Exclude<RecordedResult["kind"], "recorded" | "returned">, ProblemCode>> = {
  replayed: "DELIVERY_REPLAYED",
  "already-done": "SCAN_RESULT_KNOWN",
  "not-requested": "SCAN_NOT_REQUESTED",
};

function sendRecordedResult(c: Context<AppEnv>, recorded: RecordedResult): Response {
  if (recorded.kind === "recorded")
    return c.json({ result: "taken", taintedVersions: recorded.taintedVersions }, 200);
  if (recorded.kind === "returned") return c.json({ result: recorded.kind, taintedVersions: 0 }, 200);
  return sendProblem(c, problem(refusals[recorded.kind]));
}
