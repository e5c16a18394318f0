/**
 * Authentication: the caller is the operator (admin token), the owner of an API token, or anonymous. Routes require a
 * scope.
 */
import { timingSafeEqual } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import { problem } from "../domain/problem.ts";
import { findToken, hashToken, recordTokenUse, type TokenScope } from "../lib/accounts/token-store.ts";
import { LedgerUnavailable } from "../lib/db.ts";
import { causedBy } from "../lib/platform/caused-by.ts";
import { requireWorkerEnv } from "../lib/worker-context.ts";
import type { AppEnv } from "./app-env.ts";
import { callerNetwork, configuredLimit, isAllowed, sendRateLimited } from "./limiter.ts";
import { sendProblem } from "./problem-response.ts";

export interface Caller {
  /** For the database and the audit log: `operator`, a token's id, or `anonymous`. */
  readonly id: string;
  /** The owner name for uploads. Null for anonymous callers, and for the operator, who may choose any. */
  readonly owner: string | null;
  readonly scopes: readonly TokenScope[];
  /** True when a token was sent but the database is down. Such a caller may only make public reads. */
  readonly unverified?: boolean;
}

const ANONYMOUS: Caller = { id: "anonymous", owner: null, scopes: [] };
const OPERATOR: Caller = { id: "operator", owner: null, scopes: ["submit", "publish", "scan", "admin"] };

/** Sets `caller`. An invalid token is refused instead of being treated as anonymous. */
export const identifyCaller: MiddlewareHandler<AppEnv> = async (c, next) => {
  const header = c.req.header("authorization");
  if (header === undefined) {
    c.set("caller", ANONYMOUS);
    return next();
  }
  const text = /^Bearer ([\x21-\x7e]{1,200})$/i.exec(header)?.[1];
  const caller = text === undefined ? null : await callerOf(text, c.req.method);
  if (caller === null) return refuseToken(c);
  c.set("caller", caller);
  return next();
};

/** Rate-limits guessing by address. A guess costs one lookup by a unique key, valid or not. */
async function refuseToken(c: Context<AppEnv>): Promise<Response> {
  const network = callerNetwork(c);
  if (network !== null && !(await isAllowed("write", `wrong-token:${network}`)))
    return sendRateLimited(c, configuredLimit("write"));
  return sendProblem(c, problem("UNAUTHENTICATED"));
}

/** Allows callers with the scope. Admins have every scope. */
export function requireScope(scope: TokenScope): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const caller = c.get("caller");
    if (caller.unverified) return sendProblem(c, problem("UNAVAILABLE"));
    if (caller.id === ANONYMOUS.id) return sendProblem(c, problem("UNAUTHENTICATED"));
    if (!hasScope(caller, scope))
      return sendProblem(c, problem("FORBIDDEN", `This requires a token with the scope "${scope}".`));
    return next();
  };
}

/** Allows anyone with a valid token. */
export const requireToken: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { id, unverified } = c.get("caller");
  if (unverified) return sendProblem(c, problem("UNAVAILABLE"));
  return id === ANONYMOUS.id ? sendProblem(c, problem("UNAUTHENTICATED")) : next();
};

export function hasScope(caller: Caller, scope: TokenScope): boolean {
  return caller.scopes.includes(scope) || caller.scopes.includes("admin");
}

/** The caller with a token that was typed into a form. */
export async function callerWithToken(typed: string): Promise<Caller | null> {
  const text = typed.trim();
  return /^[\x21-\x7e]{1,200}$/.test(text) ? callerOf(text, "POST") : null;
}

export async function callerOf(text: string, method: string): Promise<Caller | null> {
  if (isOperator(text)) return OPERATOR;
  const nowMs = Date.now();
  try {
    const token = await findToken(text, nowMs);
    if (token === null) return null;
    await recordTokenUse(token, nowMs);
    return { id: token.id, owner: token.owner, scopes: token.scopes };
  } catch (error) {
    // Clients send their token with every read, and public reads must work while the database is down.
    const isRead = method === "GET" || method === "HEAD";
    if (isRead && causedBy(error, LedgerUnavailable)) return { ...ANONYMOUS, unverified: true };
    throw error;
  }
}

/** Compares in constant time, as hashes of equal length. */
function isOperator(text: string): boolean {
  const expected = requireWorkerEnv().ADMIN_TOKEN_SHA256;
  if (expected === undefined || !/^[0-9a-f]{64}$/.test(expected)) return false;
  return timingSafeEqual(Buffer.from(hashToken(text), "hex"), Buffer.from(expected, "hex"));
}
