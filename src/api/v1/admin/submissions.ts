/** `/api/v1/admin/submissions/{id}/…`: decisions on one submission. Its submitter can also withdraw it. */
import { createRoute, z } from "@hono/zod-openapi";
import { problem } from "../../../domain/problem.ts";
import { createApi, jsonBody, serve } from "../../../http/api-app.ts";
import { hasScope, requireToken } from "../../../http/auth.ts";
import { sendProblem } from "../../../http/problem-response.ts";
import { rateLimit } from "../../../http/rate-limit.ts";
import type { ActionResult, ReviewDecision } from "../../../lib/actions/action.ts";
import {
  approveSubmission,
  rejectSubmission,
  requeueSubmission,
  rescanSubmission,
  unblockSubmission,
  withdrawSubmission,
} from "../../../lib/actions/submission-actions.ts";
import { getSubmission } from "../../../lib/ledger/submission-rows.ts";
import { actorOf, adminErrors, adminWrites, idParams, okBody, reason, sendActionResult } from "./action.ts";

export const adminSubmissionsApi = createApi();

type Act = (id: string, decision: ReviewDecision, nowMs: number) => Promise<ActionResult>;

const actions: readonly (readonly [name: string, summary: string, act: Act])[] = [
  ["approve", "Approve a submission", approveSubmission],
  ["reject", "Reject a submission, with a reason for its author", rejectSubmission],
  ["requeue", "Requeue a submission now", requeueSubmission],
  ["rescan", "Re-scan a submission from the start", rescanSubmission],
  ["unblock", "Unblock a submission and process it again", unblockSubmission],
];

for (const [name, summary, act] of actions) {
  const route = createRoute({
    method: "post",
    path: `/api/v1/admin/submissions/{id}/${name}`,
    summary,
    middleware: adminWrites,
    request: {
      params: idParams,
      /** `version`: the row version that the reviewer saw. Of two concurrent decisions only one succeeds (L09). */
      body: jsonBody(z.strictObject({ reason, version: z.number().int().positive().optional() })),
    },
    responses: { ...adminErrors, 200: okBody },
  });
  serve(adminSubmissionsApi, route, async (c) => {
    const { reason: why, version } = c.req.valid("json");
    return sendActionResult(
      c,
      await act(c.req.valid("param").id, { ...actorOf(c, why), seenVersion: version }, Date.now()),
    );
  });
}

const withdraw = createRoute({
  method: "post",
  path: "/api/v1/submissions/{id}/withdraw",
  summary: "Withdraw your own submission before it is published",
  middleware: [requireToken, rateLimit("write")] as const,
  request: { params: idParams, body: jsonBody(z.strictObject({ reason })) },
  responses: { ...adminErrors, 200: okBody },
});

serve(adminSubmissionsApi, withdraw, async (c) => {
  const { id } = c.req.valid("param");
  const caller = c.get("caller");
  const submission = await getSubmission(id);
  if (submission === null) return sendProblem(c, problem("NOT_FOUND", "Submission not found."));
  if (submission.submittedBy !== caller.id && !hasScope(caller, "admin"))
    return sendProblem(c, problem("FORBIDDEN", "Only the submitter can withdraw a submission."));
  return sendActionResult(
    c,
    await withdrawSubmission(id, actorOf(c, c.req.valid("json").reason), Date.now()),
  );
});
