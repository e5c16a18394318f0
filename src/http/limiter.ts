/** The limits themselves: how many, whose, and what is said when there were too many. */
import type { Context } from "hono";
import { problem } from "../domain/problem.ts";
import { requireWorkerEnv } from "../lib/worker-context.ts";
import type { AppEnv } from "./app-env.ts";
import { sendProblem } from "./problem-response.ts";

export type LimitKind = "read" | "write";

export const PERIOD_SECONDS = 60;
/** What `wrangler.jsonc` configures; a test holds the two together. */
export const DEFAULT_LIMITS: Readonly<Record<LimitKind, number>> = { read: 600, write: 30 };

export async function isAllowed(kind: LimitKind, key: string): Promise<boolean> {
  const env = requireWorkerEnv();
  const limiter = kind === "read" ? env.RATE_LIMIT_READ : env.RATE_LIMIT_WRITE;
  return (await limiter.limit({ key })).success;
}

/** 429 in the forms that clients read. */
export function sendRateLimited(c: Context, limit: number): Response {
  sayLimited(c, limit);
  return sendProblem(c, problem("RATE_LIMITED"));
}

/** The headers of a 429, also for those who answer it with a page. */
export function sayLimited(c: Context, limit: number): void {
  const reset = String(PERIOD_SECONDS);
  c.header("Retry-After", reset);
  c.header("RateLimit-Remaining", "0");
  c.header("RateLimit-Reset", reset);
  c.header("X-RateLimit-Limit", String(limit));
  c.header("X-RateLimit-Remaining", "0");
  c.header("X-RateLimit-Reset", String(Math.ceil(Date.now() / 1000) + PERIOD_SECONDS));
}

/** What is promised about a limit, whether or not it is reached. */
export const policyOf = (kind: LimitKind): string =>
  `"${kind}";q=${configuredLimit(kind)};w=${PERIOD_SECONDS}`;

/** `RATE_LIMITS=read=600,write=30`; what it does not name keeps its default. */
export function configuredLimit(kind: LimitKind): number {
  const named = new RegExp(`(?:^|,)\\s*${kind}=(\\d{1,9})\\s*(?:,|$)`).exec(
    requireWorkerEnv().RATE_LIMITS ?? "",
  );
  return named?.[1] === undefined ? DEFAULT_LIMITS[kind] : Number(named[1]);
}

/**
 * The caller's address as the platform tells it, or null inside this process. `CF-Connecting-IP` is the platform's
 * word: Cloudflare and the embedded server both write it over whatever a client sends. Behind a proxy of the
 * operator's own, its header counts, and of that the last entry: the ones before it are the client's own claims.
 */
export function callerAddress(c: Context<AppEnv>): string | null {
  const proxy = requireWorkerEnv().TRUSTED_PROXY;
  const told =
    proxy === undefined || proxy === "" ? undefined : c.req.header(proxy)?.split(",").at(-1)?.trim();
  return told || c.req.header("cf-connecting-ip") || null;
}
