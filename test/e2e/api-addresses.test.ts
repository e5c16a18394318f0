import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningServer, startServer } from "../support/start-server.ts";

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ args: ["--no-examples"], env: { RATE_LIMITS: "read=5,write=2" } });
});
afterAll(() => server[Symbol.asyncDispose]());

describe("rate limits on the real server", () => {
  it("can not be escaped by a header that anyone can send", async () => {
    const answers: Response[] = [];
    for (let n = 0; n < 8; n += 1) {
      const forged = `203.0.113.${n}`;
      const headers = { "cf-connecting-ip": forged, "x-forwarded-for": forged, "x-real-ip": forged };
      answers.push(await fetch(`${server.url}/api/v1/skills`, { headers }));
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    const limited = answers.at(-1);
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
    const guess = async (n: number) =>
      (await fetch(`${server.url}/api/v1/skills`, { headers: { authorization: `Bearer vsk_${n}` } })).status;
    expect([await guess(1), await guess(2), await guess(3)]).toEqual([401, 401, 429]);
  });
});
