/** `GET /api/v1/ping`: no store behind it; the baseline for measurements. */
import { createRoute, z } from "@hono/zod-openapi";
import { commonErrors, createApi, jsonResponse, serve } from "../../http/api-app.ts";
import { rateLimit } from "../../http/rate-limit.ts";

export const pingApi = createApi();

const ping = createRoute({
  method: "get",
  path: "/api/v1/ping",
  summary: "Health check",
  middleware: [rateLimit("read")] as const,
  responses: {
    ...commonErrors,
    200: jsonResponse(z.object({ ok: z.literal(true) }), "The API is available"),
  },
});

serve(pingApi, ping, async (c) => {
  c.header("Cache-Control", "no-store");
  return c.json({ ok: true });
});
