/**
 * Device authorization: the two requests of the device, and the approval by an admin on behalf of an owner. A token of a
 * user approves nothing, because a token that makes tokens would never end; users approve on the page `/device`.
 */
import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { problem } from "../../domain/problem.ts";
import { ownerNameSchema, publishingOwner } from "../../domain/publisher.ts";
import { commonErrors, createApi, errorResponse, jsonBody, jsonResponse, serve } from "../../http/api-app.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { hasScope, requireToken } from "../../http/auth.ts";
import { sendProblem } from "../../http/problem-response.ts";
import { publicOrigin } from "../../http/public-url.ts";
import { rateLimit } from "../../http/rate-limit.ts";
import { limitJsonBody } from "../../http/read-body.ts";
import {
  approveDeviceCode,
  claimDeviceToken,
  DEVICE_CODE_SECONDS,
  openDeviceCode,
} from "../../lib/accounts/device-code-store.ts";

export const deviceLogin = createApi();

/** Seconds between two requests of a device, within the write limit of a minute. */
const INTERVAL_SECONDS = 5;

deviceLogin.post("/api/cli/device/code", rateLimit("write"), limitJsonBody, async (c) => {
  const { deviceCode, userCode } = await openDeviceCode(Date.now());
  const page = `${publicOrigin(c)}/device`;
  c.header("Cache-Control", "no-store");
  return c.json({
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: page,
    verification_uri_complete: `${page}?code=${userCode}`,
    expires_in: DEVICE_CODE_SECONDS,
    interval: INTERVAL_SECONDS,
  });
});

deviceLogin.post("/api/cli/device/token", rateLimit("write"), limitJsonBody, async (c) => {
  const deviceCode = await readDeviceCode(c);
  c.header("Cache-Control", "no-store");
  if (deviceCode === null) return c.json({ error: "invalid_request" }, 400);
  const outcome = await claimDeviceToken(deviceCode, Date.now());
  if (outcome.kind === "pending") return c.json({ error: "authorization_pending" }, 400);
  if (outcome.kind === "denied") return c.json({ error: "access_denied" }, 400);
  if (outcome.kind === "expired") return c.json({ error: "expired_token" }, 400);
  return c.json({ access_token: outcome.token, token_type: "bearer", scope: outcome.scopes.join(" ") });
});

async function readDeviceCode(c: Context<AppEnv>): Promise<string | null> {
  const body = await c.req.json().catch(() => null);
  const parsed = z.object({ device_code: z.string().min(20).max(200) }).safeParse(body);
  return parsed.success ? parsed.data.device_code : null;
}

const confirm = createRoute({
  method: "post",
  path: "/api/v1/account/device",
  summary:
    "Approve a device code as an admin; the device gets a token in the owner's name, which ends with yours",
  middleware: [requireToken, rateLimit("write")] as const,
  request: {
    body: jsonBody(
      z.strictObject({
        userCode: z
          .string()
          .trim()
          .toUpperCase()
          .regex(/^[A-Z]{4}-[A-Z]{4}$/, "must look like ABCD-EFGH"),
        /** The admin's own name by default. */
        owner: ownerNameSchema.optional(),
      }),
    ),
  },
  responses: {
    ...commonErrors,
    403: errorResponse("The token lacks the scope `admin`"),
    404: errorResponse("Invalid or expired code"),
    409: errorResponse("The owner has too many tokens"),
    413: errorResponse("Request too large"),
    200: jsonResponse(z.object({ ok: z.literal(true) }), "Confirmed"),
  },
});

serve(deviceLogin, confirm, async (c) => {
  const caller = c.get("caller");
  const { userCode, owner: requestedOwner } = c.req.valid("json");
  if (!hasScope(caller, "admin")) return sendProblem(c, problem("DEVICE_NEEDS_PERSON"));
  const publisher = publishingOwner(caller, requestedOwner);
  if ("problem" in publisher) return sendProblem(c, publisher.problem);
  const { owner } = publisher;
  const refusal = await approveDeviceCode({ userCode, owner, actor: caller.id }, Date.now());
  return refusal === null ? c.json({ ok: true }) : sendProblem(c, refusal);
});
