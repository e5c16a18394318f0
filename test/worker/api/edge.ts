import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { app } from "../../../src/app.ts";
import { call, callJson, describedRoutes } from "../../support/call-api.ts";
import { publishGood } from "../../support/publish.ts";

beforeAll(() => publishGood("edge-case"));

describe("/openapi.json", () => {
  it("documents every existing /api/v1 route, and nothing else", async () => {
    const served = app.routes
      .filter(({ method, path }) => method !== "ALL" && path.startsWith("/api/v1/"))
      .map(({ method, path }) => `${method} ${path.replace(/:([A-Za-z]+)(\{[^}]*\})?/g, "{$1}")}`);
    const document = await callJson<{ paths: Record<string, Record<string, unknown>> }>("/openapi.json");
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect([...new Set(served)].sort()).toEqual([...new Set(described)].sort());
    expect(described.length).toBeGreaterThan(40);
  });

  it("refuses unknown query parameters on every route (L41)", async () => {
    // Deliveries are signed. Without a signature the response reveals nothing else.
    const routes = describedRoutes().filter(({ path }) => !path.startsWith("/api/v1/webhooks/"));
    for (const { method, path } of routes) {
      const address = path.replace(/\{[^}]+\}/g, "x");
      const response = await call(`${address}?no-such-parameter=1`, {
        method: method.toUpperCase(),
        ...(method === "post" ? { json: {} } : {}),
        token: "vsk_operator-token-of-the-tests",
      });
      const text = await response.text();
      expect(`${method} ${path} ${response.status} ${text}`).toMatch(/ 400 .*no-such-parameter/);
    }
  });
});

interface Described {
  paths: Record<string, Record<string, { parameters?: { name: string; in: string; schema: object }[] }>>;
}

describe("numbers in query parameters", () => {
  it("must consist of decimal digits, on every route that accepts one", async () => {
    const { paths } = await callJson<Described>("/openapi.json");
    const numericParameters = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { parameters = [] }]) =>
        parameters.flatMap(({ name, in: place, schema }) =>
          place === "query" && "type" in schema && schema.type === "integer" ? [{ method, path, name }] : [],
        ),
      ),
    );
    expect(numericParameters.length).toBeGreaterThan(10);
    const token = "vsk_operator-token-of-the-tests";
    for (const { method, path, name } of numericParameters) {
      const address = path.replace(/\{[^}]+\}/g, "x");
      for (const number of [
        "0x10",
        "1e1",
        "+5",
        "%205",
        "5.0",
        "5.5",
        "-1",
        "",
        "five",
        "٥",
        "9".repeat(30),
      ]) {
        const response = await call(`${address}?${name}=${number}`, { method: method.toUpperCase(), token });
        const text = await response.text();
        expect(`${method} ${path} ${name}=${number} ${response.status} ${text}`).toMatch(
          new RegExp(` 400 .*"field":"${name}"`),
        );
      }
    }
  });

  it("have their bounds and defaults in the OpenAPI document", async () => {
    const { paths } = await callJson<Described>("/openapi.json");
    const limit = paths["/api/v1/skills"]?.get?.parameters?.find(({ name }) => name === "limit");
    expect(limit?.schema).toMatchObject({ type: "integer", minimum: 1, maximum: 100, default: 20 });
    expect((await call("/api/v1/skills?limit=101")).status).toBe(400);
    expect((await call("/api/v1/skills?limit=0")).status).toBe(400);
    expect((await call("/api/v1/skills?limit=007")).status).toBe(200);
  });
});

