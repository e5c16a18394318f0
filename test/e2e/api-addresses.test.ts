import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningServer, startServer } from "../support/start-server.ts";

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ args: ["--no-examples"], env: { RATE_LIMITS: "read=5,write=2" } });
});
afterAll(() => server[Symbol.asyncDispose]());

/** Requests until one is refused. The limits count by the minute on the clock: one more minute may begin meanwhile. */
async function untilLimited(limit: number, send: (n: number) => Promise<Response>): Promise<Response[]> {
  const answers: Response[] = [];
  while (answers.length <= 2 * limit && answers.at(-1)?.status !== 429)
    answers.push(await send(answers.length));
  return answers;
}

describe("rate limits on the real server", () => {
  it("cannot be escaped by a header that anyone can send", async () => {
    const answers = await untilLimited(5, (n) => {
      const forged = `203.0.113.${n}`;
      const headers = { "cf-connecting-ip": forged, "x-forwarded-for": forged, "x-real-ip": forged };
      return fetch(`${server.url}/api/v1/skills`, { headers });
    });
    expect(answers.slice(0, 5).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const limited = answers.at(-1);
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

  it("let the operator pass, and slow down who guesses tokens", async () => {
    const authorization = `Bearer ${server.adminToken}`;
    const asked = await fetch(`${server.url}/api/v1/admin/queue`, { headers: { authorization } });
    expect(asked.status).toBe(200);
    const guesses = await untilLimited(2, (n) =>
      fetch(`${server.url}/api/v1/skills`, { headers: { authorization: `Bearer vsk_${n}` } }),
    );
    expect(guesses.slice(0, 2).map(({ status }) => status)).toEqual([401, 401]);
    expect(guesses.at(-1)?.status).toBe(429);
  });
});
