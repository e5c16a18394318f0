/** Sign-in with GitHub, if the operator has configured it. Requests the user's identity from GitHub, and no scopes. */
import { Hono } from "hono";
import type { Child } from "hono/jsx";
import { startGithubSession } from "../../http/admin-session.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { limitPageWrites } from "../../http/page-rate-limit.ts";
import { publicOrigin } from "../../http/public-url.ts";
import {
  endUserSession,
  finishSignIn,
  getUserSession,
  readUserForm,
  startSignIn,
  startUserSession,
} from "../../http/user-session.ts";
import { openAccount } from "../../lib/accounts/account-store.ts";
import {
  githubSignInUrl,
  identifyByCode,
  isGithubSignInOffered,
} from "../../lib/accounts/github-identity.ts";
import { recordFailedSignIn } from "../../lib/ledger/audit-log.ts";
import { causedBy } from "../../lib/platform/caused-by.ts";
import { describeError, log } from "../../lib/platform/log.ts";
import { StoreUnavailable } from "../../lib/platform/time-limit.ts";
import { type PageContext, sendPage } from "../page-response.tsx";

export const userSignInPage = new Hono<AppEnv>();

const backOf = (c: PageContext) => `${publicOrigin(c)}/sign-in/github/callback`;

/** Only our own pages that need a sign-in: never an open redirect. */
const DESTINATION = /^\/(?:account|admin|device(?:\?code=[A-Z]{4}-[A-Z]{4})?)$/;

userSignInPage.get("/sign-in/github", limitPageWrites, async (c) => {
  const target = c.req.query("to") ?? "/account";
  const to = DESTINATION.test(target) ? target : "/account";
  if (!isGithubSignInOffered()) return c.notFound();
  const pending = await startSignIn(c, to, Date.now());
  c.header("Cache-Control", "no-store");
  return c.redirect(githubSignInUrl({ ...pending, back: backOf(c) }) ?? "/", 302);
});

userSignInPage.get("/sign-in/github/callback", limitPageWrites, async (c) => {
  if (!isGithubSignInOffered()) return c.notFound();
  const nowMs = Date.now();
  try {
    const outcome = await completeSignIn(c, nowMs);
    if (!("failed" in outcome)) return sendSignedIn(c, outcome.name, outcome.to);
    await recordFailedSignIn(outcome.failed, nowMs);
    return sendFailed(c, outcome.status, outcome.text);
  } catch (error) {
    if (!causedBy(error, StoreUnavailable)) throw error;
    log("warn", "sign-in.github_failed", { error: describeError(error) });
    c.header("Retry-After", "60");
    return sendFailed(c, 503, "Can't reach GitHub right now. Try again in a minute.");
  }
});

type Outcome =
  | { readonly name: string; readonly to: string }
  | {
      readonly status: 403 | 409;
      readonly text: string;
      readonly failed: { readonly actor: string; readonly subject: string; readonly reason: string };
    };

async function completeSignIn(c: PageContext, nowMs: number): Promise<Outcome> {
  const { state = "", code = "" } = c.req.query();
  const pending = await finishSignIn(c, state, nowMs);
  const [subject = ""] = (pending?.to ?? "/sign-in/github").split("?");
  const refuse = (text: string, reason: string): Outcome => ({
    status: 403,
    text,
    failed: { actor: "anonymous", subject, reason },
  });
  if (pending === null) return refuse(NOT_STARTED_HERE, "not started in this browser, or expired");
  if (!/^[\x21-\x7e]{1,200}$/.test(code)) return refuse(NOT_AUTHORIZED, "not authorized at GitHub");
  const identity = await identifyByCode({ code, verifier: pending.verifier, back: backOf(c) });
  if (identity === null) return refuse(NOT_CONFIRMED, "GitHub did not confirm the code");
  const { id, login } = identity;
  // An admin session starts only from the admin page.
  if (pending.to === "/admin")
    return (await startGithubSession(c, identity, nowMs))
      ? { name: login, to: pending.to }
      : refuse(NOT_ADMIN, `GitHub ${id}, ${login}: not in ADMIN_GITHUB_USERS`);
  const account = await openAccount(identity, nowMs);
  if (account.kind !== "account") {
    const text = account.kind === "name-taken" ? nameTaken(account.name) : nameReserved(account.name);
    return { ...refuse(text, `GitHub ${id}, ${login}: ${account.kind}`), status: 409 };
  }
  await startUserSession(c, account.owner, nowMs);
  return { name: account.owner, to: pending.to };
}

userSignInPage.post("/sign-out", async (c) => {
  const nowMs = Date.now();
  const session = await getUserSession(c, nowMs);
  if (session !== null) {
    await readUserForm(c, session);
    await endUserSession(c, nowMs);
  }
  return c.redirect("/", 303);
});

const NOT_STARTED_HERE = "This sign-in was started in another browser, or it expired.";
const NOT_AUTHORIZED = "You didn't authorize the sign-in at GitHub.";
const NOT_CONFIRMED = "GitHub didn't confirm your identity.";
const NOT_ADMIN = "You're signed in but aren't an admin here.";

const nameReserved = (name: string) =>
  `The name “${name}” is reserved for the registry itself. Ask an operator for a token with another name.`;

const nameTaken = (name: string) =>
  `The name “${name}” was already in use here before you signed in, so it can't be assigned automatically. If it is yours, ask an operator for a token.`;

/**
 * A page instead of a redirect: browsers do not send SameSite=Strict cookies with a redirect that started at another
 * site, here GitHub.
 */
function sendSignedIn(c: PageContext, name: string, to: string): Promise<Response> {
  c.header("Refresh", `0; url=${to}`);
  return sendMessagePage(
    c,
    { status: 200, title: "Signed in" },
    <>
      <p>
        You are signed in as <strong>{name}</strong>.
      </p>
      <p>
        <a class="btn btn-main" href={to}>
          Continue
        </a>
      </p>
    </>,
  );
}

function sendFailed(c: PageContext, status: 403 | 409 | 503, text: string): Promise<Response> {
  return sendMessagePage(
    c,
    { status, title: "Not signed in" },
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

interface MessageHead {
  readonly status: 200 | 403 | 409 | 503;
  readonly title: string;
}

function sendMessagePage(c: PageContext, head: MessageHead, body: Child): Promise<Response> {
  return sendPage(
    c,
    { ...head, description: "Sign in with GitHub.", noIndex: true, cache: "never" },
    <div class="wrap narrow stack">
      <h1>{head.title}</h1>
      {body}
    </div>,
  );
}
