/** The response for a path that exists without this method: 405 with `Allow`, or 204 with `Allow` for OPTIONS. */
import type { Context } from "hono";
import { problem } from "../domain/problem.ts";
import type { AppEnv } from "./app-env.ts";
import { sendProblem } from "./problem-response.ts";

export function sendMethodNotAllowed(c: Context<AppEnv>, allowedMethods: readonly string[]): Response {
  // A browser that opens the URL of a form keeps its "not found" page.
  if (c.res.headers.get("content-type")?.startsWith("text/html")) return c.res;
  c.header("Allow", [...allowedMethods, "OPTIONS"].join(", "));
  return c.req.method === "OPTIONS" ? c.body(null, 204) : sendProblem(c, problem("METHOD_NOT_ALLOWED"));
}
