/** Who calls: the operator's admin token, an API token, or nobody. Doors ask for a scope; they decide nothing else. */
import { timingSafeEqual } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { problem } from "../domain/problem.ts";
import { findToken, hashToken, noteTokenUse, type TokenScope } from "../lib/token-store.ts";
import { requireWorkerEnv } from "../lib/worker-context.ts";
import { answerProblem } from "./answer-problem.ts";
import type { AppEnv } from "./app-env.ts";

export interface Caller {
  /** For the ledger and the audit log: `operator`, a token's id, or `anonymous`. */
  readonly id: string;
  /** Whose name uploads are published under; null for the anonymous and for the operator, who may name one. */
  readonly owner: string | null;
  readonly scopes: readonly TokenScope[];
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
  const caller = text === undefined ? null : await callerOf(text);
  if (caller === null) return answerProblem(c, problem("UNAUTHENTICATED"));
  c.set("caller", caller);
  return next();
};

/** Lets a caller with the scope through; admins have every scope. */
export function requireScope(scope: TokenScope): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const caller = c.get("caller");
    if (caller.id === ANONYMOUS.id) return answerProblem(c, problem("UNAUTHENTICATED"));
    if (!hasScope(caller, scope))
      return answerProblem(c, problem("FORBIDDEN", `This needs a token with the scope "${scope}".`));
    return next();
  };
}

export function hasScope(caller: Caller, scope: TokenScope): boolean {
  return caller.scopes.includes(scope) || caller.scopes.includes("admin");
}

async function callerOf(text: string): Promise<Caller | null> {
  if (isOperator(text)) return OPERATOR;
  const nowMs = Date.now();
  const token = await findToken(text, nowMs);
  if (token === null) return null;
  await noteTokenUse(token, nowMs);
  return { id: token.id, owner: token.owner, scopes: token.scopes };
}

/** Compared in constant time, as hashes of equal length. */
function isOperator(text: string): boolean {
  const expected = requireWorkerEnv().ADMIN_TOKEN_SHA256;
  if (expected === undefined || !/^[0-9a-f]{64}$/.test(expected)) return false;
  return timingSafeEqual(Buffer.from(hashToken(text), "hex"), Buffer.from(expected, "hex"));
}
