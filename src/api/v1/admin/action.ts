/** Shared by all admin actions: authorisation, the reason, and the response. */
import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { commonErrors, errorResponse, jsonBody, jsonResponse } from "../../../http/api-app.ts";
import type { AppEnv } from "../../../http/app-env.ts";
import { requireScope } from "../../../http/auth.ts";
import { sendProblem } from "../../../http/problem-response.ts";
import { rateLimit } from "../../../http/rate-limit.ts";
import type { ActionResult, By } from "../../../lib/actions/action.ts";

export const adminReads = [requireScope("admin"), rateLimit("read")];
export const adminWrites = [requireScope("admin"), rateLimit("write")];

/** Free text, kept in the history permanently. */
export const reason = z.string().trim().min(3).max(2000);
export const reasonBody = jsonBody(z.strictObject({ reason }));
export const idParams = z.object({ id: z.string().min(1).max(64) });

export const adminErrors = {
  ...commonErrors,
  403: errorResponse("The token lacks the scope `admin`"),
  404: errorResponse("Not found"),
  409: errorResponse("Invalid state transition or version conflict"),
  413: errorResponse("Request too large"),
} as const;

export const okBody = jsonResponse(z.looseObject({ ok: z.literal(true) }), "Done and recorded");

export function actorOf(c: Context<AppEnv>, reason: string): By {
  return { actor: c.get("caller").id, reason };
}

export function sendActionResult(c: Context<AppEnv>, result: ActionResult): Response {
  return result.kind === "done" ? c.json({ ok: true }) : sendProblem(c, result.problem);
}
