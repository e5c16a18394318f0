/** Forms that no page of ours has sent: each is a clear 4xx, and none is read further than a form can be long. */
import { createExecutionContext, env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import worker from "../../../src/worker.ts";

const FORMS = ["/device", "/admin/sign-in", "/submit", "/publishers/acme/claim"];

function post(path: string, body: BodyInit, headers: Record<string, string> = {}): Promise<Response> {
  const request = new Request(`http://registry${path}`, { method: "POST", body, headers });
  return worker.fetch(request as never, env, createExecutionContext());
}

/** Endless, and says how much of it was taken. */
function endless(): { body: ReadableStream; taken: () => number } {
  let bytes = 0;
  const body = new ReadableStream({
    pull(controller) {
      bytes += 65_536;
      controller.enqueue(new Uint8Array(65_536).fill(97));
    },
  });
  return { body, taken: () => bytes };
}

describe.each(FORMS)("POST %s", (path) => {
  it("refuses what is no form", async () => {
    for (const type of ["multipart/form-data; boundary=x", "multipart/form-data", "text/plain", ""]) {
      const { status } = await post(path, "code=aaa", { "content-type": type });
      expect([type, status]).toEqual([type, 400]);
    }
  });

  it("stops an endless one", async () => {
    const { body, taken } = endless();
    const type = { "content-type": "application/x-www-form-urlencoded" };
    expect((await post(path, body, type)).status).toBe(413);
    expect(taken()).toBeLessThan(1_000_000);
  });
});

it("a device's own requests are bounded, too", async () => {
  for (const path of ["/api/cli/device/code", "/api/cli/device/token"]) {
    const { body, taken } = endless();
    expect((await post(path, body, { "content-type": "application/json" })).status).toBe(413);
    expect(taken()).toBeLessThan(3_000_000);
  }
});
