/** Translates a host's HTTP status into a problem for the author, with a separate code for each cause (L51). */
import { Refusal } from "../../domain/problem.ts";
import type { SourceResponse } from "./source-client.ts";

/** For a host that gives no retry time: long enough to matter, short enough for an author who waits. */
const UNNAMED_WAIT_MS = 60_000;

/** The refusal for an unsuccessful response; `missing` is used for "not found". */
export async function hostRefusal(response: SourceResponse, missing: Refusal, now: Date): Promise<Refusal> {
  const { status, url } = response;
  const limited = await rateLimit(response, now);
  if (limited !== null) return limited;
  await response.discard();
  if (status === 404 || status === 410) return missing;
  if (status === 401) return new Refusal("SOURCE_CREDENTIALS");
  if (status === 403)
    return new Refusal("SOURCE_PRIVATE", `${url.host} denies access: the source is not public.`);
  if (status === 451)
    return new Refusal("SOURCE_NOT_FOUND", `${url.host} has removed this source for legal reasons.`);
  if (status >= 500 || status === 408) {
    return new Refusal("SOURCE_UNAVAILABLE", `${url.host} returned the error ${status}.`, {
      status,
    });
  }
  return new Refusal("SOURCE_ANSWER_INVALID", `${url.host} returned the unexpected status ${status}.`, {
    status,
  });
}

/** 429 always; 403 when the host says that no requests are left or mentions its secondary rate limit. */
async function rateLimit(response: SourceResponse, now: Date): Promise<Refusal | null> {
  if (response.status !== 429 && response.status !== 403) return null;
  const isLimited =
    response.headers.get("x-ratelimit-remaining") === "0" || response.headers.has("retry-after");
  if (response.status === 403 && !isLimited && !/rate limit|abuse detection/i.test(await text(response)))
    return null;
  await response.discard().catch(() => undefined);
  const retryAt = retryTime(response.headers, now).toISOString();
  return new Refusal("SOURCE_RATE_LIMITED", `Rate-limited by ${response.url.host} until ${retryAt}.`, {
    retryAt,
  });
}

async function text(response: SourceResponse): Promise<string> {
  return new TextDecoder().decode(await response.bytes(64 * 1024).catch(() => new Uint8Array(0)));
}

/** `Retry-After` in seconds or as a date, otherwise GitHub's reset time in epoch seconds. */
function retryTime(headers: Headers, now: Date): Date {
  const retryAfter = headers.get("retry-after") ?? "";
  const reset = headers.get("x-ratelimit-reset") ?? "";
  let time = now.getTime() + UNNAMED_WAIT_MS;
  if (/^[0-9]{1,8}$/.test(retryAfter)) time = now.getTime() + Number(retryAfter) * 1000;
  else if (retryAfter !== "" && !Number.isNaN(Date.parse(retryAfter))) time = Date.parse(retryAfter);
  else if (/^[0-9]{1,11}$/.test(reset)) time = Number(reset) * 1000;
  return new Date(Math.max(time, now.getTime() + 1000));
}
