/** Error responses: one format everywhere, `{ error, message, details? }`. Unexpected errors reveal nothing. */
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { isRetryable, type Problem, problem, problemStatus, Refusal } from "../domain/problem.ts";
import { LedgerUnavailable } from "../lib/db.ts";
import { causedBy } from "../lib/platform/caused-by.ts";
import { describeError, log } from "../lib/platform/log.ts";
import { StoreUnavailable } from "../lib/platform/time-limit.ts";

/** Seconds a client should wait before it retries after a server error. */
const RETRY_AFTER_SECONDS = 30;

export function sendProblem(c: Context, value: Problem): Response {
  const { code, message, details } = value;
  const status = problemStatus(code) as ContentfulStatusCode;
  if (status === 503 && isRetryable(code)) c.header("Retry-After", String(RETRY_AFTER_SECONDS));
  if (status === 401) c.header("WWW-Authenticate", 'Bearer realm="vskill"');
  c.header("Cache-Control", "no-store");
  return c.json(details === undefined ? { error: code, message } : { error: code, message, details }, status);
}

export function sendNotFound(c: Context): Response {
  return sendProblem(c, problem("NOT_FOUND"));
}

export function sendUnexpectedError(error: Error, c: Context): Response {
  return sendProblem(c, logFailure(error, c));
}

/** The problem for a thrown error. Server errors are logged here, once. */
export function logFailure(error: Error, c: Context): Problem {
  const value = problemOf(error);
  const { path, method } = c.req;
  if (problemStatus(value.code) >= 500) {
    const event = value.code === "INTERNAL" ? "http.unexpected" : "http.unavailable";
    log("error", event, { path, method, requestId: c.get("requestId"), error: describeError(error) });
  }
  return value;
}

/** Expected failures that were thrown, then stores that are unavailable (503, retry), then bugs (500). */
function problemOf(error: Error): Problem {
  const refusal = causedBy(error, Refusal);
  if (refusal !== null) return refusal.problem;
  if (error instanceof HTTPException) return problem("BAD_REQUEST", error.message);
  const down = causedBy(error, LedgerUnavailable) ?? causedBy(error, StoreUnavailable);
  return problem(down === null ? "INTERNAL" : "UNAVAILABLE");
}
