/** Reads the body of a request: bounded in size, and in time, or a client could hold a request open for good. */
import type { Context, MiddlewareHandler } from "hono";
import { Refusal } from "../domain/problem.ts";
import { currentLimits } from "../lib/platform/current-limits.ts";
import { readInTime } from "../lib/platform/read-capped.ts";
import type { AppEnv } from "./app-env.ts";

interface Bounds {
  readonly maxBytes: number;
  /** Without it, the limit for small bodies. */
  readonly limitMs?: number;
}

/** Throws BODY_TOO_LARGE and BODY_TIMEOUT. The size is counted, because Content-Length may be wrong or missing. */
export async function readBody(
  c: Context<AppEnv>,
  { maxBytes, limitMs = currentLimits().bodyMs }: Bounds,
): Promise<Uint8Array<ArrayBuffer>> {
  const { body } = c.req.raw;
  if (body === null) return new Uint8Array();
  const tooLarge = () => new Refusal("BODY_TOO_LARGE");
  if (Number(c.req.header("content-length") ?? 0) > maxBytes) throw tooLarge();
  const tooLate = () => new Refusal("BODY_TIMEOUT");
  return new Uint8Array(await readInTime(body, { maxBytes, limitMs, tooLarge, tooLate }));
}

/** Reads the body before the handler, for routes whose framework parses it. */
export function limitBody(maxBytes: number): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (c.req.raw.body !== null)
      c.req.raw = new Request(c.req.raw, { body: await readBody(c, { maxBytes }) });
    return next();
  };
}

/** Our JSON bodies are small; archives have limits of their own. */
export const limitJsonBody = limitBody(256 * 1024);
