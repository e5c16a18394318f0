/** `/openapi.json`: the description of `/api/v1`, generated from the routes that serve it. */
import type { OpenAPIHono } from "@hono/zod-openapi";
import { answerJson } from "../http/answer-cached.ts";
import type { AppEnv } from "../http/app-env.ts";
import { publicOrigin } from "../http/public-url.ts";
import { APP_VERSION } from "../version.ts";

export function describeApi(app: OpenAPIHono<AppEnv>, origin: string) {
  return app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "vskill-platform",
      version: APP_VERSION,
      description:
        "A registry of verified agent skills. Errors have one shape; unknown parameters and fields are a 400 that names them.",
    },
    servers: [{ url: origin }],
  });
}

export function serveOpenapi(app: OpenAPIHono<AppEnv>): void {
  app.openAPIRegistry.registerComponent("securitySchemes", "token", { type: "http", scheme: "bearer" });
  app.get("/openapi.json", (c) =>
    answerJson(c, describeApi(app, publicOrigin(c)), { cacheControl: "public, max-age=300" }),
  );
}
