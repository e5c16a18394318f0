import { createExecutionContext, env } from "cloudflare:test";
import { gzipSync } from "node:zlib";
import { afterEach, expect, it, vi } from "vitest";
import { defaultLimits } from "../../../src/domain/limits.ts";
import { gunzip } from "../../../src/lib/archives/gunzip.ts";
import worker from "../../../src/worker.ts";
import { fakeGithub } from "../../support/fake-github.ts";
import { manySkills, publishAll } from "../../support/many-skills.ts";
import { TestPlatform } from "../../support/platform.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

it("discover reports whether each skill is new, pending, published, rejected or blocked", async () => {
  vi.stubGlobal("fetch", fakeGithub({ "acme/many": manySkills() }));
  const platform = new TestPlatform(env);
  await publishAll(platform);
  const request = new Request("http://registry/api/v1/submissions/discover", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ repoUrl: "https://github.com/Acme/Many.git" }),
  });
  const response = await worker.fetch(request as never, platform.env, createExecutionContext());
  const { skills } = await response.json<{ skills: { name: string; status: string }[] }>();
  expect(Object.fromEntries(skills.map(({ name, status }) => [name, status]))).toEqual({
    bad: "rejected",
    banned: "blocked",
    fresh: "new",
    open: "pending",
    out: "published",
  });
});

it("discover lists one source at a time for a client network, on the API and on the page", async () => {
  const started = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const github = fakeGithub({ "acme/many": manySkills() });
  vi.stubGlobal("fetch", async (...args: Parameters<typeof fetch>) => {
    started.resolve();
    await released.promise;
    return github(...args);
  });
  const bindings = { ...env };
  const send = (path: string, body: string, headers: Record<string, string>) => {
    const request = new Request(`http://registry${path}`, { method: "POST", body, headers });
    return worker.fetch(request as never, bindings, createExecutionContext());
  };
  const repoUrl = "https://github.com/acme/many";
  const discover = (address: string) =>
    send("/api/v1/submissions/discover", JSON.stringify({ repoUrl }), {
      "content-type": "application/json",
      "cf-connecting-ip": address,
    });

  const first = discover("2001:db8::1");
  await started.promise;
  const second = await discover("2001:db8::2");
  expect([second.status, second.headers.get("retry-after"), await second.json()]).toEqual([
    429,
    "10",
    { error: "RATE_LIMITED", message: expect.stringContaining("already listing the skills of a source") },
  ]);
  const type = "application/x-www-form-urlencoded";
  const form = { "content-type": type, "cf-connecting-ip": "2001:db8::3", accept: "text/html" };
  const page = await send("/submit/discover", `repoUrl=${encodeURIComponent(repoUrl)}`, form);
  expect(await page.text()).toContain("already listing the skills of a source");
  const elsewhere = discover("192.0.2.1");
  released.resolve();
  expect([(await first).status, (await elsewhere).status]).toEqual([200, 200]);
  expect((await discover("2001:db8::2")).status).toBe(200);
});

it("unpacking lets other requests run in between", async () => {
  const bytes = 64 * 1024 * 1024;
  const packed = gzipSync(new Uint8Array(bytes));
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 0);
  async function* inOneChunk() {
    yield packed;
  }
  let unpacked = 0;
  const limits = { ...defaultLimits, unpackRatio: 10_000 };
  for await (const chunk of gunzip(inOneChunk(), limits)) unpacked += chunk.length;
  clearInterval(timer);
  expect(unpacked).toBe(bytes);
  expect(turns).toBeGreaterThanOrEqual(8);
});
