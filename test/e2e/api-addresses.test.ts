import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MOST_AT_ONCE } from "../../src/http/network-slots.ts";
import { type RunningServer, startServer } from "../support/start-server.ts";

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ args: ["--no-examples"], env: { RATE_LIMITS: "read=5,write=2" } });
});
afterAll(() => server[Symbol.asyncDispose]());

/** Sends requests until one is limited. The window is a minute of the clock, so a new one may begin in between. */
async function untilLimited(limit: number, send: (n: number) => Promise<Response>): Promise<Response[]> {
  const responses: Response[] = [];
  while (responses.length <= 2 * limit && responses.at(-1)?.status !== 429)
    responses.push(await send(responses.length));
  return responses;
}

describe("rate limits on the real server", () => {
  it("cannot be bypassed with a header that any client can set", async () => {
    const responses = await untilLimited(5, (n) => {
      const forged = `203.0.113.${n}`;
      const headers = { "cf-connecting-ip": forged, "x-forwarded-for": forged, "x-real-ip": forged };
      return fetch(`${server.url}/api/v1/skills`, { headers });
    });
    expect(responses.slice(0, 5).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const limited = responses.at(-1);
    expect(limited?.status).toBe(429);
    const seen = Object.fromEntries(limited?.headers ?? []);
    expect(seen).toMatchObject({
      "ratelimit-policy": '"read";q=5;w=60',
      "ratelimit-remaining": "0",
      "retry-after": "60",
      "x-ratelimit-limit": "5",
      "x-ratelimit-remaining": "0",
    });
    expect(await limited?.json()).toMatchObject({ error: "RATE_LIMITED" });
  });

  it("do not apply to the operator, and limit a client that guesses tokens", async () => {
    const authorization = `Bearer ${server.adminToken}`;
    const queue = await fetch(`${server.url}/api/v1/admin/queue`, { headers: { authorization } });
    expect(queue.status).toBe(200);
    const guesses = await untilLimited(2, (n) =>
      fetch(`${server.url}/api/v1/skills`, { headers: { authorization: `Bearer vsk_${n}` } }),
    );
    expect(guesses.slice(0, 2).map(({ status }) => status)).toEqual([401, 401]);
    expect(guesses.at(-1)?.status).toBe(429);
  });
});

describe("live streams on the real server", () => {
  it("are limited per address, and a client that disconnects frees its streams", async () => {
    await using plenty = await startServer({ args: ["--no-examples"] });
    const closing = new AbortController();
    const open = async (signal: AbortSignal): Promise<number> => {
      const { status, body } = await fetch(`${plenty.url}/api/v1/submissions/stream`, { signal });
      if (status === 200) await body?.getReader().read();
      return status;
    };
    const statuses = await Promise.all(
      Array.from({ length: MOST_AT_ONCE.stream }, () => open(closing.signal)),
    );
    expect(statuses).toEqual(statuses.map(() => 200));
    expect(await open(closing.signal)).toBe(429);
    closing.abort();
    const later = new AbortController();
    await expect.poll(() => open(later.signal)).toBe(200);
    later.abort();
  });
});
