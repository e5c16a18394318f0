/** Signing in with GitHub, where the operator has set it up. No password, no scope: only who someone is. */
import { Hono } from "hono";
import type { Child } from "hono/jsx";
import { startGithubSession } from "../../http/admin-session.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { limitPageWrites } from "../../http/page-rate-limit.ts";
import {
  endUserSession,
  finishSignIn,
  getUserSession,
  readUserForm,
  startSignIn,
  startUserSession,
} from "../../http/person-session.ts";
import { publicOrigin } from "../../http/public-url.ts";
import { openAccount } from "../../lib/accounts/account-store.ts";
import {
  githubSignInUrl,
  identifyByCode,
  isGithubSignInOffered,
} from "../../lib/accounts/github-identity.ts";
import { causedBy } from "../../lib/platform/caused-by.ts";
import { describeError, log } from "../../lib/platform/log.ts";
import { StoreUnavailable } from "../../lib/platform/time-limit.ts";
import { type PageContext, sendPage } from "../page-response.tsx";

export const userSignInPage = new Hono<AppEnv>();

const backOf = (c: PageContext) => `${publicOrigin(c)}/sign-in/github/callback`;

/** Nowhere but our own pages that ask for a sign-in. */
const DESTINATION = /^\/(?:account|admin|device(?:\?code=[A-Z]{4}-[A-Z]{4})?)$/;

userSignInPage.get("/sign-in/github", limitPageWrites, (c) => {
  const asked = c.req.query("to") ?? "/account";
  const to = DESTINATION.test(asked) ? asked : "/account";
  if (!isGithubSignInOffered()) return c.notFound();
  const way = startSignIn(c, to, Date.now());
  c.header("Cache-Control", "no-store");
  return c.redirect(githubSignInUrl({ ...way, back: backOf(c) }) ?? "/", 302);
});

userSignInPage.get("/sign-in/github/callback", limitPageWrites, async (c) => {
  if (!isGithubSignInOffered()) return c.notFound();
  const nowMs = Date.now();
  const { state = "", code = "" } = c.req.query();
  const way = finishSignIn(c, state, nowMs);
  if (way === null)
    return sendFailed(c, 403, "This sign-in was not begun in this browser, or it took too long.");
  if (!/^[\x21-\x7e]{1,200}$/.test(code))
    return sendFailed(c, 403, "GitHub was not allowed to say who you are.");
  try {
    const person = await identifyByCode({ code, verifier: way.verifier, back: backOf(c) });
    if (person === null) return sendFailed(c, 403, "GitHub did not confirm who you are.");
    // An administrator's session begins only where one is asked for.
    if (way.to === "/admin")
      return (await startGithubSession(c, person, nowMs))
        ? sendSignedIn(c, person.login, way.to)
        : sendFailed(c, 403, NOT_ADMIN);
    const account = await openAccount(person, nowMs);
    if (account.kind === "name-taken") return sendFailed(c, 409, nameTaken(person.login));
    startUserSession(c, account.owner, nowMs);
    return sendSignedIn(c, account.owner, way.to);
  } catch (error) {
    if (!causedBy(error, StoreUnavailable)) throw error;
    log("warn", "sign-in.github_failed", { error: describeError(error) });
    c.header("Retry-After", "60");
    return sendFailed(c, 503, "GitHub does not answer just now. Nothing is lost; try again in a minute.");
  }
});

userSignInPage.post("/sign-out", async (c) => {
  const session = getUserSession(c, Date.now());
  if (session !== null) {
    await readUserForm(c, session);
    endUserSession(c);
  }
  return c.redirect("/", 303);
});

const NOT_ADMIN = "You are signed in at GitHub, but the operator has not named you for the administration.";

const nameTaken = (login: string) =>
  `The name “${login}” was in use here before you first signed in, so it is not handed to you by itself. If it is yours, ask the operator for a token.`;

/**
 * A page and not a redirect: the browser comes from GitHub, and would not send our strict cookies with a redirect that
 * another site began.
 */
function sendSignedIn(c: PageContext, name: string, to: string): Promise<Response> {
  c.header("Refresh", `0; url=${to}`);
  return sendMessagePage(
    c,
    200,
    "Signed in",
    <>
      <p>
        You are signed in as <strong>{name}</strong>.
      </p>
      <p>
        <a class="btn btn-main" href={to}>
          Go on
        </a>
      </p>
    </>,
  );
}

function sendFailed(c: PageContext, status: 403 | 409 | 503, text: string): Promise<Response> {
  return sendMessagePage(
    c,
    status,
    "Not signed in",
    <>
      <p class="notice notice-bad" role="alert">
        {text}
      </p>
      <p>
        <a class="btn" href="/sign-in/github">
          Try again
        </a>
      </p>
    </>,
  );
}

function sendMessagePage(c: PageContext, status: 200 | 403 | 409 | 503, title: string, body: Child) {
  const head = {
    title,
    description: "Signing in with GitHub.",
    noIndex: true,
    cache: "never",
    status,
  } as const;
  return sendPage(
    c,
    head,
    <div class="wrap narrow stack">
      <h1>{title}</h1>
      {body}
    </div>,
  );
}
