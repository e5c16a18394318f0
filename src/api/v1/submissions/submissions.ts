/** `/api/v1/submissions`: submit a repository or an archive, and read the result. */
import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { problem } from "../../../domain/problem.ts";
import { publishingOwner } from "../../../domain/publisher.ts";
import { commonErrors, createApi, errorResponse, serve } from "../../../http/api-app.ts";
import type { AppEnv } from "../../../http/app-env.ts";
import { requireScope } from "../../../http/auth.ts";
import { sendProblem } from "../../../http/problem-response.ts";
import { rateLimit } from "../../../http/rate-limit.ts";
import { readUpload } from "../../../lib/sources/upload.ts";
import { type IntakeResult, submitRepository } from "../../../lib/submissions/intake.ts";
import { readSubmission } from "../../../lib/submissions/read.ts";
import { submitUpload } from "../../../lib/submissions/upload-intake.ts";

export const submissionsApi = createApi();

const submissionRequest = z
  .strictObject({
    repoUrl: z.string().min(1).max(2048),
    skillName: z.string().min(1).max(200).optional(),
    skillPath: z.string().max(500).optional(),
    email: z.email().max(254).optional(),
    source: z.string().max(100).optional(),
  })
  .openapi("SubmissionRequest");

const submissionResponse = z
  .looseObject({ id: z.string().optional(), state: z.string().optional() })
  .openapi("SubmissionResponse");

const responses = {
  200: { description: "Already submitted", content: { "application/json": { schema: submissionResponse } } },
  201: { description: "Accepted", content: { "application/json": { schema: submissionResponse } } },
  ...commonErrors,
  413: errorResponse("Request too large"),
  422: errorResponse("The source cannot be accepted"),
};

const submit = createRoute({
  method: "post",
  path: "/api/v1/submissions",
  summary: "Submit a repository or site",
  middleware: [rateLimit("write")] as const,
  request: { body: { required: true, content: { "application/json": { schema: submissionRequest } } } },
  responses,
});

serve(submissionsApi, submit, async (c) => {
  const { source: _, email, skillName, skillPath, repoUrl } = c.req.valid("json");
  const request = {
    repoUrl,
    submittedBy: c.get("caller").id,
    ...(skillName === undefined ? {} : { skillName }),
    ...(skillPath === undefined ? {} : { skillPath }),
    ...(email === undefined ? {} : { email }),
  };
  return sendIntakeResult(c, await submitRepository(request, Date.now()));
});

const upload = createRoute({
  method: "post",
  path: "/api/v1/submissions/upload",
  summary: "Submit an archive (tar.gz or zip), as multipart field `archive` or as the raw body",
  middleware: [requireScope("submit"), rateLimit("write")] as const,
  request: { query: z.strictObject({ owner: z.string().max(100).optional() }) },
  responses: {
    ...responses,
    403: errorResponse("The token lacks permission"),
    408: errorResponse("The upload took too long"),
    415: errorResponse("Unsupported archive format"),
  },
});

serve(submissionsApi, upload, async (c) => {
  const body = c.req.raw.body;
  if (body === null) return sendProblem(c, problem("UPLOAD_INVALID", "Send an archive as the request body."));
  const read = await readUpload(body, c.req.header("content-type") ?? "");
  const caller = c.get("caller");
  const publisher = publishingOwner(caller, c.req.valid("query").owner ?? read.fields.owner);
  if ("problem" in publisher) return sendProblem(c, publisher.problem);
  const submission = { owner: publisher.owner, submittedBy: caller.id, upload: read };
  return sendIntakeResult(c, await submitUpload(submission, Date.now()));
});

function sendIntakeResult(c: Context<AppEnv>, result: IntakeResult): Response {
  switch (result.kind) {
    case "accepted": {
      const { id, state, createdAt, skillName } = result.submission;
      c.header("Location", `/api/v1/submissions/${id}`);
      const created = new Date(createdAt).toISOString();
      return c.json({ id, submissionId: id, state, createdAt: created, skillName }, 201);
    }
    case "duplicate": {
      const { id, state } = result.submission;
      return c.json({ id, submissionId: id, state, duplicate: true }, 200);
    }
    case "already-published":
      return c.json(
        { alreadyVerified: true, skillId: result.slug, skillName: result.slug, version: result.version },
        200,
      );
    case "blocked":
      return c.json({ blocked: true, submissionId: result.submissionId }, 200);
    case "refused":
      return sendProblem(c, result.problem);
  }
}

const detail = createRoute({
  method: "get",
  path: "/api/v1/submissions/{id}",
  summary: "Get a submission with its history and findings",
  middleware: [rateLimit("read")] as const,
  request: { params: z.object({ id: z.string().min(1).max(64) }) },
  responses: {
    200: { description: "The submission", content: { "application/json": { schema: submissionResponse } } },
    ...commonErrors,
    404: errorResponse("Submission not found"),
  },
});

serve(submissionsApi, detail, async (c) => {
  const found = await readSubmission(c.req.valid("param").id);
  if (found === null) return sendProblem(c, problem("NOT_FOUND", "Submission not found."));
  c.header("Cache-Control", "no-store");
  return c.json(found, 200);
});
