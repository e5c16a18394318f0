/**
 * Rate limits before anything expensive (L63): by token, or else by address. The runtime tells yes or no only, so no
 * count of what is left is promised. Admins pass.
 */
import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./app-env.ts";
import { hasScope } from "./auth.ts";
import {
  answerLimited,
  callerAddress,
  configuredLimit,
  isAllowed,
  type LimitKind,
  policyOf,
} from "./limiter.ts";

export function rateLimit(kind: LimitKind): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const limit = configuredLimit(kind);
    c.header("RateLimit-Policy", policyOf(kind));
    const caller = c.get("caller");
    if (hasScope(caller, "admin")) return next();
    const address = callerAddress(c);
    const key = caller.id === "anonymous" ? address && `address:${address}` : `token:${caller.id}`;
    // Without an address the call came from this very process (a start-up check, a test), not from a network.
    if (key === null || (await isAllowed(kind, key))) return next();
    return answerLimited(c, limit);
  };
}
