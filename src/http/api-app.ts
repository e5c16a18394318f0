/** The base of every API module: a schema violation becomes one 400 that names the fields. */
import { OpenAPIHono, type RouteConfig, type RouteHandler, z } from "@hono/zod-openapi";
import { problem } from "../domain/problem.ts";
import type { AppEnv } from "./app-env.ts";
import { sendProblem } from "./problem-response.ts";
import { limitJsonBody } from "./read-body.ts";

export function createApi(): OpenAPIHono<AppEnv> {
  return new OpenAPIHono<AppEnv>({
    defaultHook: (result, c) => {
      if (result.success) return undefined;
      const fields = result.error.issues.flatMap((issue) =>
        issue.code === "unrecognized_keys"
          ? issue.keys.map((key) => ({ field: [...issue.path, key].join("."), message: "is unknown" }))
          : [{ field: issue.path.join("."), message: issue.message }],
      );
      const named = fields.map(({ field, message }) => `${field || "body"}: ${message}`).join("; ");
      return sendProblem(c, problem("BAD_REQUEST", `Invalid request: ${named}.`, { fields }));
    },
  });
}

/** The error format, for route descriptions. */
const errorBody = z
  .object({ error: z.string(), message: z.string(), details: z.unknown().optional() })
  .openapi("Error");

export const errorResponse = (description: string) => ({
  description,
  content: { "application/json": { schema: errorBody } },
});

/** Responses that every route may return in addition to its own. */
export const commonErrors = {
  400: errorResponse(
    "Invalid request: an unknown or invalid parameter or field; `details.fields` lists them",
  ),
  401: errorResponse("Authentication required: the token is missing or invalid"),
  429: errorResponse("Too many requests; retry after `Retry-After`"),
  503: errorResponse("Temporarily unavailable; retry after `Retry-After`"),
} as const;

export const jsonResponse = <T extends z.ZodType>(schema: T, description: string) => ({
  description,
  content: { "application/json": { schema } },
});

export const jsonBody = <T extends z.ZodType>(schema: T) => ({
  required: true,
  content: { "application/json": { schema } },
});

/** A number in a query: decimal digits only (JavaScript also parses `0x10` and `1e1`, and an empty text as 0). */
export const wholeNumber = (min: number, max: number, fallback: number) =>
  z
    .string()
    .regex(/^[0-9]{1,15}$/, "must be a whole number in decimal digits")
    .transform(Number)
    .pipe(z.number().min(min).max(max))
    .default(fallback)
    .openapi({ type: "integer", minimum: min, maximum: max, default: fallback });

/** A page of a list: whole numbers, never silently clamped. */
export const pageQuery = (defaultLimit: number, maxLimit: number) => ({
  page: wholeNumber(1, 100_000, 1),
  limit: wholeNumber(1, maxLimit, defaultLimit),
});

const bodyErrors = {
  408: errorResponse("The body took too long to arrive"),
  413: errorResponse("Request too large"),
} as const;

/**
 * Adds a route. Handlers return a plain Response. The tests check every response against the generated document,
 * because the types cannot express a 304, a stream or a problem. A route without query parameters accepts none (L41).
 * The common responses are added to each description.
 */
export function serve<R extends RouteConfig>(
  api: OpenAPIHono<AppEnv>,
  route: R & { getRoutingPath(): string },
  handler: (c: Parameters<RouteHandler<R, AppEnv>>[0]) => Promise<Response>,
): void {
  const request = { ...route.request, query: route.request?.query ?? z.strictObject({}) };
  const takesJson = route.request?.body?.content["application/json"] !== undefined;
  // After the route's own middleware: a caller who is refused sends no body.
  const middleware = [route.middleware ?? [], takesJson ? limitJsonBody : []].flat();
  const responses = { ...commonErrors, ...(takesJson ? bodyErrors : {}), ...route.responses };
  const strict = { ...route, request, responses, middleware };
  api.openapi(strict, handler as unknown as RouteHandler<typeof strict, AppEnv>);
}
