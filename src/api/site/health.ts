/** `GET /healthz`: 200 when the database responds with the schema that this code expects, otherwise 503. */
import { Hono } from "hono";
import { problem } from "../../domain/problem.ts";
import type { CloudflareEnv } from "../../env.ts";
import { sendProblem } from "../../http/problem-response.ts";
import { getSchemaVersion } from "../../lib/db.ts";
import { describeError, log } from "../../lib/platform/log.ts";
import { ENGINE_VERSION } from "../../scan/version.ts";
import { APP_VERSION } from "../../version.ts";

export const health = new Hono<{ Bindings: CloudflareEnv }>();

health.get("/healthz", async (c) => {
  c.header("Cache-Control", "no-store");
  try {
    return c.json({
      status: "ok",
      app: APP_VERSION,
      engine: ENGINE_VERSION,
      schema: await getSchemaVersion(),
    });
  } catch (error) {
    log("error", "health.ledger", { error: describeError(error) });
    return sendProblem(c, problem("UNAVAILABLE", "The database is unavailable."));
  }
});