describe("every response", () => {
  it("has a request id, and keeps a safe one that the client sent", async () => {
    expect((await call("/api/v1/skills")).headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    const kept = await call("/nowhere", { headers: { "x-request-id": "from-the-proxy-1" } });
    expect(kept.headers.get("x-request-id")).toBe("from-the-proxy-1");
    const hostile = await call("/nowhere", { headers: { "x-request-id": "<script>alert(1)</script>" } });
    expect(hostile.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    const dotted = await call("/nowhere", { headers: { "x-request-id": "proxy.eu-1.42" } });
    expect(dotted.headers.get("x-request-id")).toBe("proxy.eu-1.42");
    const long = await call("/nowhere", { headers: { "x-request-id": "x".repeat(101) } });
    expect(long.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    const archive = await call("/api/v1/skills/acme/uploads/edge-case/versions/1.0.0/archive");
    expect(archive.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    await archive.arrayBuffer();
  });

  it("has the common error format for unknown paths, and 405 with Allow for a wrong method", async () => {
    expect(await callJson("/api/v1/nowhere", {}, 404)).toMatchObject({
      error: "NOT_FOUND",
      message: expect.any(String),
    });
    const wrong = await call("/api/v1/skills", { method: "DELETE" });
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
    expect(await wrong.json()).toMatchObject({ error: "METHOD_NOT_ALLOWED" });
    expect(wrong.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("is an HTML page for a browser that opens a form's URL", async () => {
    const page = await call("/submit/upload", { headers: { accept: "text/html" } });
    expect([page.status, page.headers.get("allow"), await page.text()]).toEqual([
      404,
      null,
      expect.stringContaining("<!doctype html>"),
    ]);
    const program = await call("/submit/upload");
    expect([program.status, program.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
  });

  it("to HEAD is that of GET without a body, and to OPTIONS lists the allowed methods", async () => {
    const head = await call("/api/v1/skills", { method: "HEAD" });
    expect([head.status, await head.text(), head.headers.get("etag")]).toEqual([200, "", expect.any(String)]);
    const options = await call("/api/v1/submissions", { method: "OPTIONS" });
    expect([options.status, options.headers.get("allow")]).toEqual([204, "GET, HEAD, POST, OPTIONS"]);
  });

  it("lets other sites read but not write", async () => {
    const read = await call("/api/v1/skills", { headers: { origin: "https://other.test" } });
    expect(read.headers.get("access-control-allow-origin")).toBe("*");
    expect(read.headers.get("access-control-allow-credentials")).toBeNull();
    const headers = { origin: "https://other.test", "access-control-request-method": "POST" };
    const preflight = await call("/api/v1/submissions", { method: "OPTIONS", headers });
    expect(preflight.headers.get("access-control-allow-methods")).toBe("GET,HEAD");
    const write = await call("/api/v1/submissions", { json: {}, headers: { origin: "https://other.test" } });
    expect([write.status, write.headers.get("access-control-allow-origin")]).toEqual([400, null]);
  });

  it("is a 4xx for bodies that are malformed, unknown or too large", async () => {
    const post = (body: string, headers = { "content-type": "application/json" }) =>
      call("/api/v1/submissions", { method: "POST", body, headers });
    expect((await post("{not json")).status).toBe(400);
    expect((await post("{}")).status).toBe(400);
    const unknown = await post(JSON.stringify({ repoUrl: "acme/tools", admin: true }));
    expect([unknown.status, await unknown.text()]).toEqual([400, expect.stringContaining("admin")]);
    expect((await post(JSON.stringify({ repoUrl: "x".repeat(300_000) }))).status).toBe(413);
    expect((await post("repoUrl=acme", { "content-type": "text/plain" })).status).toBe(400);
  });
});

describe("files for crawlers, agents and feed readers", () => {
  it.each([
    ["/llms.txt", "text/plain", "/mcp"],
    ["/robots.txt", "text/plain", "Sitemap: http://registry.test/sitemap.xml"],
    ["/.well-known/security.txt", "text/plain", "Expires: "],
    ["/sitemap.xml", "application/xml", "http://registry.test/skills/acme/uploads/edge-case"],
    ["/feed.xml", "application/atom+xml", "acme/uploads/edge-case@1.0.0: published"],
    ["/feeds/acme/feed.xml", "application/atom+xml", "acme/uploads/edge-case@1.0.0: published"],
    ["/feeds/acme/uploads/edge-case/feed.xml", "application/atom+xml", "published"],
  ])("%s", async (path, type, text) => {
    const response = await call(path);
    expect(response.headers.get("content-type")).toContain(type);
    expect(await response.text()).toContain(text);
    const again = await call(path, { headers: { "if-none-match": response.headers.get("etag") ?? "" } });
    expect(again.status).toBe(304);
  });

  it("use PUBLIC_URL if it is set", async () => {
    const response = await call("/robots.txt", { env: { PUBLIC_URL: "https://skills.example.org" } });
    expect(await response.text()).toContain("https://skills.example.org/sitemap.xml");
  });
});

describe("every response", () => {
  it("tells browsers not to guess its type, on every route and method, and beside them", async () => {
    const routes = app.routes.filter(({ method }) => method !== "ALL");
    const addresses = routes.map(({ method, path }) => ({
      method,
      path: path.replace(/:[A-Za-z]+(\{[^}]*\})?\??|\*/g, "x"),
    }));
    const beside = ["/nothing", "/api/v1/nothing", "/npm/x", "/mcp"].map((path) => ({ method: "PUT", path }));
    expect(addresses.length).toBeGreaterThan(150);
    for (const { method, path } of [...addresses, ...beside]) {
      const response = await call(path, { method });
      expect([method, path, response.headers.get("x-content-type-options")]).toEqual([
        method,
        path,
        "nosniff",
      ]);
      await response.body?.cancel();
    }
  });

  it.each(["/favicon.svg", "/card.png", "/assets/nothing.css"])("does so for the static %s", async (path) => {
    const response = await env.ASSETS.fetch(`http://registry.test${path}`);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    await response.body?.cancel();
  });
});
