/** Live streams are limited per client network: each one costs a query a second for as long as it is open. */
import { createExecutionContext, env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { app } from "../../../src/app.ts";
import { MOST_AT_ONCE, networkSlot } from "../../../src/http/network-slots.ts";
import { runWithWorkerEnv } from "../../../src/lib/worker-context.ts";

const MOST_STREAMS = MOST_AT_ONCE.stream;

/** A new object has no open streams, whatever ran before in this isolate. */
const newEnvironment = () => ({ ...env });
const own = newEnvironment();

async function open(address: string, bindings = own): Promise<Response> {
  const headers = { "cf-connecting-ip": address, "last-event-id": "0" };
  const request = new Request("http://registry.test/api/v1/submissions/stream", { headers });
  return runWithWorkerEnv(bindings, async () => app.fetch(request, bindings, createExecutionContext()));
}

const hostOf = (n: number): string => `2001:db8:0:1::${n.toString(16)}`;

describe("live streams of submissions", () => {
  it("are limited per client network and environment; a closed stream allows another", async () => {
    const streams: Response[] = [];
    for (let n = 0; n < MOST_STREAMS; n += 1) streams.push(await open(hostOf(n)));
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));

    const refused = await open(hostOf(MOST_STREAMS));
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
    expect(await refused.json()).toEqual({
      error: "RATE_LIMITED",
      message: `Your network already has ${MOST_STREAMS} live streams here. Close one, or read the submission instead.`,
    });
    for (const elsewhere of [await open("192.0.2.1"), await open(hostOf(0), newEnvironment())]) {
      expect(elsewhere.status).toBe(200);
      await elsewhere.body?.cancel();
    }

    await streams[0]?.body?.cancel();
    streams.push(await open(hostOf(MOST_STREAMS)));
    expect(streams.at(-1)?.status).toBe(200);
    expect((await open(hostOf(0))).status).toBe(429);
    for (const { body } of streams) await body?.cancel();
  });

  it("that ended unnoticed, and so renew their slot no more, are not counted after five seconds", async () => {
    await runWithWorkerEnv(newEnvironment(), async () => {
      const nowMs = Date.now();
      const lost = Array.from({ length: MOST_STREAMS }, () => networkSlot("stream", "192.0.2.2"));
      expect(lost.map((slot) => slot.hold(nowMs))).not.toContain(false);
      const next = networkSlot("stream", "192.0.2.2");
      expect(next.hold(nowMs + 4_999)).toBe(false);
      expect(lost[0]?.hold(nowMs + 4_999)).toBe(true);
      expect(next.hold(nowMs + 5_000)).toBe(true);
    });
  });
});
