/** The origin of every URL that we generate: PUBLIC_URL, otherwise the origin of the request. */
import type { Context } from "hono";
import { requireWorkerEnv } from "../lib/worker-context.ts";

export function publicOrigin(c: Context): string {
  const configured = requireWorkerEnv().PUBLIC_URL;
  return configured === undefined || configured === ""
    ? new URL(c.req.url).origin
    : new URL(configured).origin;
}
