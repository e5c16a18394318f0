/** `/openapi.json`: the OpenAPI document of `/api/v1`, generated from the route definitions. */
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "../../http/app-env.ts";
import { sendCached } from "../../http/cached-response.ts";
import { publicOrigin } from "../../http/public-url.ts";
import { rateLimit } from "../../http/rate-limit.ts";
import { LruCache } from "../../lib/platform/lru-cache.ts";
import { APP_VERSION } from "../../version.ts";

/** The document as JSON, by the origin in it: generating one costs far more than sending it. Holds no stored data. */
const documents = new LruCache<string>({ maxSize: 2_000_000 });

function describeAsJson(app: OpenAPIHono<AppEnv>, origin: string): string {
  const cached = documents.get(origin);
  if (cached !== undefined) return cached;
  const json = JSON.stringify(describeApi(app, origin));
  documents.set(origin, json, { size: json.length });
  return json;
}

export function describeApi(app: OpenAPIHono<AppEnv>, origin: string) {
  return app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "vskill-platform",
      version: APP_VERSION,
      description:
        "A registry of scanned agent skills. All errors have the same shape. Unknown parameters and fields return 400; the response names them. Send a token as `Authorization: Bearer …`.",
    },
    servers: [{ url: origin }],
  });
}

export function serveOpenapi(app: OpenAPIHono<AppEnv>): void {
  app.openAPIRegistry.registerComponent("securitySchemes", "token", { type: "http", scheme: "bearer" });
  app.get("/openapi.json", rateLimit("read"), (c) => {
    const body = describeAsJson(app, publicOrigin(c));
    return sendCached(c, { body, contentType: "application/json", cacheControl: "public, max-age=300" });
  });
}
