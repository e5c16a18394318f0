/** `/account`: users who signed in with GitHub create and revoke their own tokens. */
import { Hono } from "hono";
import { z } from "zod";
import { problem } from "../../domain/problem.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { limitPageWrites } from "../../http/page-rate-limit.ts";
import { getUserSession, readUserForm, type UserSession } from "../../http/user-session.ts";
import { isGithubSignInOffered } from "../../lib/accounts/github-identity.ts";
import { revokeToken } from "../../lib/accounts/revoke-token.ts";
import { createOwnToken, listTokensOf, type Token } from "../../lib/accounts/token-store.ts";
import { type PageContext, sendPage } from "../page-response.tsx";
import { type NewToken, NewTokenNotice } from "../parts/new-token.tsx";
import { Table } from "../parts/table.tsx";
import { tokenColumns } from "../parts/token-columns.tsx";

export const accountPage = new Hono<AppEnv>();

const DAY_MS = 24 * 60 * 60 * 1000;

const tokenSchema = z.object({
  label: z.string().trim().min(3, "Enter a label.").max(100),
  days: z.coerce.number().int().min(1).max(365),
});

/** The session, or the response for a visitor without one. */
async function requireUser(c: PageContext): Promise<UserSession | Response> {
  if (!isGithubSignInOffered()) return c.notFound();
  return (await getUserSession(c, Date.now())) ?? c.redirect("/sign-in/github?to=/account", 303);
}

const isResponse = (value: UserSession | Response): value is Response => value instanceof Response;

accountPage.get("/account", async (c) => {
  const user = await requireUser(c);
  return isResponse(user) ? user : sendAccountPage(c, user, null);
});

/** Responds with the page instead of a redirect, because this response alone can show the token. */
accountPage.post("/account/tokens", limitPageWrites, async (c) => {
  const user = await requireUser(c);
  if (isResponse(user)) return user;
  const parsed = tokenSchema.safeParse(await readUserForm(c, user));
  if (!parsed.success) {
    const problem = parsed.error.issues.map(({ message }) => message).join(" ");
    return sendAccountPage(c, user, { problem });
  }
  const { label, days } = parsed.data;
  const nowMs = Date.now();
  const scopes = ["submit", "publish"] as const;
  const token = { owner: user.owner, scopes, label, expiresAt: nowMs + days * DAY_MS };
  const created = await createOwnToken(token, nowMs);
  return sendAccountPage(c, user, created ?? { problem: problem("TOO_MANY_TOKENS").message });
});

accountPage.post("/account/tokens/:id/revoke", limitPageWrites, async (c) => {
  const user = await requireUser(c);
  if (isResponse(user)) return user;
  await readUserForm(c, user);
  const ref = { id: c.req.param("id"), owner: user.owner };
  const by = { actor: `github:${user.owner}`, reason: "by its owner" };
  const revoked = await revokeToken(ref, by, Date.now());
  return revoked.length > 0
    ? c.redirect("/account", 303)
    : sendAccountPage(c, user, { problem: "No such token." });
});

const isValid = (token: Token) =>
  token.revokedAt === null && (token.expiresAt === null || token.expiresAt > Date.now());

async function sendAccountPage(c: PageContext, user: UserSession, result: NewToken): Promise<Response> {
  const tokens = await listTokensOf(user.owner);
  const failed = result !== null && "problem" in result;
  return sendPage(
    c,
    {
      title: "Your account",
      description: "Your publishing tokens.",
      noIndex: true,
      cache: "never",
      status: failed ? 400 : 200,
    },
    <div class="wrap stack">
      <div class="spread">
        <h1>{user.owner}</h1>
        <form method="post" action="/sign-out">
          <input type="hidden" name="csrf" value={user.csrf} />
          <button class="btn btn-sm" type="submit">
            Sign out
          </button>
        </form>
      </div>
      <p>
        You publish as <a href={`/publishers/${user.owner}`}>{user.owner}</a>. Got a code from the command
        line? <a href="/device">Authorize the device.</a>
      </p>
      <NewTokenNotice result={result} />
      <h2>Tokens</h2>
      <NewTokenForm user={user} />
      <TokenTable user={user} tokens={tokens} />
    </div>,
  );
}

function NewTokenForm({ user }: { user: UserSession }) {
  return (
    <form method="post" action="/account/tokens" class="card stack">
      <input type="hidden" name="csrf" value={user.csrf} />
      <label class="field">
        <span>Label</span>
        <input class="input" name="label" required minlength={3} maxlength={100} autocomplete="off" />
      </label>
      <label class="field">
        <span>Expires in (days)</span>
        <input class="input" type="number" name="days" value="90" min="1" max="365" required />
      </label>
      <button class="btn btn-main" type="submit">
        Create token
      </button>
    </form>
  );
}

function TokenTable({ user, tokens }: { user: UserSession; tokens: readonly Token[] }) {
  if (tokens.length === 0) return <p class="muted">No tokens yet.</p>;
  return (
    <Table
      label="Your tokens"
      rows={tokens}
      columns={[
        { heading: "Label", cell: ({ label }) => label },
        ...tokenColumns,
        {
          heading: "Action",
          cell: (token) => (isValid(token) ? <RevokeForm user={user} token={token} /> : null),
        },
      ]}
    />
  );
}

function RevokeForm({ user, token: { id, label } }: { user: UserSession; token: Token }) {
  return (
    <form method="post" action={`/account/tokens/${id}/revoke`}>
      <input type="hidden" name="csrf" value={user.csrf} />
      <button class="btn btn-sm btn-bad" type="submit" aria-label={`Revoke ${label}`}>
        Revoke
      </button>
    </form>
  );
}
