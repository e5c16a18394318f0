/** Headers of every response: the request id, and CORS for reads. */
import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { requestId } from "hono/request-id";
import type { AppEnv } from "./app-env.ts";

/** Sets `requestId` and sends it as X-Request-Id. A proxy's id is kept if it is safe to log and to return. */
export const assignRequestId = requestId({
  limitLength: 100,
  // Called for ids that Hono does not accept: it allows letters, digits, `_`, `-` and `=`, but proxies also send
  // dots.
  generator: (c) => {
    const sent = c.req.header("x-request-id") ?? "";
    return /^[\w.-]{8,100}$/.test(sent) ? sent : crypto.randomUUID();
  },
});

const allowReads = cors({
  origin: "*",
  allowMethods: ["GET", "HEAD"],
  allowHeaders: ["Authorization", "If-None-Match"],
  exposeHeaders: ["ETag", "Retry-After", "RateLimit-Policy", "X-Request-Id"],
  maxAge: 86_400,
});

/**
 * Any site may read, none may write. Cookies are never used cross-origin, because `Access-Control-Allow-Credentials`
 * is not sent; a token is a header that the calling page must have.
 */
export const corsForReads: MiddlewareHandler<AppEnv> = async (c, next) => {
  const isRead = c.req.method === "GET" || c.req.method === "HEAD";
  const isPreflight =
    c.req.method === "OPTIONS" && c.req.header("access-control-request-method") !== undefined;
  return isRead || isPreflight ? allowReads(c, next) : next();
};
