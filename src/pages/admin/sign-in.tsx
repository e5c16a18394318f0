/** Admin sign-in with a token, and sign-out. The write rate limit slows down guessing. */
import { Hono } from "hono";
import { endSession, getSession, readAdminForm, startSession } from "../../http/admin-session.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { callerWithToken } from "../../http/auth.ts";
import { limitPageWrites } from "../../http/page-rate-limit.ts";
import { readForm } from "../../http/read-form.ts";
import { isGithubSignInOffered } from "../../lib/accounts/github-identity.ts";
import { type PageContext, sendPage } from "../page-response.tsx";
import { requireSession } from "./frame.tsx";

export const signInPage = new Hono<AppEnv>();

signInPage.get("/admin/sign-in", async (c) => {
  if ((await getSession(c, Date.now())) !== null) return c.redirect("/admin", 303);
  return sendSignInPage(c, null);
});

signInPage.post("/admin/sign-in", limitPageWrites, async (c) => {
  const { token = "" } = await readForm(c);
  const caller = await callerWithToken(token);
  const isSignedIn = await startSession(c, caller, Date.now());
  return isSignedIn ? c.redirect("/admin", 303) : sendSignInPage(c, "Invalid admin token.");
});

signInPage.post("/admin/sign-out", async (c) => {
  const session = await requireSession(c);
  if (session instanceof Response) return session;
  await readAdminForm(c, session);
  await endSession(c, Date.now());
  return c.redirect("/admin/sign-in", 303);
});

function sendSignInPage(c: PageContext, error: string | null): Promise<Response> {
  return sendPage(
    c,
    {
      title: "Sign in",
      description: "Sign in to the admin pages.",
      noIndex: true,
      cache: "never",
      status: error === null ? 200 : 403,
    },
    <div class="wrap narrow stack">
      <h1>Admin</h1>
      <form method="post" action="/admin/sign-in" class="card stack">
        {error !== null && (
          <p class="notice notice-bad" role="alert">
            {error}
          </p>
        )}
        <label class="field">
          <span>Admin token</span>
          <input
            class="input"
            type="password"
            name="token"
            required
            autocomplete="current-password"
            maxlength={200}
          />
          <p class="hint">The token printed at the first start, or any token with the scope “admin”.</p>
        </label>
        <button class="btn btn-main" type="submit">
          Sign in
        </button>
      </form>
      {isGithubSignInOffered() && (
        <p>
          <a class="btn" href="/sign-in/github?to=/admin">
            Sign in with GitHub
          </a>
        </p>
      )}
    </div>,
  );
}
