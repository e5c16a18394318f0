/** Cacheable responses: the ETag, the 304 for a client that has the current version, and the Cache-Control header. */
import { createHash } from "node:crypto";
import type { Context } from "hono";

/**
 * Seconds for which a shared cache may serve a skill's data. A removed skill must disappear everywhere within a minute.
 * A private cache revalidates each time, by the ETag.
 */
const SHARED_SECONDS = 30;
export const SKILL_CACHE = `public, max-age=0, must-revalidate, s-maxage=${SHARED_SECONDS}`;
export const NO_STORE = "no-store";
/** For data that may change with the next request: a cache may store it, but must revalidate each time. */
export const NO_CACHE = "no-cache";

export interface CachedResponse {
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly contentType: string;
  readonly cacheControl?: string;
  /** True when the data came from KV because the database is down: the response is marked and never cached. */
  readonly degraded?: boolean;
  /** The text to compute the ETag from, for a body that also contains the current time. The tag is then a weak one. */
  readonly etagSource?: string;
}

export function sendCached(c: Context, response: CachedResponse): Response {
  const { body, contentType, degraded = false, etagSource } = response;
  const etag = etagSource === undefined ? strongEtag(body) : weakEtag(etagSource);
  c.header("ETag", etag);
  c.header("Cache-Control", degraded ? NO_STORE : (response.cacheControl ?? SKILL_CACHE));
  if (degraded) c.header("X-Vskill-Degraded", "ledger");
  if (matchesIfNoneMatch(c, etag)) return c.body(null, 304);
  c.header("Content-Type", contentType);
  return c.body(body, 200);
}

export function sendJson(
  c: Context,
  value: unknown,
  options: Pick<CachedResponse, "cacheControl" | "degraded" | "etagSource"> = {},
): Response {
  return sendCached(c, { body: JSON.stringify(value), contentType: "application/json", ...options });
}

/** For a body whose bytes may vary although it means the same, such as a page or a list with the current time. */
export function weakEtag(text: string): string {
  return `W/${strongEtag(text)}`;
}

function strongEtag(body: string | Uint8Array): string {
  return `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
}

/** True when the If-None-Match header has the tag. RFC 9110, 13.1.2: weak comparison, a list of tags, or `*`. */
export function matchesIfNoneMatch(c: Context, etag: string): boolean {
  const sent = c.req.header("if-none-match")?.split(",") ?? [];
  return sent.some((part) => part.trim() === "*" || opaqueTag(part.trim()) === opaqueTag(etag));
}

const opaqueTag = (etag: string) => etag.replace(/^W\//, "");
