/** Answers that may be kept: an ETag over the very bytes, 304 for those who have them, and for how long. */
import { createHash } from "node:crypto";
import type { Context } from "hono";

/**
 * Seconds for which a shared cache may show a skill's data. A skill that is taken down must be gone everywhere within
 * a minute; a private cache asks each time, because it has an ETag.
 */
const SHARED_SECONDS = 30;
export const SKILL_CACHE = `public, max-age=0, must-revalidate, s-maxage=${SHARED_SECONDS}`;
export const NO_STORE = "no-store";
/** For what may change with the next request: kept, but asked about each time. */
export const NO_CACHE = "no-cache";

export interface CachedResponse {
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly contentType: string;
  readonly cacheControl?: string;
  /** True when KV answered for the ledger: such an answer is marked and never kept. */
  readonly degraded?: boolean;
  /**
   * What makes two answers mean the same, where their bytes also tell the time. The tag is then a weak one.
   */
  readonly meaning?: string;
}

export function sendCached(c: Context, answer: CachedResponse): Response {
  const { body, contentType, degraded = false, meaning } = answer;
  const etag = meaning === undefined ? tagOf(body) : `W/${tagOf(meaning)}`;
  c.header("ETag", etag);
  c.header("Cache-Control", degraded ? NO_STORE : (answer.cacheControl ?? SKILL_CACHE));
  if (degraded) c.header("X-Vskill-Degraded", "ledger");
  if (matchesIfNoneMatch(c, etag)) return c.body(null, 304);
  c.header("Content-Type", contentType);
  return c.body(body, 200);
}

export function sendJson(
  c: Context,
  value: unknown,
  options: Pick<CachedResponse, "cacheControl" | "degraded" | "meaning"> = {},
): Response {
  return sendCached(c, { body: JSON.stringify(value), contentType: "application/json", ...options });
}

function tagOf(body: string | Uint8Array): string {
  return `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
}

/** True when the caller's If-None-Match has the tag. RFC 9110, 13.1.2: weak comparison, a list, or anything at all. */
export function matchesIfNoneMatch(c: Context, etag: string): boolean {
  const sent = c.req.header("if-none-match")?.split(",") ?? [];
  return sent.some((part) => part.trim() === "*" || strong(part.trim()) === strong(etag));
}

const strong = (etag: string) => etag.replace(/^W\//, "");
