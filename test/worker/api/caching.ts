import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { call } from "../../support/call-api.ts";
import { ledgerDown } from "../../support/ledger-down.ts";
import { publishGood } from "../../support/publish.ts";

const scope = "/skills/acme/uploads/notes";
const archive = `${scope}/.well-known/agent-skills/notes-1.0.0.tar.gz`;
const file = `${scope}/.well-known/skills/notes/references/example.md`;
const tarball = "/npm/@acme/notes/-/notes-1.0.0.tgz";

beforeAll(async () => {
  await publishGood("notes", { version: "1.0.0" });
});

describe("CORS lets any site read the discovery endpoints", () => {
  it.each([
    `${scope}/.well-known/agent-skills/index.json`,
    "/skills/acme/.well-known/skills/index.json",
    archive,
    file,
    "/skills/nobody/has/this/.well-known/agent-skills/index.json",
  ])("%s", async (path) => {
    const response = await call(path, { headers: { origin: "https://example.org" } });
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    await response.arrayBuffer();
    const preflightHeaders = { origin: "https://example.org", "access-control-request-method": "GET" };
    const preflight = await call(path, { method: "OPTIONS", headers: preflightHeaders });
    expect([preflight.status, preflight.headers.get("access-control-allow-methods")]).toEqual([
      204,
      "GET,HEAD",
    ]);
  });

  it("but not the HTML pages", async () => {
    const page = await call(scope, { headers: { origin: "https://example.org" } });
    expect([page.status, page.headers.get("access-control-allow-origin")]).toEqual([200, null]);
  });
});

describe("conditional requests return 304 to a client with the current version", () => {
  const paths = [
    archive,
    tarball,
    file,
    "/clawhub/api/v1/download?slug=notes",
    "/api/v1/changes",
    "/api/v1/submissions",
    "/api/v1/submissions/stats",
  ];
  it.each(paths)("%s", async (path) => {
    const first = await call(path);
    await first.arrayBuffer();
    const etag = first.headers.get("etag") ?? "none";
    expect([first.status, etag]).toEqual([200, expect.stringMatching(/^(?:W\/)?"[^"]+"$/)]);
    const strong = etag.replace(/^W\//, "");
    for (const header of [etag, strong, `W/${strong}`, `"x", ${etag}`, "*"]) {
      const again = await call(path, { headers: { "if-none-match": header } });
      expect([header, again.status, again.headers.get("etag")]).toEqual([header, 304, etag]);
      expect(again.headers.get("cache-control")).toBe(first.headers.get("cache-control"));
    }
    const other = await call(path, { headers: { "if-none-match": '"x"' } });
    expect(other.status).toBe(200);
    await other.arrayBuffer();
  });
});

describe("lists that can change at any time", () => {
  const paths = ["/api/v1/changes", "/api/v1/submissions", "/api/v1/submissions/stats"];
  it.each(paths)("%s is revalidated each time, and its ETag changes with new content", async (path) => {
    const before = await call(path);
    expect(before.headers.get("cache-control")).toBe("no-cache");
    await before.arrayBuffer();
    await publishGood(`later-${paths.indexOf(path)}`, { body: path });
    const headers = { "if-none-match": before.headers.get("etag") ?? "" };
    const after = await call(path, { headers });
    expect(after.status).toBe(200);
    await after.arrayBuffer();
  });

  it.each(paths)("a failed response of %s is never cached (L36)", async (path) => {
    const failed = await call(path, { env: ledgerDown, headers: { "if-none-match": "*" } });
    expect([failed.status, failed.headers.get("cache-control"), failed.headers.get("etag")]).toEqual([
      503,
      "no-store",
      null,
    ]);
  });
});

describe("RateLimit-Policy", () => {
  it.each([
    [archive, "read"],
    [tarball, "read"],
    ["/clawhub/api/v1/download?slug=notes", "read"],
    ["/api/v1/skills/acme/uploads/notes/versions/1.0.0/archive", "read"],
    ["/api/v1/submissions/stream", "read"],
    ["/api/v1/skills/nobody/has/this", "read"],
    ["/mcp", "read"],
  ])("is on %s", async (path, kind) => {
    const response = await call(path);
    expect(response.headers.get("ratelimit-policy")).toBe(`"${kind}";q=600;w=60`);
    await response.body?.cancel();
  });

  it("counts all addresses of an IPv6 /64, and all spellings of an IPv4 address, as one client", async () => {
    const keys = new Set<string>();
    const limit = async ({ key }: RateLimitOptions) => ({ success: Boolean(keys.add(key)) });
    const addresses = [
      "2001:db8:1:2::1",
      "2001:DB8:1:2:ffff::9",
      "192.0.2.9",
      "::ffff:192.0.2.9",
      "192.0.2.9:80",
    ];
    for (const address of addresses) {
      const headers = { "cf-connecting-ip": address };
      await (await call("/api/v1/submissions", { env: { RATE_LIMIT_READ: { limit } }, headers })).text();
    }
    expect([...keys]).toEqual(["address:2001:db8:1:2::/64", "address:192.0.2.9"]);
  });

  it("is also on failures and on 429 responses", async () => {
    const failed = await call("/api/v1/skills/search?q=notes", { env: ledgerDown });
    expect([failed.status, failed.headers.get("ratelimit-policy")]).toEqual([503, `"read";q=600;w=60`]);
    const full = { ...env, RATE_LIMIT_READ: { limit: async () => ({ success: false }) } };
    const headers = { "cf-connecting-ip": "192.0.2.9" };
    const refused = await call(archive, { env: full, headers });
    expect([refused.status, refused.headers.get("ratelimit-policy")]).toEqual([429, `"read";q=600;w=60`]);
    expect(refused.headers.get("access-control-allow-origin")).toBe("*");
  });
});
