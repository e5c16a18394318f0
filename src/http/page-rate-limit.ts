/** The API's rate limits for pages: by address, before anything is read (L63). */
import type { Context, MiddlewareHandler } from "hono";
import { Refusal } from "../domain/problem.ts";
import type { AppEnv } from "./app-env.ts";
import {
  callerNetwork,
  configuredLimit,
  isAllowed,
  type LimitKind,
  policyOf,
  setRateLimitHeaders,
} from "./limiter.ts";

export const limitPageReads: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.req.method === "GET" || c.req.method === "HEAD") await requireRateLimit(c, "read");
  return next();
};

export const limitPageWrites: MiddlewareHandler<AppEnv> = async (c, next) => {
  await requireRateLimit(c, "write");
  return next();
};

/** Throws RATE_LIMITED, with its headers set, when the address has reached its limit. */
async function requireRateLimit(c: Context<AppEnv>, kind: LimitKind): Promise<void> {
  c.header("RateLimit-Policy", policyOf(kind));
  const network = callerNetwork(c);
  if (network === null || (await isAllowed(kind, `address:${network}`))) return;
  setRateLimitHeaders(c, configuredLimit(kind));
  throw new Refusal("RATE_LIMITED");
}
