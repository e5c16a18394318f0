/** Malformed form bodies: each gets a clear 4xx, and none is read beyond the size limit of a form. */
import { createExecutionContext, env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import worker from "../../../src/worker.ts";

const FORMS = ["/device", "/admin/sign-in", "/submit", "/publishers/acme/claim"];

function post(path: string, body: BodyInit, headers: Record<string, string> = {}): Promise<Response> {
  const request = new Request(`http://registry${path}`, { method: "POST", body, headers });
  return worker.fetch(request as never, env, createExecutionContext());
}

/** An endless body that counts how much of it was read. */
function endless(): { body: ReadableStream; bytesRead: () => number } {
  let bytes = 0;
  const body = new ReadableStream({
    pull(controller) {
      bytes += 65_536;
      controller.enqueue(new Uint8Array(65_536).fill(97));
    },
  });
  return { body, bytesRead: () => bytes };
}

describe.each(FORMS)("POST %s", (path) => {
  it("refuses a body that is not a form", async () => {
    for (const type of ["multipart/form-data; boundary=x", "multipart/form-data", "text/plain", ""]) {
      const { status } = await post(path, "code=aaa", { "content-type": type });
      expect([type, status]).toEqual([type, 400]);
    }
  });

  it("stops reading an endless body", async () => {
    const { body, bytesRead } = endless();
    const type = { "content-type": "application/x-www-form-urlencoded" };
    expect((await post(path, body, type)).status).toBe(413);
    expect(bytesRead()).toBeLessThan(1_000_000);
  });
});

it("the size of a device's own requests is limited, too", async () => {
  for (const path of ["/api/cli/device/code", "/api/cli/device/token"]) {
    const { body, bytesRead } = endless();
    expect((await post(path, body, { "content-type": "application/json" })).status).toBe(413);
    expect(bytesRead()).toBeLessThan(3_000_000);
  }
});
