/** Route by route: a caller without permission is refused and gets only an error in the common format. */
import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { makeZip } from "../../../src/lib/archives/install-archives.ts";
import { ADMIN_TOKEN, admin, call, callJson, describedRoutes } from "../../support/call-api.ts";
import { publishGood } from "../../support/publish.ts";
import { goodSkill } from "../../support/skills.ts";

/** The permission of each route: none, any token, or a scope. The test fails for a route that is missing here. */
const needs = (
  method: string,
  path: string,
): "anyone" | "token" | "submit" | "publish" | "scan" | "admin" | "signature" => {
  if (path.startsWith("/api/v1/admin/")) return "admin";
  if (path.startsWith("/api/v1/external-scans/")) return "scan";
  if (path.startsWith("/api/v1/webhooks/")) return "signature";
  if (path === "/api/v1/submissions/upload") return "submit";
  if (/\/(?:yank|restore)$/.test(path)) return "publish";
  if (path.startsWith("/api/v1/account/") || path.endsWith("/withdraw")) return "token";
  const open = [
    "/api/v1/submissions",
    "/api/v1/submissions/discover",
    "/api/v1/reports",
    "/api/v1/skills/installs",
    "/api/v1/skills/check-updates",
  ];
  if (method === "post" && !open.includes(path) && !path.endsWith("/installs")) return "admin";
  return "anyone";
};

const tokens: Record<string, string> = {};
beforeAll(async () => {
  await publishGood("secured");
  for (const scope of ["submit", "publish", "scan"]) {
    const grant = { owner: "mallory", scopes: [scope] };
    tokens[scope] = (await callJson<{ token: string }>("/api/v1/admin/tokens", admin(grant), 201)).token;
  }
  const dead = async (change: string) => {
    const { id, token } = await callJson<{ id: string; token: string }>(
      "/api/v1/admin/tokens",
      admin({ owner: "mallory", scopes: ["admin"] }),
      201,
    );
    await env.DB.prepare(`UPDATE api_tokens SET ${change} WHERE id = ?`).bind(id).run();
    return token;
  };
  tokens.expired = await dead("expires_at = 1");
  tokens.revoked = await dead("revoked_at = 1");
});

const addressOf = (path: string) => path.replace(/\{[^}]+\}/g, "x");
const bodyOf = (method: string) => (method === "post" ? { json: {} } : {});

async function expectRefusal(response: Response, statuses: number[], what: string) {
  const text = await response.text();
  expect([what, statuses.includes(response.status), response.status, text]).toEqual([
    what,
    true,
    response.status,
    text,
  ]);
  const body = JSON.parse(text) as { error: string; message: string };
  expect([what, typeof body.error, typeof body.message]).toEqual([what, "string", "string"]);
  expect(text).not.toMatch(/\bat \w+ \(|node_modules|SQLITE|D1_ERROR/);
}

describe("every route", () => {
  const routes = describedRoutes().map(({ method, path, request }) => ({
    method,
    path,
    takesBody: request?.body !== undefined,
    need: needs(method, path),
  }));
  const closed = routes.filter(({ need }) => need !== "anyone" && need !== "signature");

  it("that requires a token refuses missing, wrong, forged, expired and revoked ones", async () => {
    expect(closed.length).toBeGreaterThan(25);
    const bad = {
      none: {},
      unknown: { token: "vsk_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" },
      nearly: { token: `${ADMIN_TOKEN}x` },
      expired: { token: tokens.expired ?? "" },
      revoked: { token: tokens.revoked ?? "" },
      basic: { headers: { authorization: "Basic b3BlcmF0b3I6YWRtaW4=" } },
      empty: { headers: { authorization: "Bearer " } },
      sql: { token: "vsk_'OR'1'='1" },
      hash: { token: "a".repeat(64) },
    };
    for (const { method, path } of closed)
      for (const [name, credentials] of Object.entries(bad)) {
        const response = await call(addressOf(path), {
          method: method.toUpperCase(),
          ...bodyOf(method),
          ...credentials,
        });
        await expectRefusal(response, [401], `${method} ${path} with ${name}`);
      }
  });

  it("that requires a scope refuses tokens without it", async () => {
    for (const { method, path, need } of closed.filter((route) => route.need !== "token"))
      for (const scope of ["submit", "publish", "scan"].filter((each) => each !== need)) {
        const init = { method: method.toUpperCase(), ...bodyOf(method), token: tokens[scope] ?? "" };
        await expectRefusal(await call(addressOf(path), init), [403], `${method} ${path} with ${scope}`);
      }
  });

  it("that accepts a body refuses oversized, malformed and unknown ones from every caller", async () => {
    const withBody = routes.filter(({ takesBody, need }) => takesBody && need !== "signature");
    for (const { method, path } of withBody) {
      const send = (body: string) =>
        call(addressOf(path), {
          method: method.toUpperCase(),
          body,
          token: ADMIN_TOKEN,
          headers: { "content-type": "application/json" },
        });
      await expectRefusal(await send(`{"x":"${"y".repeat(300_000)}"}`), [413, 400, 404], `${path} oversized`);
      await expectRefusal(await send("{"), [400, 404], `${path} broken`);
      await expectRefusal(
        await send(`{"__proto__":{"admin":true},"no-such-field":1}`),
        [400, 404],
        `${path} unknown`,
      );
    }
  });

  it("never responds with 5xx to hostile headers and paths", async () => {
    const headers = {
      "x-forwarded-for": "127.0.0.1, ::1",
      "x-request-id": "evil id; drop",
      "if-none-match": '"'.repeat(5_000),
      accept: "*/*;q=9999999999",
      "x-vskill-tenant": "../../etc/passwd",
      "last-event-id": "99999999999999999999",
      host: "evil.test",
    };
    for (const { method, path, need } of routes.filter(
      (route) => route.method === "get" && !route.path.endsWith("/stream"),
    )) {
      for (const part of [
        "%2e%2e%2f",
        "%00",
        "%ff",
        "'",
        "a".repeat(90),
        "%F0%9F%92%A9",
        "__proto__",
        "constructor",
      ]) {
        const init = {
          method: method.toUpperCase(),
          headers,
          ...(need === "anyone" ? {} : { token: ADMIN_TOKEN }),
        };
        const response = await call(path.replace(/\{[^}]+\}/g, part), init);
        expect([path, part, response.status < 500]).toEqual([path, part, true]);
        await response.arrayBuffer();
      }
    }
  });
});

