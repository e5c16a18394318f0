/** Problems on the wire: one shape everywhere, `{ error, message, details? }`; unexpected errors show nothing. */
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { isRetryable, type Problem, problem, problemStatus, Refusal } from "../domain/problem.ts";
import { causedBy } from "../lib/caused-by.ts";
import { LedgerUnavailable } from "../lib/db.ts";
import { describeError, log } from "../lib/log.ts";
import { TimeLimitExceeded } from "../lib/time-limit.ts";

/** Seconds a client should wait after a failure of ours before it tries again. */
const RETRY_AFTER_SECONDS = 30;

export function answerProblem(c: Context, value: Problem): Response {
  const { code, message, details } = value;
  const status = problemStatus(code) as ContentfulStatusCode;
  if (status === 503 && isRetryable(code)) c.header("Retry-After", String(RETRY_AFTER_SECONDS));
  c.header("Cache-Control", "no-store");
  return c.json(details === undefined ? { error: code, message } : { error: code, message, details }, status);
}

export function answerNotFound(c: Context): Response {
  return answerProblem(c, problem("NOT_FOUND"));
}

/** Expected failures that were thrown, then stores that do not answer (503, try again), then bugs (500). */
export function answerUnexpected(error: Error, c: Context): Response {
  const refusal = causedBy(error, Refusal);
  if (refusal !== null) return answerProblem(c, refusal.problem);
  if (error instanceof HTTPException) return answerProblem(c, problem("BAD_REQUEST", error.message));
  if (causedBy(error, LedgerUnavailable) !== null || causedBy(error, TimeLimitExceeded) !== null) {
    log("error", "http.unavailable", { path: c.req.path, error: describeError(error) });
    return answerProblem(c, problem("UNAVAILABLE"));
  }
  log("error", "http.unexpected", { path: c.req.path, method: c.req.method, error: describeError(error) });
  return answerProblem(c, problem("INTERNAL"));
}
