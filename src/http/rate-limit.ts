/**
 * Rate limits before anything expensive (L63): by token, otherwise by address. The runtime only reports whether a
 * limit is exceeded, so responses cannot contain the remaining count. Admins are exempt.
 */
import type { Context, MiddlewareHandler } from "hono";
import type { AppEnv } from "./app-env.ts";
import { hasScope } from "./auth.ts";
import {
  callerNetwork,
  configuredLimit,
  isAllowed,
  type LimitKind,
  policyOf,
  sendRateLimited,
} from "./limiter.ts";

export function rateLimit(kind: LimitKind): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    c.header("RateLimit-Policy", policyOf(kind));
    return (await mayPass(c, kind)) ? next() : sendRateLimited(c, configuredLimit(kind));
  };
}

async function mayPass(c: Context<AppEnv>, kind: LimitKind): Promise<boolean> {
  const caller = c.get("caller");
  if (hasScope(caller, "admin")) return true;
  const network = callerNetwork(c);
  const key = caller.id === "anonymous" ? network && `address:${network}` : `token:${caller.id}`;
  // Without an address the call came from this process (a start-up check, a test), not from a network.
  return key === null || isAllowed(kind, key);
}
