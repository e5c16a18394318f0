/** The origin that every address we hand out begins with: PUBLIC_URL, or else the request's own. */
import type { Context } from "hono";
import { requireWorkerEnv } from "../lib/worker-context.ts";

export function publicOrigin(c: Context): string {
  const configured = requireWorkerEnv().PUBLIC_URL;
  return configured === undefined || configured === ""
    ? new URL(c.req.url).origin
    : new URL(configured).origin;
}
