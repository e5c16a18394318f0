/** `/admin/tokens`: make a token (shown once) and revoke one. */
import { Hono } from "hono";
import { z } from "zod";
import { ownerNameSchema } from "../../domain/publisher.ts";
import { readAdminForm } from "../../http/admin-session.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { createToken, listTokens, revokeToken, TOKEN_SCOPES } from "../../lib/accounts/token-store.ts";
import type { PageContext } from "../page-response.tsx";
import { Copyable } from "../parts/copyable.tsx";
import { Scrolling } from "../parts/scrolling.tsx";
import { TokenCells, TokenHeads } from "../parts/token-cells.tsx";
import { ActionForm } from "./action-form.tsx";
import { adminAction, requireReason, requireSession, sendAdminPage } from "./frame.tsx";

export const adminTokensPage = new Hono<AppEnv>();

const DAY_MS = 24 * 60 * 60 * 1000;

const tokenSchema = z.object({
  owner: ownerNameSchema,
  scope: z.enum(TOKEN_SCOPES),
  days: z.coerce.number().int().min(1).max(3650),
  reason: z.string().trim().min(3, "Say what it is for.").max(200),
});

adminTokensPage.get("/admin/tokens", (c) => sendTokensPage(c, null));

async function sendTokensPage(
  c: PageContext,
  fresh: { token: string } | { problem: string } | null,
): Promise<Response> {
  const session = await requireSession(c);
  if (session instanceof Response) return session;
  const tokens = await listTokens();
  return sendAdminPage(
    c,
    session,
    "Tokens",
    <>
      {fresh !== null && "problem" in fresh && (
        <p class="notice notice-bad" role="alert">
          {fresh.problem}
        </p>
      )}
      {fresh !== null && "token" in fresh && (
        <div class="notice notice-good stack" role="status">
          <p>This is the only time that the token is shown. Only its hash is kept.</p>
          <Copyable label="The new token" text={fresh.token} />
        </div>
      )}
      <ActionForm
        session={session}
        action="/admin/tokens"
        label="Make a token…"
        confirm="Make it"
        tone="main"
        says="“Why?” becomes its label."
      >
        <label class="field">
          <span>Owner that it publishes for</span>
          <input class="input" name="owner" required maxlength={39} autocomplete="off" />
        </label>
        <label class="field">
          <span>Scope</span>
          <select class="input" name="scope">
            {TOKEN_SCOPES.map((scope) => (
              <option>{scope}</option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>Valid for how many days?</span>
          <input class="input" type="number" name="days" value="365" min="1" max="3650" required />
        </label>
      </ActionForm>
      <Scrolling label="Tokens">
        <table class="table">
          <thead>
            <tr>
              <th scope="col">Owner</th>
              <th scope="col">Label</th>
              <TokenHeads />
              <th scope="col">Action</th>
            </tr>
          </thead>
          <tbody>
            {tokens.map((token) => (
              <tr>
                <td>{token.owner}</td>
                <td>{token.label}</td>
                <TokenCells token={token} />
                <td>
                  {token.revokedAt === null && (
                    <ActionForm
                      session={session}
                      action={`/admin/tokens/${token.id}/revoke`}
                      label="Revoke…"
                      confirm="Revoke"
                      tone="bad"
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
    </>,
  );
}

/** Not a redirect: the answer is the only place where the token ever stands. */
adminTokensPage.post("/admin/tokens", async (c) => {
  const session = await requireSession(c);
  if (session instanceof Response) return session;
  const parsed = tokenSchema.safeParse(await readAdminForm(c, session));
  if (!parsed.success)
    return sendTokensPage(c, { problem: parsed.error.issues.map(({ message }) => message).join(" ") });
  const { owner, scope, days, reason } = parsed.data;
  const nowMs = Date.now();
  const made = { owner, scopes: [scope], label: reason, expiresAt: nowMs + days * DAY_MS };
  return sendTokensPage(c, await createToken(made, session.actor, nowMs));
});

adminTokensPage.post(
  "/admin/tokens/:id/revoke",
  adminAction("/admin/tokens", "Revoked.", async (action, c) => {
    requireReason(action);
    const revoked = await revokeToken(
      c.req.param("id") ?? "",
      action.by.actor,
      action.by.reason,
      action.nowMs,
    );
    return revoked
      ? { kind: "done" }
      : { kind: "said", good: false, text: "There is no such token, or it is revoked already." };
  }),
);
