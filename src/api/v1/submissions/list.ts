/** `/api/v1/submissions` as lists and counts, and the skills of a source before they are submitted. */
import { createRoute, z } from "@hono/zod-openapi";
import { githubWebHost, parseSourceUrl } from "../../../domain/source-ref.ts";
import { SUBMISSION_STATES } from "../../../domain/submission.ts";
import {
  commonErrors,
  createApi,
  errorResponse,
  jsonBody,
  jsonResponse,
  serve,
  wholeNumber,
} from "../../../http/api-app.ts";
import { NO_CACHE, sendJson } from "../../../http/cached-response.ts";
import { discoverForClient } from "../../../http/discover.ts";
import { sendProblem } from "../../../http/problem-response.ts";
import { rateLimit } from "../../../http/rate-limit.ts";
import { discoveryStatuses } from "../../../lib/submissions/discovery-status.ts";
import { getSubmissionStats, listSubmissions, SUBMISSION_SORTS } from "../../../lib/submissions/list.ts";
import { requireWorkerEnv } from "../../../lib/worker-context.ts";

export const submissionListApi = createApi();

const submissionSummary = z
  .looseObject({
    id: z.string(),
    submissionId: z.string(),
    state: z.enum(SUBMISSION_STATES),
    status: z.enum(SUBMISSION_STATES),
    skillName: z.string(),
    repoUrl: z.string(),
    updatedAt: z.string(),
  })
  .openapi("SubmissionSummary");

const list = createRoute({
  method: "get",
  path: "/api/v1/submissions",
  summary: "List submissions",
  middleware: [rateLimit("read")] as const,
  request: {
    query: z.strictObject({
      state: z.enum(SUBMISSION_STATES).optional(),
      repoUrl: z.string().min(1).max(2048).optional(),
      q: z.string().min(1).max(100).optional(),
      sort: z.enum(SUBMISSION_SORTS).default("newest"),
      limit: wholeNumber(1, 100, 20),
      offset: wholeNumber(0, 1_000_000, 0),
    }),
  },
  responses: {
    ...commonErrors,
    304: { description: "Not modified" },
    200: jsonResponse(
      z.object({ submissions: z.array(submissionSummary), total: z.number() }).openapi("SubmissionList"),
      "One page",
    ),
  },
});

serve(submissionListApi, list, async (c) => {
  const { repoUrl, ...filter } = c.req.valid("query");
  const page = await listSubmissions({ ...filter, repoUrl: repoUrl && normalUrl(repoUrl) });
  return sendJson(c, page, { cacheControl: NO_CACHE });
});

/** The database has one spelling of each source. A text that is not a source is used as it is and matches nothing. */
function normalUrl(text: string): string {
  const parsed = parseSourceUrl(text, { githubHost: githubWebHost(requireWorkerEnv().GITHUB_API_URL) });
  return parsed.ok && !text.startsWith("upload:") ? parsed.source.url : text;
}

const stats = createRoute({
  method: "get",
  path: "/api/v1/submissions/stats",
  summary: "Count submissions by state",
  middleware: [rateLimit("read")] as const,
  responses: {
    ...commonErrors,
    304: { description: "Not modified" },
    200: jsonResponse(
      z
        .object({
          total: z.number(),
          active: z.number(),
          published: z.number(),
          rejected: z.number(),
          blocked: z.number(),
          review: z.number(),
          withdrawn: z.number(),
          byState: z.record(z.string(), z.number()),
          generatedAt: z.string(),
          degraded: z.boolean(),
        })
        .openapi("SubmissionStats"),
      "Counted now",
    ),
  },
});

serve(submissionListApi, stats, async (c) => {
  const { generatedAt, ...numbers } = await getSubmissionStats(Date.now());
  // The time in the body does not count: a response with the same numbers keeps its ETag.
  const etagSource = JSON.stringify(numbers);
  return sendJson(
    c,
    { ...numbers, generatedAt },
    { cacheControl: NO_CACHE, degraded: numbers.degraded, etagSource },
  );
});

const discover = createRoute({
  method: "post",
  path: "/api/v1/submissions/discover",
  summary: "List the skills of a repository or site without submitting them",
  middleware: [rateLimit("write")] as const,
  request: { body: jsonBody(z.strictObject({ repoUrl: z.string().min(1).max(2048) })) },
  responses: {
    ...commonErrors,
    413: errorResponse("Request too large"),
    422: errorResponse("The source cannot be read; `error` is the reason"),
    200: jsonResponse(
      z
        .object({
          repoUrl: z.string(),
          commit: z.string().nullable(),
          skills: z.array(
            z.looseObject({
              path: z.string(),
              name: z.string().nullable(),
              description: z.string().nullable(),
              plugin: z.string().nullable(),
              status: z.enum(["new", "pending", "published", "rejected", "blocked"]),
            }),
          ),
          count: z.number(),
        })
        .openapi("DiscoveredSkills"),
      "The skills that were found",
    ),
  },
});

serve(submissionListApi, discover, async (c) => {
  const host = githubWebHost(requireWorkerEnv().GITHUB_API_URL);
  const parsed = parseSourceUrl(c.req.valid("json").repoUrl, { githubHost: host });
  if (!parsed.ok) return sendProblem(c, parsed.problem);
  const { commit, ref, skills } = await discoverForClient(c, parsed.source);
  const statuses = await discoveryStatuses(ref, skills);
  const listed = skills.map((skill, index) => ({ ...skill, status: statuses[index] ?? "new" }));
  return c.json({ repoUrl: ref.url, commit, skills: listed, count: listed.length });
});
