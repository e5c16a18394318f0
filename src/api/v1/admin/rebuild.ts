/** `POST /api/v1/admin/rebuild`: rebuilds one page of KV and search. Send back `next` until it is null. */
import { createRoute, z } from "@hono/zod-openapi";
import { createApi, errorResponse, serve } from "../../../http/api-app.ts";
import { requireScope } from "../../../http/auth.ts";
import { REBUILD_START, rebuildCursorSchema, rebuildPage } from "../../../lib/operations/rebuild/rebuild.ts";

export const rebuildApi = createApi();

const pageBody = z
  .object({
    next: rebuildCursorSchema.nullable(),
    done: z.number(),
    pending: z.number(),
    problems: z.array(z.string()),
  })
  .openapi("RebuildPage");

const rebuild = createRoute({
  method: "post",
  path: "/api/v1/admin/rebuild",
  summary: "Rebuild KV documents and search indexes, one page per call",
  middleware: [requireScope("admin")],
  request: {
    body: {
      content: { "application/json": { schema: z.strictObject({ cursor: rebuildCursorSchema.nullable() }) } },
    },
  },
  responses: {
    200: {
      description: "One page was rebuilt",
      content: { "application/json": { schema: pageBody } },
    },
    400: errorResponse("Invalid cursor"),
    401: errorResponse("Authentication required"),
    403: errorResponse("The token lacks the scope `admin`"),
    503: errorResponse("Temporarily unavailable; retry after `Retry-After`"),
  },
});

serve(rebuildApi, rebuild, async (c) => {
  const { cursor } = c.req.valid("json");
  return c.json(await rebuildPage(cursor ?? REBUILD_START, Date.now()));
});
