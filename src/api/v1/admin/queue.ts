/** `/api/v1/admin`: the queue, its dead letters, and the audit log. */
import { createRoute, z } from "@hono/zod-openapi";
import { problem } from "../../../domain/problem.ts";
import { createApi, jsonBody, jsonResponse, serve, wholeNumber } from "../../../http/api-app.ts";
import { sendProblem } from "../../../http/problem-response.ts";
import { requeueSubmission } from "../../../lib/actions/submission-actions.ts";
import { listAuditLog } from "../../../lib/ledger/audit-log.ts";
import { claimReplay, getDeadLetter, listDeadLetters } from "../../../lib/operations/dead-letter-store.ts";
import { LONGEST_PAUSE_MS, pauseQueue } from "../../../lib/operations/pause-store.ts";
import { getQueueStatus } from "../../../lib/operations/queue-status.ts";
import { migrateSkillSlugs } from "../../../lib/submission-store.ts";
import { resumeAfterPause } from "../../../lib/submissions/recovery.ts";
import {
  actorOf,
  adminErrors,
  adminReads,
  adminWrites,
  idParams,
  okBody,
  reason,
  reasonBody,
  sendActionResult,
} from "./action.ts";

export const adminQueueApi = createApi();

const limitQuery = wholeNumber(1, 500, 100);

const status = createRoute({
  method: "get",
  path: "/api/v1/admin/queue",
  summary: "Queue status",
  middleware: adminReads,
  responses: {
    ...adminErrors,
    200: jsonResponse(
      z.looseObject({
        waiting: z.number(),
        stuck: z.number(),
        oldestWaitingMs: z.number().nullable(),
        finishedLastHour: z.number(),
        outboxPending: z.number(),
      }),
      "Now",
    ),
  },
});

serve(adminQueueApi, status, async (c) => {
  c.header("Cache-Control", "no-store");
  return c.json(await getQueueStatus(Date.now()));
});

const pause = createRoute({
  method: "post",
  path: "/api/v1/admin/queue/pause",
  summary: "Pause the queue for a limited time",
  middleware: adminWrites,
  request: {
    body: jsonBody(
      z.strictObject({
        reason,
        minutes: z
          .number()
          .int()
          .min(1)
          .max(LONGEST_PAUSE_MS / 60_000)
          .default(60),
      }),
    ),
  },
  responses: { ...adminErrors, 200: okBody },
});

serve(adminQueueApi, pause, async (c) => {
  const { reason: why, minutes } = c.req.valid("json");
  const row = await pauseQueue({ ...actorOf(c, why), durationMs: minutes * 60_000 }, Date.now());
  return c.json({ ok: true, until: new Date(row.expiresAt).toISOString() });
});

const resume = createRoute({
  method: "post",
  path: "/api/v1/admin/queue/resume",
  summary: "Resume the queue",
  middleware: adminWrites,
  request: { body: reasonBody },
  responses: { ...adminErrors, 200: okBody },
});

serve(adminQueueApi, resume, async (c) => {
  await resumeAfterPause(c.get("caller").id, c.req.valid("json").reason, Date.now());
  return c.json({ ok: true });
});

const letters = createRoute({
  method: "get",
  path: "/api/v1/admin/dead-letters",
  summary: "List dead letters: messages that ran out of retries",
  middleware: adminReads,
  request: { query: z.strictObject({ all: z.enum(["true", "false"]).default("false"), limit: limitQuery }) },
  responses: {
    ...adminErrors,
    200: jsonResponse(z.object({ deadLetters: z.array(z.looseObject({ id: z.string() })) }), "Newest first"),
  },
});

serve(adminQueueApi, letters, async (c) => {
  const { all, limit } = c.req.valid("query");
  c.header("Cache-Control", "no-store");
  return c.json({ deadLetters: await listDeadLetters(all === "true" ? "all" : "waiting", limit) });
});

const replay = createRoute({
  method: "post",
  path: "/api/v1/admin/dead-letters/{id}/replay",
  summary: "Replay a dead letter: requeue its submission",
  middleware: adminWrites,
  request: { params: idParams, body: reasonBody },
  responses: { ...adminErrors, 200: okBody },
});

serve(adminQueueApi, replay, async (c) => {
  const { id } = c.req.valid("param");
  const letter = await getDeadLetter(id);
  if (letter === null || letter.submissionId === null)
    return sendProblem(c, problem("NOT_FOUND", "Unknown message, or a message without a submission."));
  if (letter.replayedAt !== null) return sendProblem(c, problem("CONFLICT", "Already replayed."));
  const nowMs = Date.now();
  const result = await requeueSubmission(letter.submissionId, actorOf(c, c.req.valid("json").reason), nowMs);
  // Marked last: a message whose replay failed keeps waiting.
  if (result.kind === "done") await claimReplay(id, c.get("caller").id, nowMs);
  return sendActionResult(c, result);
});

const audit = createRoute({
  method: "get",
  path: "/api/v1/admin/audit-log",
  summary: "Audit log of manual actions",
  middleware: adminReads,
  request: { query: z.strictObject({ limit: limitQuery }) },
  responses: {
    ...adminErrors,
    200: jsonResponse(
      z.object({
        entries: z.array(z.looseObject({ id: z.number(), actor: z.string(), action: z.string() })),
      }),
      "Newest first",
    ),
  },
});

serve(adminQueueApi, audit, async (c) => {
  c.header("Cache-Control", "no-store");
  return c.json({ entries: await listAuditLog(c.req.valid("query").limit) });
});

const migrate = createRoute({
  method: "post",
  path: "/api/v1/admin/migrate-slugs",
  summary: "Migrate flat slugs to owner/repo/skill",
  middleware: adminWrites,
  request: { body: jsonBody(z.strictObject({ dryRun: z.boolean().default(true) })) },
  responses: {
    ...adminErrors,
    200: jsonResponse(
      z.looseObject({ dryRun: z.boolean(), migrated: z.array(z.unknown()), refused: z.array(z.unknown()) }),
      "The slugs that were, or would be, migrated",
    ),
  },
});

serve(adminQueueApi, migrate, async (c) => c.json(await migrateSkillSlugs(c.req.valid("json"))));
