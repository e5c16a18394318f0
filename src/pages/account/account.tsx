/** `/account`: what someone who signed in with GitHub may do: make and revoke tokens of their own. */
import { Hono } from "hono";
import { z } from "zod";
import type { AppEnv } from "../../http/app-env.ts";
import { limitPageWrites } from "../../http/page-rate-limit.ts";
import { getUserSession, readUserForm, type UserSession } from "../../http/person-session.ts";
import { isGithubSignInOffered } from "../../lib/accounts/github-identity.ts";
import { createToken, listTokensOf, revokeOwnToken, type Token } from "../../lib/accounts/token-store.ts";
import { type PageContext, sendPage } from "../page-response.tsx";
import { Copyable } from "../parts/copyable.tsx";
import { Scrolling } from "../parts/scrolling.tsx";
import { TokenCells, TokenHeads } from "../parts/token-cells.tsx";

export const accountPage = new Hono<AppEnv>();

const DAY_MS = 24 * 60 * 60 * 1000;
/** What one person needs: a laptop, a CI, some spare. A lost script must not fill the ledger. */
const MOST_TOKENS = 20;

const tokenSchema = z.object({
  label: z.string().trim().min(3, "Say what the token is for.").max(100),
  days: z.coerce.number().int().min(1).max(365),
});

type Fresh = { readonly token: string } | { readonly problem: string } | null;

/** The session, or what to answer without one. */
function requireUser(c: PageContext): UserSession | Response | Promise<Response> {
  if (!isGithubSignInOffered()) return c.notFound();
  return getUserSession(c, Date.now()) ?? c.redirect("/sign-in/github?to=/account", 303);
}

const isResponse = (value: UserSession | Response): value is Response => value instanceof Response;

accountPage.get("/account", async (c) => {
  const person = await requireUser(c);
  return isResponse(person) ? person : sendAccountPage(c, person, null);
});

/** Not a redirect: the answer is the only place where the token ever stands. */
accountPage.post("/account/tokens", limitPageWrites, async (c) => {
  const person = await requireUser(c);
  if (isResponse(person)) return person;
  const parsed = tokenSchema.safeParse(await readUserForm(c, person));
  if (!parsed.success) {
    const problem = parsed.error.issues.map(({ message }) => message).join(" ");
    return sendAccountPage(c, person, { problem });
  }
  const valid = (await listTokensOf(person.owner)).filter(isValid);
  if (valid.length >= MOST_TOKENS)
    return sendAccountPage(c, person, { problem: `You have ${MOST_TOKENS} tokens; revoke one first.` });
  const { label, days } = parsed.data;
  const nowMs = Date.now();
  const made = {
    owner: person.owner,
    scopes: ["submit", "publish"] as const,
    label,
    expiresAt: nowMs + days * DAY_MS,
  };
  return sendAccountPage(c, person, await createToken(made, `github:${person.owner}`, nowMs));
});

accountPage.post("/account/tokens/:id/revoke", limitPageWrites, async (c) => {
  const person = await requireUser(c);
  if (isResponse(person)) return person;
  await readUserForm(c, person);
  const revoked = await revokeOwnToken(c.req.param("id"), person.owner, Date.now());
  return revoked
    ? c.redirect("/account", 303)
    : sendAccountPage(c, person, { problem: "You have no such token." });
});

const isValid = (token: Token) =>
  token.revokedAt === null && (token.expiresAt === null || token.expiresAt > Date.now());

async function sendAccountPage(c: PageContext, person: UserSession, fresh: Fresh): Promise<Response> {
  const tokens = await listTokensOf(person.owner);
  const failed = fresh !== null && "problem" in fresh;
  return sendPage(
    c,
    {
      title: "Your account",
      description: "Tokens that publish in your name.",
      noIndex: true,
      cache: "never",
      status: failed ? 400 : 200,
    },
    <div class="wrap stack">
      <div class="spread">
        <h1>{person.owner}</h1>
        <form method="post" action="/sign-out">
          <input type="hidden" name="csrf" value={person.csrf} />
          <button class="btn btn-sm" type="submit">
            Sign out
          </button>
        </form>
      </div>
      <p>
        You publish as <a href={`/publishers/${person.owner}`}>{person.owner}</a>. Does a device show you a
        code? <a href="/device">Confirm it here.</a>
      </p>
      <Outcome fresh={fresh} />
      <h2>Tokens</h2>
      <NewToken person={person} />
      <TokenTable person={person} tokens={tokens} />
    </div>,
  );
}

function Outcome({ fresh }: { fresh: Fresh }) {
  if (fresh === null) return null;
  if ("problem" in fresh)
    return (
      <p class="notice notice-bad" role="alert">
        {fresh.problem}
      </p>
    );
  return (
    <div class="notice notice-good stack" role="status">
      <p>This is the only time that the token is shown. Only its hash is kept.</p>
      <Copyable label="The new token" text={fresh.token} />
    </div>
  );
}

function NewToken({ person }: { person: UserSession }) {
  return (
    <form method="post" action="/account/tokens" class="card stack">
      <input type="hidden" name="csrf" value={person.csrf} />
      <label class="field">
        <span>What is it for?</span>
        <input class="input" name="label" required minlength={3} maxlength={100} autocomplete="off" />
      </label>
      <label class="field">
        <span>Valid for how many days?</span>
        <input class="input" type="number" name="days" value="90" min="1" max="365" required />
      </label>
      <button class="btn btn-main" type="submit">
        Make a token
      </button>
    </form>
  );
}

function TokenTable({ person, tokens }: { person: UserSession; tokens: readonly Token[] }) {
  if (tokens.length === 0) return <p class="muted">You have no tokens yet.</p>;
  return (
    <Scrolling label="Your tokens">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">For</th>
            <TokenHeads />
            <th scope="col">Action</th>
          </tr>
        </thead>
        <tbody>
          {tokens.map((token) => (
            <tr>
              <td>{token.label}</td>
              <TokenCells token={token} />
              <td>
                {isValid(token) && (
                  <form method="post" action={`/account/tokens/${token.id}/revoke`}>
                    <input type="hidden" name="csrf" value={person.csrf} />
                    <button class="btn btn-sm btn-bad" type="submit" aria-label={`Revoke ${token.label}`}>
                      Revoke
                    </button>
                  </form>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  );
}
