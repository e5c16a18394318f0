/** `/api/v1/admin/suppressions`: adds, lists and revokes suppressions of findings. */
import { createRoute, z } from "@hono/zod-openapi";
import { newSuppressionSchema } from "../../../domain/suppression.ts";
import { createApi, jsonBody, jsonResponse, pageQuery, serve } from "../../../http/api-app.ts";
import { sendProblem } from "../../../http/problem-response.ts";
import { addSuppression, revokeSuppression } from "../../../lib/actions/suppression-actions.ts";
import { countSuppressions, listSuppressions } from "../../../lib/scans/suppression-store.ts";
import { suppressionView } from "../skills/security.ts";
import {
  actorOf,
  adminErrors,
  adminReads,
  adminWrites,
  idParams,
  okBody,
  reasonBody,
  sendActionResult,
} from "./action.ts";

export const adminSuppressionsApi = createApi();

const recorded = suppressionView
  .extend({
    createdAt: z.number(),
    revokedAt: z.number().nullable(),
    revokedBy: z.string().nullable(),
  })
  .openapi("RecordedSuppression");

const list = createRoute({
  method: "get",
  path: "/api/v1/admin/suppressions",
  summary: "List suppressions of findings, with revoked and expired ones",
  middleware: adminReads,
  request: { query: z.strictObject(pageQuery(50, 100)) },
  responses: {
    ...adminErrors,
    200: jsonResponse(z.object({ suppressions: z.array(recorded), total: z.number() }), "Newest first"),
  },
});

serve(adminSuppressionsApi, list, async (c) => {
  const { page, limit } = c.req.valid("query");
  const [suppressions, total] = await Promise.all([
    listSuppressions(limit, (page - 1) * limit),
    countSuppressions(),
  ]);
  c.header("Cache-Control", "no-store");
  return c.json({ suppressions, total });
});

const add = createRoute({
  method: "post",
  path: "/api/v1/admin/suppressions",
  summary:
    "Suppress the findings of one rule in one content until a date; re-scan its submission to apply it",
  middleware: adminWrites,
  request: { body: jsonBody(newSuppressionSchema.openapi("NewSuppression")) },
  responses: {
    ...adminErrors,
    201: jsonResponse(z.object({ ok: z.literal(true), id: z.string() }), "Added and recorded"),
  },
});

serve(adminSuppressionsApi, add, async (c) => {
  const result = await addSuppression(c.req.valid("json"), c.get("caller").id, Date.now());
  if (result.kind === "refused") return sendProblem(c, result.problem);
  return c.json({ ok: true, id: result.suppression.id }, 201);
});

const revoke = createRoute({
  method: "delete",
  path: "/api/v1/admin/suppressions/{id}",
  summary: "Revoke a suppression; a published version keeps its verdict until it is scanned again",
  middleware: adminWrites,
  request: { params: idParams, body: reasonBody },
  responses: { ...adminErrors, 200: okBody },
});

serve(adminSuppressionsApi, revoke, async (c) => {
  const who = actorOf(c, c.req.valid("json").reason);
  return sendActionResult(c, await revokeSuppression(c.req.valid("param").id, who, Date.now()));
});
