/** `/admin/tokens`: create a token (shown once) and revoke one. */
import { Hono } from "hono";
import { z } from "zod";
import { LONGEST_OWNER_NAME, ownerNameSchema } from "../../domain/publisher.ts";
import { type AdminSession, readAdminForm } from "../../http/admin-session.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { type RevokedToken, revokeToken } from "../../lib/accounts/revoke-token.ts";
import { createToken, listTokens, TOKEN_SCOPES, type Token } from "../../lib/accounts/token-store.ts";
import type { PageContext } from "../page-response.tsx";
import { count } from "../parts/format.tsx";
import { type NewToken, NewTokenNotice } from "../parts/new-token.tsx";
import { Table } from "../parts/table.tsx";
import { tokenColumns } from "../parts/token-columns.tsx";
import { ActionForm } from "./action-form.tsx";
import { adminAction, failed, succeeded } from "./actions.ts";
import { requireSession, sendAdminPage } from "./frame.tsx";

export const adminTokensPage = new Hono<AppEnv>();

const DAY_MS = 24 * 60 * 60 * 1000;

const tokenSchema = z.object({
  owner: ownerNameSchema,
  scope: z.enum(TOKEN_SCOPES),
  days: z.coerce.number().int().min(1).max(3650),
  reason: z.string().trim().min(3, "Enter a label.").max(200),
});

adminTokensPage.get("/admin/tokens", (c) => sendTokensPage(c, null));

async function sendTokensPage(c: PageContext, result: NewToken): Promise<Response> {
  const session = await requireSession(c);
  if (session instanceof Response) return session;
  const tokens = await listTokens();
  return sendAdminPage(
    c,
    { session, title: "Tokens" },
    <>
      <NewTokenNotice result={result} />
      <NewTokenForm session={session} />
      <TokenTable session={session} tokens={tokens} />
    </>,
  );
}

function NewTokenForm({ session }: { session: AdminSession }) {
  return (
    <ActionForm
      session={session}
      action="/admin/tokens"
      label="Create token"
      confirm="Create"
      tone="main"
      reasonLabel="Label"
    >
      <label class="field">
        <span>Owner name to publish under</span>
        <input class="input" name="owner" required maxlength={LONGEST_OWNER_NAME} autocomplete="off" />
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
        <span>Expires in (days)</span>
        <input class="input" type="number" name="days" value="365" min="1" max="3650" required />
      </label>
    </ActionForm>
  );
}

function TokenTable({ session, tokens }: { session: AdminSession; tokens: readonly Token[] }) {
  const revoke = ({ id }: Token) => (
    <ActionForm
      session={session}
      action={`/admin/tokens/${id}/revoke`}
      label="Revoke"
      confirm="Revoke"
      tone="bad"
    />
  );
  return (
    <Table
      label="Tokens"
      rows={tokens}
      columns={[
        { heading: "Owner", cell: ({ owner }) => owner },
        { heading: "Label", cell: ({ label }) => label },
        ...tokenColumns,
        { heading: "Action", cell: (token) => (token.revokedAt === null ? revoke(token) : null) },
      ]}
    />
  );
}

/** Responds with the page instead of a redirect, because this response alone can show the token. */
adminTokensPage.post("/admin/tokens", async (c) => {
  const session = await requireSession(c);
  if (session instanceof Response) return session;
  const parsed = tokenSchema.safeParse(await readAdminForm(c, session));
  if (!parsed.success)
    return sendTokensPage(c, { problem: parsed.error.issues.map(({ message }) => message).join(" ") });
  const { owner, scope, days, reason } = parsed.data;
  const nowMs = Date.now();
  const token = { owner, scopes: [scope], label: reason, expiresAt: nowMs + days * DAY_MS };
  return sendTokensPage(c, await createToken(token, session.actor, nowMs));
});

adminTokensPage.post(
  "/admin/tokens/:id/revoke",
  adminAction("/admin/tokens", "Revoked.", async ({ by, nowMs }, c) => {
    const id = c.req.param("id") ?? "";
    const revoked = await revokeToken({ id }, by, nowMs);
    if (revoked.length === 0) return failed("No such token, or it is already revoked.");
    return succeeded(revokedText(revoked.filter((token) => token.id !== id)));
  }),
);

/** The message is a cookie, so it has to be short. The audit log has the whole list. */
const NAMED = 5;
const LABEL_CHARACTERS = 40;

function revokedText(children: readonly RevokedToken[]): string {
  if (children.length === 0) return "Revoked.";
  const names = children
    .slice(0, NAMED)
    .map(({ label }) => `“${[...label].slice(0, LABEL_CHARACTERS).join("")}”`);
  const more = children.length > NAMED ? ` and ${children.length - NAMED} more` : "";
  return `Revoked, with the ${count(children.length, "token")} created with it: ${names.join(", ")}${more}.`;
}
