/** Builds the HTTP app from its rooms; no handlers here. */
import { OpenAPIHono } from "@hono/zod-openapi";
import { health } from "./api/health.ts";
import type { CloudflareEnv } from "./env.ts";
import { answerNotFound, answerUnexpected } from "./http/answer-problem.ts";

export const app = new OpenAPIHono<{ Bindings: CloudflareEnv }>();

app.route("/", health);
app.notFound(answerNotFound);
app.onError(answerUnexpected);
