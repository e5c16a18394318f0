/**
 * Rate limits before anything expensive (L63): by token, or else by address. The runtime tells yes or no only.
 * The address is the platform's or the trusted proxy's, never a header that anyone can send.
 */
import type { Context, MiddlewareHandler } from "hono";
import { problem } from "../domain/problem.ts";
import { requireWorkerEnv } from "../lib/worker-context.ts";
import { answerProblem } from "./answer-problem.ts";
import type { AppEnv } from "./app-env.ts";
import { hasScope } from "./auth.ts";

const PERIOD_SECONDS = 60;

export function rateLimit(kind: "read" | "write"): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const caller = c.get("caller");
    if (hasScope(caller, "admin")) return next();
    const env = requireWorkerEnv();
    const limiter = kind === "read" ? env.RATE_LIMIT_READ : env.RATE_LIMIT_WRITE;
    const key = caller.id === "anonymous" ? `address:${callerAddress(c)}` : `token:${caller.id}`;
    const { success } = await limiter.limit({ key });
    if (success) return next();
    c.header("Retry-After", String(PERIOD_SECONDS));
    c.header("RateLimit-Remaining", "0");
    return answerProblem(c, problem("RATE_LIMITED"));
  };
}

/** The caller's address as the platform or the trusted proxy tells it. */
export function callerAddress(c: Context<AppEnv>): string {
  const header = requireWorkerEnv().TRUSTED_PROXY ?? "cf-connecting-ip";
  const value = c.req.header(header);
  return value?.split(",")[0]?.trim() || "local";
}
