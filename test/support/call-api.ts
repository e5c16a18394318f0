/**
 * Calls the app inside workerd, and holds every `/api/v1` answer to the description that /openapi.json is generated
 * from: the status must be described, and JSON must fit its schema.
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
  /** Replaces bindings, e.g. a ledger that does not answer. */
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
  const answer = await runWithWorkerEnv(bindings, async () => app.fetch(request, bindings, context));
  if (!answer.headers.get("content-type")?.includes("event-stream")) await waitOnExecutionContext(context);
  await holdToDescription(request, answer.clone());
  return answer;
}

/** The body as text, whatever its content type: workerd warns when `text()` reads bytes that are not declared as text. */
export const readText = async (answer: Response): Promise<string> =>
  new TextDecoder().decode(await answer.arrayBuffer());

/** The answer's JSON, after its status was checked. */
export async function callJson<T = Record<string, unknown>>(
  path: string,
  options: CallOptions = {},
  status = 200,
) {
  const answer = await call(path, options);
  const text = await answer.text();
  expect(`${answer.status} ${text}`).toMatch(new RegExp(`^${status} `));
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

async function holdToDescription(request: Request, answer: Response): Promise<void> {
  const { pathname } = new URL(request.url);
  if (!pathname.startsWith("/api/v1/")) return;
  const method = request.method === "HEAD" ? "get" : request.method.toLowerCase();
  const route = describedRoutes().find((entry) => entry.method === method && matches(entry.path, pathname));
  if (route === undefined) {
    expect([204, 401, 404, 405, 429], `${method} ${pathname} is not described`).toContain(answer.status);
    return;
  }
  const where = `${method} ${route.path} → ${answer.status}`;
  const described = route.responses[answer.status];
  expect(described, `${where} is not described`).toBeDefined();
  const type = (answer.headers.get("content-type") ?? "").split(";")[0] ?? "";
  if (request.method === "HEAD" || type === "" || answer.status === 304) return;
  const schema = described?.content?.[type]?.schema as z.ZodType | undefined;
  expect(schema, `${where} as ${type} is not described`).toBeDefined();
  if (type !== "application/json") return;
  const parsed = schema?.safeParse(await answer.json());
  expect(parsed?.success, `${where} does not fit: ${parsed?.error?.message}`).toBe(true);
}
