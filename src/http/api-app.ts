/** The kind of app that every API room builds on: schema violations become one 400 that names the fields. */
import { OpenAPIHono, type RouteConfig, type RouteHandler, z } from "@hono/zod-openapi";
import { problem } from "../domain/problem.ts";
import { answerProblem } from "./answer-problem.ts";
import type { AppEnv } from "./app-env.ts";

export function createApi(): OpenAPIHono<AppEnv> {
  return new OpenAPIHono<AppEnv>({
    defaultHook: (result, c) => {
      if (result.success) return undefined;
      const fields = result.error.issues.map(({ path, message }) => ({ field: path.join("."), message }));
      const named = fields.map(({ field, message }) => `${field || "body"}: ${message}`).join("; ");
      return answerProblem(c, problem("BAD_REQUEST", `The request is not right: ${named}.`, { fields }));
    },
  });
}

/**
 * Adds a route. Handlers answer a plain Response: what they send is held to the description by the tests, which check
 * every response against the generated document, rather than by types that know no 304, stream or problem.
 */
export function serve<R extends RouteConfig>(
  api: OpenAPIHono<AppEnv>,
  route: R & { getRoutingPath(): string },
  handler: (c: Parameters<RouteHandler<R, AppEnv>>[0]) => Promise<Response>,
): void {
  api.openapi(route, handler as unknown as RouteHandler<R, AppEnv>);
}

/** The one error shape, for route descriptions. */
export const errorBody = z
  .object({ error: z.string(), message: z.string(), details: z.unknown().optional() })
  .openapi("Error");

export const errorResponse = (description: string) => ({
  description,
  content: { "application/json": { schema: errorBody } },
});
