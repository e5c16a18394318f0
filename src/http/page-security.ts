/**
 * Security headers of every response. Skill text is untrusted: no inline script runs, nothing is loaded from other
 * sites, and no site may frame a page. A route that has set one of these headers keeps its own, which hono/secure-
 * headers would overwrite.
 */
import type { MiddlewareHandler } from "hono";
import { requireWorkerEnv } from "../lib/worker-context.ts";
import type { AppEnv } from "./app-env.ts";

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

const HEADERS: Readonly<Record<string, string>> = {
  "Content-Security-Policy": CONTENT_SECURITY_POLICY,
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
};

/** A year, as the preload lists of browsers require. Sent over https only. */
const STRICT_TRANSPORT_SECURITY = "max-age=31536000; includeSubDomains";

export const pageSecurity: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  for (const [name, value] of Object.entries(HEADERS)) {
    if (!c.res.headers.has(name)) c.res.headers.set(name, value);
  }
  if (isHttps(c.req.url, requireWorkerEnv().PUBLIC_URL))
    c.res.headers.set("Strict-Transport-Security", STRICT_TRANSPORT_SECURITY);
};

/**
 * Behind a proxy that terminates TLS the request itself is plain HTTP; PUBLIC_URL has the scheme that the browser
 * sees.
 */
export function isHttps(requestUrl: string, publicUrl: string | undefined): boolean {
  return (publicUrl || requestUrl).startsWith("https:");
}
