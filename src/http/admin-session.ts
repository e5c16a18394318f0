/**
 * The operator's session: a signed cookie. It contains the signed-in user and the expiry time. The sessions of
 * a revoked token, or of a GitHub user who is no longer an admin, end with the next request, and a new admin token ends
 * all. Forms carry a token bound to the session, and must come from our own pages.
 */
import type { Context, MiddlewareHandler } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { z } from "zod";
import { parseGithubAdmin } from "../domain/github-admin.ts";
import { Refusal } from "../domain/problem.ts";
import type { GithubIdentity } from "../lib/accounts/github-identity.ts";
import { isTokenValid } from "../lib/accounts/token-store.ts";
import { recordAction, recordFailedSignIn } from "../lib/ledger/audit-log.ts";
import { requireWorkerEnv } from "../lib/worker-context.ts";
import type { AppEnv } from "./app-env.ts";
import { type Caller, hasScope } from "./auth.ts";
import { readForm } from "./read-form.ts";
import { endSessionCookie, readSessionCookie, startSessionCookie } from "./session-cookie.ts";
import { cookieOptions, csrfOf, isSame } from "./signed-cookie.ts";

const FLASH = "vskill_said";
const GITHUB = "github:";

const sessionSchema = z.object({
  /** `operator`, the id of the token that signed in, or `github:` and a login. */
  actor: z.string(),
  /** The entry of ADMIN_GITHUB_USERS that names this GitHub user, as `parseGithubAdmin` writes it. */
  named: z.string().optional(),
  nonce: z.string(),
});
const SESSION = {
  name: "vskill_admin",
  schema: sessionSchema,
  path: "/admin",
  sameSite: "Strict",
  /** A new admin token ends all admin sessions. */
  boundTo: () => requireWorkerEnv().ADMIN_TOKEN_SHA256 ?? "",
} as const;

export interface AdminSession {
  readonly actor: string;
  /** Goes into every form. */
  readonly csrf: string;
}

/** Signs in with a token; returns whether it is an admin's. Both outcomes are in the audit log, without the token. */
export async function startSession(
  c: Context<AppEnv>,
  caller: Caller | null,
  nowMs: number,
): Promise<boolean> {
  if (caller === null || !hasScope(caller, "admin")) {
    const reason = caller === null ? "unknown token" : "the token lacks the scope admin";
    await recordFailedSignIn({ actor: caller?.id ?? "anonymous", subject: "/admin", reason }, nowMs);
    return false;
  }
  const { id: actor, owner } = caller;
  const reason = "admin token";
  await recordAction({ actor, action: "admin.sign-in", subject: owner ?? actor, reason }, nowMs);
  await startSessionCookie(c, SESSION, { who: { actor }, nowMs });
  return true;
}

/** Signs a GitHub user in if the operator has named them, by user number or by login; returns whether it did. */
export async function startGithubSession(
  c: Context<AppEnv>,
  { id, login }: GithubIdentity,
  nowMs: number,
): Promise<boolean> {
  const named = [`id:${id}`, `login:${login}`].find(isNamedAdmin);
  if (named === undefined) return false;
  const actor = `${GITHUB}${login}`;
  await recordAction({ actor, action: "admin.sign-in", subject: login, reason: `GitHub ${id}` }, nowMs);
  const who: Omit<z.infer<typeof sessionSchema>, "nonce"> = { actor, named };
  await startSessionCookie(c, SESSION, { who, nowMs });
  return true;
}

/** An entry in an unknown format matches no user, whether it comes from the setting or an old cookie. */
function isNamedAdmin(entry: string): boolean {
  const named = (requireWorkerEnv().ADMIN_GITHUB_USERS ?? "").split(",").map(parseGithubAdmin);
  return parseGithubAdmin(entry) === entry && named.includes(entry);
}

export function endSession(c: Context<AppEnv>, nowMs: number): Promise<void> {
  return endSessionCookie(c, SESSION, nowMs);
}

/** The session of this request, or null. */
export async function getSession(c: Context<AppEnv>, nowMs: number): Promise<AdminSession | null> {
  const value = await readSessionCookie(c, SESSION, nowMs);
  if (value === null) return null;
  const { actor, named, nonce } = value;
  const isStillAdmin =
    actor === "operator" ||
    (named === undefined ? await isTokenValid(actor, "admin", nowMs) : isNamedAdmin(named));
  return isStillAdmin ? { actor, csrf: csrfOf(nonce) } : null;
}

/** The fields of a form that this session's own page has sent. Throws FORBIDDEN otherwise. */
export async function readAdminForm(
  c: Context<AppEnv>,
  session: AdminSession,
): Promise<Readonly<Record<string, string>>> {
  const fields = await readForm(c);
  if (!isSame(fields.csrf ?? "", session.csrf))
    throw new Refusal("FORBIDDEN", "This form is from another session; open the page again.");
  return fields;
}

export interface FlashMessage {
  readonly good: boolean;
  readonly text: string;
}

/** Stores a message that the next page shows once: the result of an action. */
export function setFlash(c: Context<AppEnv>, message: FlashMessage): void {
  setCookie(c, FLASH, encodeURIComponent(JSON.stringify(message)), {
    ...cookieOptions(c, SESSION),
    maxAge: 60,
  });
}

const flashSchema = z.object({ good: z.boolean(), text: z.string() });

export function consumeFlash(c: Context<AppEnv>): FlashMessage | null {
  const text = getCookie(c, FLASH);
  if (text === undefined) return null;
  deleteCookie(c, FLASH, cookieOptions(c, SESSION));
  try {
    return flashSchema.parse(JSON.parse(decodeURIComponent(text)));
  } catch {
    return null;
  }
}

export const noStore: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  c.res.headers.set("Cache-Control", "no-store");
};
