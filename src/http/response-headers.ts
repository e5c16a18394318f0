/** What every answer carries: a request id, headers against misuse by browsers, and CORS for reads. */
import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./app-env.ts";

/** Ids that a proxy in front has given are kept, if they are harmless to log and to send back. */
const FOREIGN_ID = /^[A-Za-z0-9._-]{8,100}$/;

export const requestId: MiddlewareHandler<AppEnv> = async (c, next) => {
  const sent = c.req.header("x-request-id");
  const id = sent !== undefined && FOREIGN_ID.test(sent) ? sent : crypto.randomUUID();
  c.set("requestId", id);
  await next();
  c.header("X-Request-Id", id);
  c.header("X-Content-Type-Options", "nosniff");
};

/** How long a browser may remember that it may ask, in seconds. */
const PREFLIGHT_SECONDS = 86_400;

/**
 * Any site may read; none may write with a visitor's rights: tokens travel in a header that a page must own, and
 * no cookie counts here (`Access-Control-Allow-Credentials` is never sent).
 */
export const corsForReads: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.req.method === "OPTIONS" && c.req.header("access-control-request-method") !== undefined) {
    return c.body(null, 204, {
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Allow-Methods": "GET, HEAD",
      "Access-Control-Allow-Headers": "Authorization, If-None-Match, X-Vskill-Tenant",
      "Access-Control-Max-Age": String(PREFLIGHT_SECONDS),
    });
  }
  await next();
  if (c.req.method !== "GET" && c.req.method !== "HEAD") return;
  c.header("Access-Control-Allow-Origin", "*");
  c.header("Access-Control-Expose-Headers", "ETag, Retry-After, RateLimit-Policy, X-Request-Id");
};
