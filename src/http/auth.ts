/** Who calls: the operator's admin token, an API token, or nobody. Doors ask for a scope; they decide nothing else. */
import { timingSafeEqual } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import { problem } from "../domain/problem.ts";
import { findToken, hashToken, noteTokenUse, type TokenScope } from "../lib/accounts/token-store.ts";
import { LedgerUnavailable } from "../lib/db.ts";
import { causedBy } from "../lib/platform/caused-by.ts";
import { requireWorkerEnv } from "../lib/worker-context.ts";
import type { AppEnv } from "./app-env.ts";
import { callerAddress, configuredLimit, isAllowed, sendRateLimited } from "./limiter.ts";
import { sendProblem } from "./problem-response.ts";

export interface Caller {
  /** For the ledger and the audit log: `operator`, a token's id, or `anonymous`. */
  readonly id: string;
  /** Whose name uploads are published under; null for the anonymous and for the operator, who may name one. */
  readonly owner: string | null;
  readonly scopes: readonly TokenScope[];
  /** True when a token was sent that nobody could look up: good for reads that anyone may make, for nothing else. */
  readonly unverified?: boolean;
}

const ANONYMOUS: Caller = { id: "anonymous", owner: null, scopes: [] };
const OPERATOR: Caller = { id: "operator", owner: null, scopes: ["submit", "publish", "scan", "admin"] };

/** Sets `caller`. A token that is sent but not valid is refused: it must not pass for an anonymous call. */
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

/** Guessing is slowed down by address. A guess costs one look-up by a unique key, right or wrong. */
async function refuseToken(c: Context<AppEnv>): Promise<Response> {
  const address = callerAddress(c);
  if (address !== null && !(await isAllowed("write", `wrong-token:${address}`)))
    return sendRateLimited(c, configuredLimit("write"));
  return sendProblem(c, problem("UNAUTHENTICATED"));
}

/** Lets a caller with the scope through; admins have every scope. */
export function requireScope(scope: TokenScope): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const caller = c.get("caller");
    if (caller.unverified) return sendProblem(c, problem("UNAVAILABLE"));
    if (caller.id === ANONYMOUS.id) return sendProblem(c, problem("UNAUTHENTICATED"));
    if (!hasScope(caller, scope))
      return sendProblem(c, problem("FORBIDDEN", `This needs a token with the scope "${scope}".`));
    return next();
  };
}

/** Lets anyone with a valid token through. */
export const requireToken: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { id, unverified } = c.get("caller");
  if (unverified) return sendProblem(c, problem("UNAVAILABLE"));
  return id === ANONYMOUS.id ? sendProblem(c, problem("UNAUTHENTICATED")) : next();
};

export function hasScope(caller: Caller, scope: TokenScope): boolean {
  return caller.scopes.includes(scope) || caller.scopes.includes("admin");
}

export async function callerOf(text: string, method: string): Promise<Caller | null> {
  if (isOperator(text)) return OPERATOR;
  const nowMs = Date.now();
  try {
    const token = await findToken(text, nowMs);
    if (token === null) return null;
    await noteTokenUse(token, nowMs);
    return { id: token.id, owner: token.owner, scopes: token.scopes };
  } catch (error) {
    // Clients send their token with every read; what anyone may read must not depend on the ledger (decision 12).
    const isRead = method === "GET" || method === "HEAD";
    if (isRead && causedBy(error, LedgerUnavailable)) return { ...ANONYMOUS, unverified: true };
    throw error;
  }
}

/** Compared in constant time, as hashes of equal length. */
function isOperator(text: string): boolean {
  const expected = requireWorkerEnv().ADMIN_TOKEN_SHA256;
  if (expected === undefined || !/^[0-9a-f]{64}$/.test(expected)) return false;
  return timingSafeEqual(Buffer.from(hashToken(text), "hex"), Buffer.from(expected, "hex"));
}
