/** A host's status → what it means for the author, each cause by its own name (L51). */
import { Refusal } from "../../domain/problem.ts";
import type { Answer } from "./source-client.ts";

/** What to say for a host that names no time: long enough to matter, short enough for an author who waits. */
const UNNAMED_WAIT_MS = 60_000;

/** The refusal for an answer that is not a success; `missing` is the sentence for "not found". */
export async function hostRefusal(answer: Answer, missing: Refusal, now: Date): Promise<Refusal> {
  const { status, url } = answer;
  const limited = await rateLimit(answer, now);
  if (limited !== null) return limited;
  await answer.discard();
  if (status === 404 || status === 410) return missing;
  if (status === 401) return new Refusal("SOURCE_CREDENTIALS");
  if (status === 403)
    return new Refusal("SOURCE_PRIVATE", `${url.host} does not let us read this source: it is not public.`);
  if (status === 451)
    return new Refusal("SOURCE_NOT_FOUND", `${url.host} has withdrawn this source for legal reasons.`);
  if (status >= 500 || status === 408) {
    return new Refusal(
      "SOURCE_UNAVAILABLE",
      `${url.host} answered with the error ${status}; it is tried again later.`,
      { status },
    );
  }
  return new Refusal("SOURCE_ANSWER_INVALID", `${url.host} answered with the unexpected status ${status}.`, {
    status,
  });
}

/** 429 always; 403 where the host says that no requests are left, or speaks of its secondary limit. */
async function rateLimit(answer: Answer, now: Date): Promise<Refusal | null> {
  if (answer.status !== 429 && answer.status !== 403) return null;
  const says = answer.headers.get("x-ratelimit-remaining") === "0" || answer.headers.has("retry-after");
  if (answer.status === 403 && !says && !/rate limit|abuse detection/i.test(await text(answer))) return null;
  await answer.discard().catch(() => undefined);
  const retryAt = retryTime(answer.headers, now).toISOString();
  return new Refusal(
    "SOURCE_RATE_LIMITED",
    `${answer.url.host} limits our requests until ${retryAt}; it is tried again then.`,
    { retryAt },
  );
}

async function text(answer: Answer): Promise<string> {
  return new TextDecoder().decode(await answer.bytes(64 * 1024).catch(() => new Uint8Array(0)));
}

/** `Retry-After` in seconds or as a date, else GitHub's reset in epoch seconds. */
function retryTime(headers: Headers, now: Date): Date {
  const retryAfter = headers.get("retry-after") ?? "";
  const reset = headers.get("x-ratelimit-reset") ?? "";
  let time = now.getTime() + UNNAMED_WAIT_MS;
  if (/^[0-9]{1,8}$/.test(retryAfter)) time = now.getTime() + Number(retryAfter) * 1000;
  else if (retryAfter !== "" && !Number.isNaN(Date.parse(retryAfter))) time = Date.parse(retryAfter);
  else if (/^[0-9]{1,11}$/.test(reset)) time = Number(reset) * 1000;
  return new Date(Math.max(time, now.getTime() + 1000));
}
