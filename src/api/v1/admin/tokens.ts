/** `/api/v1/admin/tokens`: creates, lists and revokes tokens. The text of a token is shown once. */
import { createRoute, z } from "@hono/zod-openapi";
import { problem } from "../../../domain/problem.ts";
import { ownerNameSchema } from "../../../domain/publisher.ts";
import { createApi, jsonBody, jsonResponse, serve } from "../../../http/api-app.ts";
import { sendProblem } from "../../../http/problem-response.ts";
import { revokeToken } from "../../../lib/accounts/revoke-token.ts";
import { createToken, listTokens, TOKEN_SCOPES } from "../../../lib/accounts/token-store.ts";
import { adminErrors, adminReads, adminWrites, idParams, reasonBody } from "./action.ts";

export const adminTokensApi = createApi();

const DAY_MS = 24 * 60 * 60_000;

const tokenView = z
  .object({
    id: z.string(),
    owner: z.string(),
    scopes: z.array(z.enum(TOKEN_SCOPES)),
    label: z.string(),
    createdAt: z.number(),
    expiresAt: z.number().nullable(),
    revokedAt: z.number().nullable(),
    lastUsedAt: z.number().nullable(),
  })
  .openapi("Token");

const list = createRoute({
  method: "get",
  path: "/api/v1/admin/tokens",
  summary: "List tokens",
  middleware: adminReads,
  responses: { ...adminErrors, 200: jsonResponse(z.object({ tokens: z.array(tokenView) }), "Newest first") },
});

serve(adminTokensApi, list, async (c) => {
  c.header("Cache-Control", "no-store");
  return c.json({ tokens: await listTokens() });
});

const make = createRoute({
  method: "post",
  path: "/api/v1/admin/tokens",
  summary: "Create a token",
  middleware: adminWrites,
  request: {
    body: jsonBody(
      z.strictObject({
        owner: ownerNameSchema,
        scopes: z.array(z.enum(TOKEN_SCOPES)).min(1),
        label: z.string().trim().max(200).default(""),
        expiresInDays: z.number().int().min(1).max(3650).nullable().default(null),
      }),
    ),
  },
  responses: {
    ...adminErrors,
    201: jsonResponse(
      z.object({ id: z.string(), token: z.string(), expiresAt: z.number().nullable() }),
      "The token. It is not shown again. It expires no later than the token that created it.",
    ),
  },
});

serve(adminTokensApi, make, async (c) => {
  const { expiresInDays, scopes, ...about } = c.req.valid("json");
  const nowMs = Date.now();
  const expiresAt = expiresInDays === null ? null : nowMs + expiresInDays * DAY_MS;
  const made = { ...about, scopes: [...new Set(scopes)], expiresAt };
  c.header("Cache-Control", "no-store");
  return c.json(await createToken(made, c.get("caller").id, nowMs), 201);
});

const revoke = createRoute({
  method: "post",
  path: "/api/v1/admin/tokens/{id}/revoke",
  summary: "Revoke a token, and the tokens that were created with it",
  middleware: adminWrites,
  request: { params: idParams, body: reasonBody },
  responses: {
    ...adminErrors,
    200: jsonResponse(
      z.object({ ok: z.literal(true), revoked: z.array(z.object({ id: z.string(), label: z.string() })) }),
      "All tokens that were revoked",
    ),
  },
});

serve(adminTokensApi, revoke, async (c) => {
  const { id } = c.req.valid("param");
  const by = { actor: c.get("caller").id, reason: c.req.valid("json").reason };
  const revoked = await revokeToken({ id }, by, Date.now());
  if (revoked.length === 0) return sendProblem(c, problem("NOT_FOUND", "No valid token with this id."));
  return c.json({ ok: true, revoked });
});
