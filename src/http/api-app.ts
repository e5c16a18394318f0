/** The kind of app that every API room builds on: schema violations become one 400 that names the fields. */
import { OpenAPIHono, type RouteConfig, type RouteHandler, z } from "@hono/zod-openapi";
import { bodyLimit } from "hono/body-limit";
import { problem } from "../domain/problem.ts";
import type { AppEnv } from "./app-env.ts";
import { sendProblem } from "./problem-response.ts";

/** JSON bodies of ours are small; archives have limits of their own. */
const JSON_BODY_BYTES = 256 * 1024;

export function createApi(): OpenAPIHono<AppEnv> {
  return new OpenAPIHono<AppEnv>({
    defaultHook: (result, c) => {
      if (result.success) return undefined;
      const fields = result.error.issues.flatMap((issue) =>
        issue.code === "unrecognized_keys"
          ? issue.keys.map((key) => ({ field: [...issue.path, key].join("."), message: "is not known here" }))
          : [{ field: issue.path.join("."), message: issue.message }],
      );
      const named = fields.map(({ field, message }) => `${field || "body"}: ${message}`).join("; ");
      return sendProblem(c, problem("BAD_REQUEST", `The request is not right: ${named}.`, { fields }));
    },
  });
}

export const limitJsonBody = bodyLimit({
  maxSize: JSON_BODY_BYTES,
  onError: (c) => sendProblem(c, problem("BODY_TOO_LARGE")),
});

/** The one error shape, for route descriptions. */
const errorBody = z
  .object({ error: z.string(), message: z.string(), details: z.unknown().optional() })
  .openapi("Error");

export const errorResponse = (description: string) => ({
  description,
  content: { "application/json": { schema: errorBody } },
});

/** What any route may answer besides its own. */
export const commonErrors = {
  400: errorResponse("A parameter or field is unknown or not right; `details.fields` names each"),
  401: errorResponse("The token is missing or not valid"),
  429: errorResponse("Too many requests; `Retry-After` says how long to wait"),
  503: errorResponse("A part of the platform does not answer; try again after `Retry-After`"),
} as const;

export const jsonResponse = <T extends z.ZodType>(schema: T, description: string) => ({
  description,
  content: { "application/json": { schema } },
});

export const jsonBody = <T extends z.ZodType>(schema: T) => ({
  required: true,
  content: { "application/json": { schema } },
});

/** A number in a query: decimal digits alone (JavaScript's own reading takes `0x10`, `1e1` and nothing at all for one). */
export const wholeNumber = (min: number, max: number, fallback: number) =>
  z
    .string()
    .regex(/^[0-9]{1,15}$/, "must be a whole number, in decimal digits")
    .transform(Number)
    .pipe(z.number().min(min).max(max))
    .default(fallback)
    .openapi({ type: "integer", minimum: min, maximum: max, default: fallback });

/** A page of a list: whole numbers, never silently clamped. */
export const pageQuery = (defaultLimit: number, maxLimit: number) => ({
  page: wholeNumber(1, 100_000, 1),
  limit: wholeNumber(1, maxLimit, defaultLimit),
});

const tooLarge = { 413: errorResponse("The body is too large") } as const;

/**
 * Adds a route. Handlers answer a plain Response: what they send is held to the description by the tests, which check
 * every response against the generated document, rather than by types that know no 304, stream or problem.
 * A route that names no query parameters takes none (L41); what any route may answer is described for all.
 */
export function serve<R extends RouteConfig>(
  api: OpenAPIHono<AppEnv>,
  route: R & { getRoutingPath(): string },
  handler: (c: Parameters<RouteHandler<R, AppEnv>>[0]) => Promise<Response>,
): void {
  const request = { ...route.request, query: route.request?.query ?? z.strictObject({}) };
  const takesJson = route.request?.body?.content["application/json"] !== undefined;
  if (takesJson) api.use(route.getRoutingPath(), limitJsonBody);
  const responses = { ...commonErrors, ...(takesJson ? tooLarge : {}), ...route.responses };
  const strict = { ...route, request, responses };
  api.openapi(strict, handler as unknown as RouteHandler<typeof strict, AppEnv>);
}
