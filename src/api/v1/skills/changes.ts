/** `/api/v1/changes` for mirrors, `/api/v1/account/tenants` for clients that look up their account. */
import { createRoute, z } from "@hono/zod-openapi";
import { commonErrors, createApi, jsonResponse, serve, wholeNumber } from "../../../http/api-app.ts";
import { requireToken } from "../../../http/auth.ts";
import { NO_CACHE, sendJson } from "../../../http/cached-response.ts";
import { rateLimit } from "../../../http/rate-limit.ts";
import { CHANGE_KINDS } from "../../../lib/ledger/schema/skills.ts";
import { listChangesAfter } from "../../../lib/skills/change-store.ts";

export const changesApi = createApi();

const changes = createRoute({
  method: "get",
  path: "/api/v1/changes",
  summary: "List catalogue changes after a cursor, oldest first",
  middleware: [rateLimit("read")] as const,
  request: {
    query: z.strictObject({
      since: z
        .string()
        .regex(/^\d{1,15}$/, "must be a cursor from an earlier response, or 0")
        .default("0"),
      limit: wholeNumber(1, 1000, 100),
    }),
  },
  responses: {
    ...commonErrors,
    304: { description: "Not modified" },
    200: jsonResponse(
      z
        .object({
          changes: z.array(
            z.object({
              cursor: z.string(),
              kind: z.enum(CHANGE_KINDS),
              skill: z.string(),
              version: z.string().nullable(),
              at: z.string(),
            }),
          ),
          /** The cursor for the next request; equal to `since` when there is nothing new. */
          cursor: z.string(),
          hasMore: z.boolean(),
        })
        .openapi("Changes"),
      "Oldest first",
    ),
  },
});

serve(changesApi, changes, async (c) => {
  const { since, limit } = c.req.valid("query");
  const rows = await listChangesAfter(Number(since), limit + 1);
  const page = rows.slice(0, limit);
  const body = {
    changes: page.map(({ seq, kind, slug, version, at }) => ({
      cursor: String(seq),
      kind,
      skill: slug,
      version,
      at: new Date(at).toISOString(),
    })),
    cursor: String(page.at(-1)?.seq ?? since),
    hasMore: rows.length > limit,
  };
  return sendJson(c, body, { cacheControl: NO_CACHE });
});

const tenants = createRoute({
  method: "get",
  path: "/api/v1/account/tenants",
  summary: "List the private registries of the token's owner (always empty)",
  middleware: [requireToken, rateLimit("read")] as const,
  responses: {
    ...commonErrors,
    200: jsonResponse(z.object({ tenants: z.array(z.unknown()) }), "An empty list"),
  },
});

serve(changesApi, tenants, async (c) => c.json({ tenants: [] }));
