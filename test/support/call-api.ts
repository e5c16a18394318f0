/**
 * Calls the app inside workerd, and checks every `/api/v1` response against the OpenAPI definitions that /openapi.json
 * is generated from: the status must be described, and JSON must match its schema.
 */
import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import type { z } from "@hono/zod-openapi";
import { expect } from "vitest";
import { app } from "../../src/app.ts";
import type { CloudflareEnv } from "../../src/env.ts";
import { hashToken } from "../../src/lib/accounts/token-store.ts";
import { runWithWorkerEnv } from "../../src/lib/worker-context.ts";

export const ADMIN_TOKEN = "vsk_operator-token-of-the-tests";
export const ORIGIN = "http://registry.test";

interface CallOptions extends RequestInit<RequestInitCfProperties> {
  readonly token?: string;
  readonly json?: unknown;
  /** Replaces bindings, for example with a ledger that is down. */
  readonly env?: Partial<CloudflareEnv>;
}

export async function call(path: string, options: CallOptions = {}): Promise<Response> {
  const { token, json, env: changed, ...init } = options;
  const headers = new Headers(init.headers);
  if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
  if (json !== undefined) headers.set("content-type", "application/json");
  const body = json === undefined ? {} : { body: JSON.stringify(json), method: init.method ?? "POST" };
  const request = new Request(`${ORIGIN}${path}`, { redirect: "manual", ...init, ...body, headers });
  const context = createExecutionContext();
  const bindings: CloudflareEnv = { ...env, ADMIN_TOKEN_SHA256: hashToken(ADMIN_TOKEN), ...changed };
  const response = await runWithWorkerEnv(bindings, async () => app.fetch(request, bindings, context));
  if (!response.headers.get("content-type")?.includes("event-stream")) await waitOnExecutionContext(context);
  await checkAgainstOpenApi(request, response.clone());
  return response;
}

/** The body as text, whatever its content type: workerd warns when `text()` reads bytes that are not declared as text. */
export const readText = async (response: Response): Promise<string> =>
  new TextDecoder().decode(await response.arrayBuffer());

/** Returns the response's JSON, after checking its status. */
export async function callJson<T = Record<string, unknown>>(
  path: string,
  options: CallOptions = {},
  status = 200,
) {
  const response = await call(path, options);
  const text = await response.text();
  expect(`${response.status} ${text}`).toMatch(new RegExp(`^${status} `));
  return JSON.parse(text) as T;
}

export const admin = (json?: unknown): CallOptions =>
  json === undefined ? { token: ADMIN_TOKEN } : { token: ADMIN_TOKEN, json };

interface DescribedRoute {
  readonly method: string;
  readonly path: string;
  readonly request?: { readonly body?: unknown };
  readonly responses: Record<string, { content?: Record<string, { schema?: unknown }> }>;
}

export function describedRoutes(): DescribedRoute[] {
  return app.openAPIRegistry.definitions.flatMap((definition) =>
    definition.type === "route" ? [definition.route as unknown as DescribedRoute] : [],
  );
}

function matches(template: string, path: string): boolean {
  const pattern = template.replace(/[.]/g, "\\.").replace(/\{[^}]+\}/g, "[^/]+");
  return new RegExp(`^${pattern}$`).test(path);
}

async function checkAgainstOpenApi(request: Request, response: Response): Promise<void> {
  const { pathname } = new URL(request.url);
  if (!pathname.startsWith("/api/v1/")) return;
  const method = request.method === "HEAD" ? "get" : request.method.toLowerCase();
  const route = describedRoutes().find((entry) => entry.method === method && matches(entry.path, pathname));
  if (route === undefined) {
    expect([204, 401, 404, 405, 429], `${method} ${pathname} is not described`).toContain(response.status);
    return;
  }
  const where = `${method} ${route.path} → ${response.status}`;
  const described = route.responses[response.status];
  expect(described, `${where} is not described`).toBeDefined();
  const type = (response.headers.get("content-type") ?? "").split(";")[0] ?? "";
  if (request.method === "HEAD" || type === "" || response.status === 304) return;
  const schema = described?.content?.[type]?.schema as z.ZodType | undefined;
  expect(schema, `${where} as ${type} is not described`).toBeDefined();
  if (type !== "application/json") return;
  const parsed = schema?.safeParse(await response.json());
  expect(parsed?.success, `${where} does not match its schema: ${parsed?.error?.message}`).toBe(true);
}
