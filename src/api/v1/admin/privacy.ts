/** `/api/v1/admin/forget-email`: deletes a user's email address on request. */
import { createRoute, z } from "@hono/zod-openapi";
import { createApi, jsonBody, jsonResponse, serve } from "../../../http/api-app.ts";
import { forgetEmail } from "../../../lib/ledger/forget-email.ts";
import { adminErrors, adminWrites } from "./action.ts";

export const adminPrivacyApi = createApi();

const forget = createRoute({
  method: "post",
  path: "/api/v1/admin/forget-email",
  summary: "Delete an email address from all submissions and abuse reports",
  middleware: adminWrites,
  request: { body: jsonBody(z.strictObject({ email: z.email().max(254) })) },
  responses: {
    ...adminErrors,
    200: jsonResponse(
      z.object({ ok: z.literal(true), submissions: z.number(), reports: z.number() }),
      "Removed",
    ),
  },
});

serve(adminPrivacyApi, forget, async (c) => {
  const forgotten = await forgetEmail(c.req.valid("json").email, c.get("caller").id, Date.now());
  return c.json({ ok: true, ...forgotten });
});
