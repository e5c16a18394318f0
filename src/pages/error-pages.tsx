/** What a person sees when there is no page: nothing there, not now, or our fault. Machines get the JSON problem. */

import type { NotFoundHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { isRetryable, type Problem, problem, problemStatus } from "../domain/problem.ts";
import type { AppEnv } from "../http/app-env.ts";
import { noteFailure, sendUnexpectedError } from "../http/problem-response.ts";
import { type PageContext, sendPage } from "./page-response.tsx";

const MACHINE_PATHS = /^\/(?:api|clawhub|npm|mcp|feeds?)(?:\/|$)|\.(?:json|xml|txt)$|\/\.well-known\//;

/** True where a browser asks for something that is not an endpoint for programs. */
function wantsPage(c: PageContext): boolean {
  return !MACHINE_PATHS.test(c.req.path) && (c.req.header("accept") ?? "").includes("text/html");
}

/** A page where a browser looks for one; otherwise what the API says. */
export function handleNotFound(otherwise: NotFoundHandler<AppEnv>): NotFoundHandler<AppEnv> {
  return (c) => {
    const isPage = wantsPage(c) && (c.req.method === "GET" || c.req.method === "HEAD");
    return isPage ? sendProblemPage(c, problem("NOT_FOUND")) : otherwise(c);
  };
}

export function handleFailure(error: Error, c: PageContext): Response | Promise<Response> {
  return wantsPage(c) ? sendProblemPage(c, noteFailure(error, c)) : sendUnexpectedError(error, c);
}

const TITLES: Readonly<Record<number, string>> = {
  400: "That request is not right",
  401: "Please sign in",
  403: "Not allowed",
  404: "Nothing here",
  409: "It changed meanwhile",
  413: "Too large",
  429: "Too many requests",
  503: "Not available just now",
};

const RETRY_AFTER_SECONDS = "30";

export function sendProblemPage(c: PageContext, value: Problem): Promise<Response> {
  const status = problemStatus(value.code) as ContentfulStatusCode;
  if (isRetryable(value.code) && value.code !== "RATE_LIMITED") c.header("Retry-After", RETRY_AFTER_SECONDS);
  const title = TITLES[status] ?? (status >= 500 ? "Something broke" : "That did not work");
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
        <a href="/">To the front page</a>
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
