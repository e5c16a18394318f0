/** `POST /api/v1/admin/rebuild`: one page of making KV and search anew; send back `next` until it is null. */
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
  summary: "Rebuild KV documents and search from ledger and archives, one page a call",
  middleware: [requireScope("admin")],
  request: {
    body: {
      content: { "application/json": { schema: z.strictObject({ cursor: rebuildCursorSchema.nullable() }) } },
    },
  },
  responses: {
    200: {
      description: "A page is done",
      content: { "application/json": { schema: pageBody } },
    },
    400: errorResponse("The cursor is not one of ours"),
    401: errorResponse("A token is needed"),
    403: errorResponse("The token lacks the scope `admin`"),
    503: errorResponse("Try again later"),
  },
});

serve(rebuildApi, rebuild, async (c) => {
  const { cursor } = c.req.valid("json");
  return c.json(await rebuildPage(cursor ?? REBUILD_START, Date.now()));
});
