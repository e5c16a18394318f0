/** Error pages for browsers; API clients get the problem as JSON. */

import type { NotFoundHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { isRetryable, type Problem, problem, problemStatus } from "../domain/problem.ts";
import type { AppEnv } from "../http/app-env.ts";
import { logFailure, sendUnexpectedError } from "../http/problem-response.ts";
import { type PageContext, sendPage } from "./page-response.tsx";

const MACHINE_PATHS = /^\/(?:api|clawhub|npm|mcp|feeds?)(?:\/|$)|\.(?:json|xml|txt)$|\/\.well-known\//;

/** True for a browser's request to anything but a machine-readable endpoint. */
function wantsPage(c: PageContext): boolean {
  return !MACHINE_PATHS.test(c.req.path) && (c.req.header("accept") ?? "").includes("text/html");
}

/** The 404 page for a browser; otherwise the API's own response. */
export function handleNotFound(otherwise: NotFoundHandler<AppEnv>): NotFoundHandler<AppEnv> {
  return (c) => {
    const isPage = wantsPage(c) && (c.req.method === "GET" || c.req.method === "HEAD");
    return isPage ? sendProblemPage(c, problem("NOT_FOUND")) : otherwise(c);
  };
}

export function handleFailure(error: Error, c: PageContext): Response | Promise<Response> {
  return wantsPage(c) ? sendProblemPage(c, logFailure(error, c)) : sendUnexpectedError(error, c);
}

const TITLES: Readonly<Record<number, string>> = {
  400: "Bad request",
  401: "Sign in required",
  403: "Not allowed",
  404: "Page not found",
  409: "Someone else changed this",
  413: "Too large",
  429: "Too many requests",
  503: "Temporarily unavailable",
};

const RETRY_AFTER_SECONDS = "30";

export function sendProblemPage(c: PageContext, value: Problem): Promise<Response> {
  const status = problemStatus(value.code) as ContentfulStatusCode;
  if (isRetryable(value.code) && value.code !== "RATE_LIMITED") c.header("Retry-After", RETRY_AFTER_SECONDS);
  const title = TITLES[status] ?? (status >= 500 ? "Something went wrong" : "Request failed");
  return sendPage(
    c,
    { title, description: value.message, status, noIndex: true, cache: "never" },
    <div class="wrap narrow stack">
      <p class="muted small num">{status}</p>
      <h1>{title}</h1>
      <p class="lead">{value.message}</p>
      {status === 404 && (
        <form action="/skills" method="get" class="searchbar">
          <input
            class="input"
            type="search"
            name="q"
            aria-label="Search skills"
            placeholder="Search skills"
          />
          <button class="btn btn-main" type="submit">
            Search
          </button>
        </form>
      )}
      <p>
        <a href="/">Back to home</a>
        {status >= 500 && (
          <>
            {" "}
            · <a href={c.req.path}>Try again</a>
          </>
        )}
      </p>
    </div>,
  );
}
