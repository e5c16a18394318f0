/** The app's last answer: 405 with `Allow` where the address exists under another method, 404 where it does not. */
import type { Context, NotFoundHandler } from "hono";
import { problem } from "../domain/problem.ts";
import type { AppEnv } from "./app-env.ts";
import { sendNotFound, sendProblem } from "./problem-response.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** What is needed of an app: its router, which also knows middleware (method ALL) that answers nothing itself. */
interface Routed {
  readonly router: { match(method: string, path: string): readonly unknown[] };
}

export function handleUnrouted(app: Routed): NotFoundHandler<AppEnv> {
  return (c: Context<AppEnv>) => {
    const allowed = METHODS.filter((method) => hasHandler(app, method, c.req.path));
    if (allowed.length === 0 || allowed.includes(c.req.method as "GET")) return sendNotFound(c);
    const also = allowed.includes("GET") ? ["HEAD"] : [];
    c.header("Allow", [...allowed, ...also, "OPTIONS"].join(", "));
    if (c.req.method === "OPTIONS") return c.body(null, 204);
    return sendProblem(c, problem("METHOD_NOT_ALLOWED"));
  };
}

function hasHandler(app: Routed, method: string, path: string): boolean {
  const [matched] = app.router.match(method, path) as [[[unknown, { method: string }], unknown][]];
  return matched.some(([[, route]]) => route.method !== "ALL");
}
