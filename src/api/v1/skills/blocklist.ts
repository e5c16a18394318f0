/** `/api/v1/blocklist`: the blocklist, and checks of a skill against it. */
import { createRoute, z } from "@hono/zod-openapi";
import { type BlockFields, entryMayMatch } from "../../../domain/blocklist.ts";
import { parseSlug } from "../../../domain/slug.ts";
import { githubWebHost, parseSourceUrl } from "../../../domain/source-ref.ts";
import { commonErrors, createApi, jsonResponse, serve } from "../../../http/api-app.ts";
import { sendJson } from "../../../http/cached-response.ts";
import { rateLimit } from "../../../http/rate-limit.ts";
import { type BlocklistEntry, listBlocklist } from "../../../lib/skills/blocklist-store.ts";
import { findRejection, findVersionTaint } from "../../../lib/submissions/verdict-lookup.ts";
import { requireWorkerEnv } from "../../../lib/worker-context.ts";

export const blocklistApi = createApi();

const entrySchema = z
  .object({
    id: z.string(),
    skillName: z.string().nullable(),
    sourceUrl: z.string().nullable(),
    sourceRegistry: z.string(),
    owner: z.string().nullable(),
    contentHash: z.string().nullable(),
    threatType: z.string(),
    severity: z.string(),
    reason: z.string(),
    evidenceUrls: z.array(z.string()),
    discoveredAt: z.string(),
  })
  .openapi("BlocklistEntry");

function view(entry: BlocklistEntry): z.infer<typeof entrySchema> {
  return {
    id: entry.id,
    skillName: entry.skillName,
    sourceUrl: entry.sourceUrl,
    sourceRegistry: "vskill",
    owner: entry.owner,
    contentHash: entry.digest,
    threatType: entry.threatType,
    severity: entry.severity,
    reason: entry.reason,
    evidenceUrls: z.array(z.string()).parse(JSON.parse(entry.evidence)),
    discoveredAt: new Date(entry.createdAt).toISOString(),
  };
}

const list = createRoute({
  method: "get",
  path: "/api/v1/blocklist",
  summary: "List active entries",
  middleware: [rateLimit("read")] as const,
  responses: {
    ...commonErrors,
    304: { description: "Not modified" },
    200: jsonResponse(
      z.object({ entries: z.array(entrySchema), count: z.number(), lastUpdated: z.string().nullable() }),
      "Newest first",
    ),
  },
});

serve(blocklistApi, list, async (c) => {
  const entries = (await listBlocklist()).map(view);
  return sendJson(c, { entries, count: entries.length, lastUpdated: entries[0]?.discoveredAt ?? null });
});

const check = createRoute({
  method: "get",
  path: "/api/v1/blocklist/check",
  summary: "Check whether a skill is blocked, rejected or tainted",
  middleware: [rateLimit("read")] as const,
  request: {
    query: z
      .strictObject({
        name: z.string().min(1).max(300).optional(),
        repoUrl: z.string().min(1).max(2048).optional(),
        hash: z.string().min(1).max(100).optional(),
      })
      .refine(
        ({ name, repoUrl, hash }) => name ?? repoUrl ?? hash,
        "requires at least one of name, repoUrl, hash",
      ),
  },
  responses: {
    ...commonErrors,
    200: jsonResponse(
      z.object({
        blocked: z.boolean(),
        entry: entrySchema.optional(),
        rejected: z.boolean(),
        rejection: z.looseObject({ state: z.string(), reason: z.string().nullable() }).optional(),
        tainted: z.boolean(),
        taintReason: z.string().optional(),
      }),
      "The result",
    ),
  },
});

serve(blocklistApi, check, async (c) => {
  const { name, repoUrl, hash } = c.req.valid("query");
  const known = subjectOf(name, repoUrl, hash);
  const entry = (await listBlocklist()).find((candidate) => entryMayMatch(candidate, known));
  const rejection = await findRejection(known);
  const taint = await findVersionTaint(known);
  c.header("Cache-Control", "no-store");
  return c.json({
    blocked: entry !== undefined,
    ...(entry === undefined ? {} : { entry: view(entry) }),
    rejected: rejection !== null,
    ...(rejection === null ? {} : { rejection }),
    tainted: taint !== null,
    ...(taint === null ? {} : { taintReason: taint }),
  });
});

function subjectOf(name?: string, repoUrl?: string, hash?: string): BlockFields {
  const slug = name === undefined ? null : parseSlug(name.toLowerCase());
  const host = githubWebHost(requireWorkerEnv().GITHUB_API_URL);
  const source = repoUrl === undefined ? null : parseSourceUrl(repoUrl, { githubHost: host });
  const from = source?.ok ? source.source : null;
  return {
    skillName: slug?.skill ?? name?.toLowerCase() ?? null,
    owner: from?.owner ?? slug?.owner ?? null,
    sourceUrl: from?.url ?? repoUrl ?? null,
    digest: hash === undefined ? null : hash.startsWith("sha256:") ? hash : `sha256:${hash}`,
  };
}
