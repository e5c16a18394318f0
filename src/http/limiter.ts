/** The rate limits: their sizes, their keys, and the response when one is exceeded. */
import type { Context } from "hono";
import { clientNetwork } from "../domain/client-network.ts";
import { problem } from "../domain/problem.ts";
import { requireWorkerEnv } from "../lib/worker-context.ts";
import type { AppEnv } from "./app-env.ts";
import { sendProblem } from "./problem-response.ts";

export type LimitKind = "read" | "write";

export const PERIOD_SECONDS = 60;
/** The limits that `wrangler.jsonc` configures; a test checks that both agree. */
export const DEFAULT_LIMITS: Readonly<Record<LimitKind, number>> = { read: 600, write: 30 };

export async function isAllowed(kind: LimitKind, key: string): Promise<boolean> {
  const env = requireWorkerEnv();
  const limiter = kind === "read" ? env.RATE_LIMIT_READ : env.RATE_LIMIT_WRITE;
  return (await limiter.limit({ key })).success;
}

/** The 429 response in the formats that clients read. */
export function sendRateLimited(c: Context, limit: number): Response {
  setRateLimitHeaders(c, limit);
  return sendProblem(c, problem("RATE_LIMITED"));
}

/** Sets the headers of a 429, for an API response and for a page. */
export function setRateLimitHeaders(c: Context, limit: number): void {
  const reset = String(PERIOD_SECONDS);
  c.header("Retry-After", reset);
  c.header("RateLimit-Remaining", "0");
  c.header("RateLimit-Reset", reset);
  c.header("X-RateLimit-Limit", String(limit));
  c.header("X-RateLimit-Remaining", "0");
  c.header("X-RateLimit-Reset", String(Math.ceil(Date.now() / 1000) + PERIOD_SECONDS));
}

/** The policy of a limit, sent whether or not it is reached. */
export const policyOf = (kind: LimitKind): string =>
  `"${kind}";q=${configuredLimit(kind)};w=${PERIOD_SECONDS}`;

/** `RATE_LIMITS=read=600,write=30`. Other limits keep their default. */
export function configuredLimit(kind: LimitKind): number {
  const named = new RegExp(`(?:^|,)\\s*${kind}=(\\d{1,9})\\s*(?:,|$)`).exec(
    requireWorkerEnv().RATE_LIMITS ?? "",
  );
  return named?.[1] === undefined ? DEFAULT_LIMITS[kind] : Number(named[1]);
}

/**
 * The client's network (`clientNetwork`) as the platform reports it, or null inside this process. Cloudflare and the
 * embedded server both overwrite `CF-Connecting-IP`, so a client cannot forge it. Behind the operator's own proxy that
 * proxy's header counts, and of it only the last entry: the client can write the ones before.
 */
export function callerNetwork(c: Context<AppEnv>): string | null {
  const proxy = requireWorkerEnv().TRUSTED_PROXY;
  const forwarded =
    proxy === undefined || proxy === "" ? undefined : c.req.header(proxy)?.split(",").at(-1)?.trim();
  const address = forwarded || c.req.header("cf-connecting-ip");
  return address ? clientNetwork(address) : null;
}
