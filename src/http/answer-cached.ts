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

export interface CachedAnswer {
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly contentType: string;
  readonly cacheControl?: string;
  /** True when KV answered for the ledger: such an answer is marked and never kept. */
  readonly degraded?: boolean;
}

export function answerCached(c: Context, answer: CachedAnswer): Response {
  const { body, contentType, degraded = false } = answer;
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
  c.header("ETag", etag);
  c.header("Cache-Control", degraded ? NO_STORE : (answer.cacheControl ?? SKILL_CACHE));
  if (degraded) c.header("X-Vskill-Degraded", "ledger");
  if (matches(c.req.header("if-none-match"), etag)) return c.body(null, 304);
  c.header("Content-Type", contentType);
  return c.body(body, 200);
}

export function answerJson(
  c: Context,
  value: unknown,
  options: Pick<CachedAnswer, "cacheControl" | "degraded"> = {},
): Response {
  return answerCached(c, { body: JSON.stringify(value), contentType: "application/json", ...options });
}

/** RFC 9110, 13.1.2: weak comparison, a list, or anything at all. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(",").some((part) => part.trim().replace(/^W\//, "") === etag || part.trim() === "*");
}
