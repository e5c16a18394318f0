/** `/api/v1/reports`: anyone may report a skill or appeal a verdict; operators read and close reports. */
import { createRoute, z } from "@hono/zod-openapi";
import { problem } from "../../../domain/problem.ts";
import {
  commonErrors,
  createApi,
  errorResponse,
  jsonBody,
  jsonResponse,
  serve,
  wholeNumber,
} from "../../../http/api-app.ts";
import { requireScope } from "../../../http/auth.ts";
import { sendProblem } from "../../../http/problem-response.ts";
import { rateLimit } from "../../../http/rate-limit.ts";
import { REPORT_KINDS } from "../../../lib/ledger/schema/skills.ts";
import { addReport, closeReport, listReports } from "../../../lib/skills/abuse-report-store.ts";

export const reportsApi = createApi();

const add = createRoute({
  method: "post",
  path: "/api/v1/reports",
  summary: "Report a skill or appeal a verdict",
  middleware: [rateLimit("write")] as const,
  request: {
    body: jsonBody(
      z.strictObject({
        skill: z.string().min(1).max(300),
        version: z.string().max(100).optional(),
        kind: z.enum(REPORT_KINDS),
        message: z.string().trim().min(10).max(5000),
        contact: z.email().max(254).optional(),
      }),
    ),
  },
  responses: {
    ...commonErrors,
    413: errorResponse("Request too large"),
    201: jsonResponse(z.object({ ok: z.literal(true), id: z.string() }), "Taken"),
  },
});

serve(reportsApi, add, async (c) => {
  const { skill, version = null, kind, message, contact = null } = c.req.valid("json");
  const report = {
    slug: skill.toLowerCase(),
    version,
    kind,
    message,
    contact,
    reportedBy: c.get("caller").id,
  };
  return c.json({ ok: true, id: await addReport(report, Date.now()) }, 201);
});

const reportView = z.looseObject({ id: z.string(), slug: z.string(), kind: z.string(), status: z.string() });

const list = createRoute({
  method: "get",
  path: "/api/v1/admin/reports",
  summary: "List abuse reports, newest first",
  middleware: [requireScope("admin"), rateLimit("read")] as const,
  request: {
    query: z.strictObject({
      status: z.enum(["open", "closed"]).default("open"),
      limit: wholeNumber(1, 100, 50),
      offset: wholeNumber(0, 1_000_000, 0),
    }),
  },
  responses: {
    ...commonErrors,
    403: errorResponse("The token lacks permission"),
    200: jsonResponse(z.object({ reports: z.array(reportView) }), "One page"),
  },
});

serve(reportsApi, list, async (c) => {
  const { status, limit, offset } = c.req.valid("query");
  c.header("Cache-Control", "no-store");
  return c.json({ reports: await listReports(status, limit, offset) });
});

const close = createRoute({
  method: "post",
  path: "/api/v1/admin/reports/{id}/close",
  summary: "Close an abuse report",
  middleware: [requireScope("admin"), rateLimit("write")] as const,
  request: {
    params: z.object({ id: z.string().min(1).max(64) }),
    body: jsonBody(z.strictObject({ reason: z.string().trim().min(1).max(2000) })),
  },
  responses: {
    ...commonErrors,
    403: errorResponse("The token lacks permission"),
    404: errorResponse("No open report with this id"),
    200: jsonResponse(z.object({ ok: z.literal(true) }), "Closed"),
  },
});

serve(reportsApi, close, async (c) => {
  const { id } = c.req.valid("param");
  const done = await closeReport(
    id,
    { actor: c.get("caller").id, reason: c.req.valid("json").reason },
    Date.now(),
  );
  if (!done) return sendProblem(c, problem("NOT_FOUND", "No open report with this id."));
  return c.json({ ok: true });
});