describe("another owner", () => {
  const zip = new Uint8Array(makeZip(goodSkill("secured", { body: "Mine now." })));

  it("cannot upload under a name that is not its own", async () => {
    const upload = (owner: string, token: string | undefined) =>
      call(`/api/v1/submissions/upload?owner=${owner}`, {
        method: "POST",
        body: zip,
        token: token ?? "",
        headers: { "content-type": "application/zip" },
      });
    await expectRefusal(await upload("acme", tokens.submit), [403], "upload as acme");
    await expectRefusal(await upload("..", ADMIN_TOKEN), [400], "upload as ..");
    await expectRefusal(await upload("", ADMIN_TOKEN), [400], "upload as nobody");
    expect((await upload("Mallory", tokens.submit)).status).toBe(201);
  });

  it("cannot upload through the page under a name that is not its own", async () => {
    const form = new FormData();
    form.set("token", tokens.submit ?? "");
    form.set("owner", "acme");
    form.set("archive", new Blob([zip]), "skill.zip");
    const response = await call("/submit/upload", { method: "POST", body: form });
    expect([response.status, await response.text()]).toEqual([
      422,
      expect.stringContaining("This token publishes as @mallory only."),
    ]);
  });

  it("cannot publish through ClawHub's protocol under a name that is not its own", async () => {
    const publish = (ownerHandle: string) => {
      const form = new FormData();
      const payload = { slug: "secured", version: "9.9.9", ownerHandle, displayName: "x", changelog: "" };
      form.set("payload", JSON.stringify(payload));
      const text = "---\nname: secured\ndescription: Mine now.\n---\n\n# x\n";
      form.append("files", new Blob([text]), "SKILL.md");
      return call("/clawhub/api/v1/skills", { method: "POST", body: form, token: tokens.publish ?? "" });
    };
    await expectRefusal(await publish("@acme"), [403], "publish as @acme");
    expect((await publish("@Mallory")).status).toBe(200);
  });

  it("cannot use the upload ticket of someone else", async () => {
    const other = (
      await callJson<{ token: string }>(
        "/api/v1/admin/tokens",
        admin({ owner: "eve", scopes: ["publish"] }),
        201,
      )
    ).token;
    const sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    const ticket = await callJson<{ uploadTicket: string }>("/clawhub/api/v1/skills/-/upload-url", {
      json: { path: "SKILL.md", size: 3, sha256 },
      token: tokens.publish ?? "",
    });
    const send = (token: string, body: string) =>
      call(`/clawhub/api/v1/uploads/${ticket.uploadTicket}`, { method: "POST", body, token });
    expect((await send(other, "abc")).status).toBe(404);
    expect((await send(tokens.publish ?? "", "xyz")).status).toBe(400);
    expect((await send(tokens.publish ?? "", "abcd")).status).toBe(413);
    expect((await send(tokens.publish ?? "", "abc")).status).toBe(200);
  });
});

describe("third-party protocols", () => {
  it("refuse to publish without the scope, in their own wording but with the same error format", async () => {
    for (const path of [
      "/clawhub/api/v1/skills",
      "/clawhub/api/v1/skills/-/upload-url",
      "/clawhub/api/v1/uploads/x",
    ]) {
      await expectRefusal(await call(path, { json: {} }), [401], path);
      await expectRefusal(await call(path, { json: {}, token: tokens.submit ?? "" }), [403], path);
      await expectRefusal(await call(path, { json: {}, token: tokens.publish ?? "" }), [400, 404], path);
    }
    await expectRefusal(await call("/clawhub/api/v1/whoami"), [401], "whoami");
  });
});
