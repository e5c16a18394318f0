/** Who may create tokens and confirm devices, and how tokens that were created by a token end with it. */
import { createExecutionContext, env } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import { MAX_TOKENS } from "../../../src/domain/limits.ts";
import { openDeviceCode } from "../../../src/lib/accounts/device-code-store.ts";
import { createToken, type TokenScope } from "../../../src/lib/accounts/token-store.ts";
import { runWithWorkerEnv } from "../../../src/lib/worker-context.ts";
import worker from "../../../src/worker.ts";
import { configured, newcomer, stubGithub, Visitor } from "../../support/visitor.ts";

const OPERATOR = "vsk_operator-of-sign-in";
const DAY_MS = 24 * 60 * 60_000;

const issue = (owner: string, scope: TokenScope, expiresAt: number | null = null) =>
  runWithWorkerEnv(configured, () =>
    createToken({ owner, scopes: [scope], label: "test", expiresAt }, "operator", Date.now()),
  );

const open = () => runWithWorkerEnv(configured, () => openDeviceCode(Date.now()));

async function call(path: string, json: object | null, token?: string) {
  const request = new Request(`https://registry.example${path}`, {
    ...(json === null ? {} : { method: "POST", body: JSON.stringify(json) }),
    headers: {
      "content-type": "application/json",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
  });
  const response = await worker.fetch(request as never, configured, createExecutionContext());
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const claim = async (deviceCode: string) =>
  (await call("/api/cli/device/token", { device_code: deviceCode })).body as {
    access_token?: string;
    error?: string;
    scope?: string;
  };
const works = async (token: string) => (await call("/clawhub/api/v1/whoami", null, token)).status === 200;
const approve = (json: object, token: string) => call("/api/v1/account/device", json, token);
const revoke = (id: string, token = OPERATOR) =>
  call(`/api/v1/admin/tokens/${id}/revoke`, { reason: "The laptop was lost." }, token);

afterEach(() => {
  vi.restoreAllMocks();
});

describe("a device", () => {
  it("is not confirmed by a token that publishes, neither on the page nor in the API", async () => {
    const { token } = await issue("dev-owner", "publish");
    const { deviceCode, userCode } = await open();
    const page = await new Visitor().go("/device", { code: userCode, token, owner: "dev-owner" });
    expect([page.status, await page.text()]).toEqual([
      400,
      expect.stringContaining("Only a signed-in user or an admin can confirm a device"),
    ]);
    expect(await approve({ userCode }, token)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining("Only a signed-in user or an admin can confirm a device") },
    });
    expect(await claim(deviceCode)).toEqual({ error: "authorization_pending" });
  });

  it("is confirmed by an admin, for the owner that the admin names", async () => {
    const { deviceCode, userCode } = await open();
    const visitor = new Visitor();
    expect(await (await visitor.go(`/device?code=${userCode}`)).text()).toContain(`value="${userCode}"`);
    const send = async (fields: Record<string, string>) => {
      const form = { code: userCode, token: OPERATOR, owner: "dev-owner", ...fields };
      const response = await visitor.go("/device", form);
      return [response.status, await response.text()] as const;
    };
    expect((await send({ token: "vsk_wrong" }))[0]).toBe(400);
    expect((await send({ owner: "" }))[0]).toBe(400);
    expect((await send({ code: "nonsense" }))[0]).toBe(400);
    expect((await send({ code: "BBBB-BBBB" }))[0]).toBe(400);
    const [status, text] = await send({ code: userCode.replace("-", "").toLowerCase() });
    expect([status, text]).toEqual([200, expect.stringContaining("authorized as dev-owner")]);
    expect(await claim(deviceCode)).toMatchObject({ scope: "submit publish" });
    expect((await send({}))[0]).toBe(400);
  });

  it("is confirmed by a user who is signed in with GitHub, only through their own form", async () => {
    stubGithub(newcomer("device-cat"));
    const { deviceCode, userCode } = await open();
    const visitor = new Visitor();
    await visitor.signIn(`/device?code=${userCode}`);
    const csrf = await visitor.csrfAt(`/device?code=${userCode}`);
    expect((await visitor.go("/device", { code: userCode, csrf: "guess" })).status).toBe(403);
    expect(await (await visitor.go("/device", { code: userCode, csrf })).text()).toContain(
      "authorized as device-cat",
    );
    expect(await claim(deviceCode)).toMatchObject({ scope: "submit publish" });
  });

  it("gets no token if the admin token that confirmed it was revoked in between", async () => {
    const admin = await issue("staff", "admin");
    const { deviceCode, userCode } = await open();
    expect((await approve({ userCode, owner: "dev-owner" }, admin.token)).status).toBe(200);
    await revoke(admin.id);
    expect(await claim(deviceCode)).toEqual({ error: "access_denied" });
  });

  it("is not shown an invalid code", async () => {
    const html = await (await new Visitor().go("/device?code=%22%3E%3Cscript%3E")).text();
    expect(html).not.toContain("<script>alert");
    expect(html).toContain('name="code" value=""');
  });
});

describe("a token that was created with another token", () => {
  it("is revoked with it, as are the tokens that were created with that one, and the response lists them", async () => {
    const admin = await issue("staff", "admin");
    const make = async (scope: TokenScope, token: string) => {
      const grant = { owner: "acme", scopes: [scope], label: `a ${scope} token` };
      return (await call("/api/v1/admin/tokens", grant, token)).body as { id: string; token: string };
    };
    const child = await make("admin", admin.token);
    const grandchild = await make("submit", child.token);
    const other = await make("submit", OPERATOR);
    const { deviceCode, userCode } = await open();
    await approve({ userCode, owner: "acme" }, admin.token);
    const device = (await claim(deviceCode)).access_token ?? "";
    for (const token of [child.token, grandchild.token, device]) expect(await works(token)).toBe(true);
    const revoked = await revoke(admin.id);
    expect(revoked).toMatchObject({ status: 200, body: { ok: true } });
    const listed = revoked.body.revoked as { id: string; label: string }[];
    expect(listed.map(({ label }) => label).sort()).toEqual(
      ["a admin token", "a submit token", `device ${userCode}`, "test"].sort(),
    );
    for (const token of [admin.token, child.token, grandchild.token, device])
      expect(await works(token)).toBe(false);
    expect(await works(other.token)).toBe(true);
    const { results } = await env.DB.prepare(
      "SELECT subject FROM audit_log WHERE action = 'token.revoke' AND reason = 'The laptop was lost.'",
    ).all();
    expect(results).toEqual(expect.arrayContaining(listed.map(({ id }) => ({ subject: id }))));
    expect((await revoke(admin.id)).status).toBe(404);
  });

  it("does not outlive it", async () => {
    const expiresAt = Date.now() + DAY_MS;
    const admin = await issue("staff", "admin", expiresAt);
    const grant = { owner: "acme", scopes: ["submit"], label: "long" };
    for (const days of [null, 365])
      expect(
        await call("/api/v1/admin/tokens", { ...grant, expiresInDays: days }, admin.token),
      ).toMatchObject({
        status: 201,
        body: { expiresAt },
      });
    const { deviceCode, userCode } = await open();
    await approve({ userCode, owner: "acme" }, admin.token);
    await claim(deviceCode);
    const { results } = await env.DB.prepare(
      "SELECT DISTINCT expires_at FROM api_tokens WHERE created_by = ?",
    )
      .bind(admin.id)
      .all();
    expect(results).toEqual([{ expires_at: expiresAt }]);
  });
});

it("tokens of devices that a token confirmed before this rule end with that token, also further back", async () => {
  const insert = (
    id: string,
    createdBy: string,
    more: { revokedAt?: number; expiresAt?: number; label?: string } = {},
  ) =>
    env.DB.prepare(
      "INSERT INTO api_tokens (id, hash, owner, scopes, label, created_by, created_at, expires_at, revoked_at) VALUES (?, ?, 'old', '[]', ?, ?, 1, ?, ?)",
    ).bind(
      id,
      id,
      more.label ?? "device BCDF-GHJK",
      createdBy,
      more.expiresAt ?? 900,
      more.revokedAt ?? null,
    );
  await env.DB.batch([
    insert("lost", "operator", { label: "laptop", revokedAt: 50 }),
    insert("of-lost", "lost"),
    insert("of-that", "of-lost"),
    insert("short", "operator", { label: "CI", expiresAt: 100 }),
    insert("of-short", "short"),
    insert("of-person", "github:old"),
    insert("by-staff", "lost", { label: "a team's own" }),
  ]);
  const migration = env.TEST_MIGRATIONS.find(({ name }) => name === "0011_device_tokens.sql");
  await env.DB.batch((migration?.queries ?? []).map((query) => env.DB.prepare(query)));
  const { results } = await env.DB.prepare(
    "SELECT id, revoked_at, expires_at FROM api_tokens WHERE owner = 'old' AND id LIKE '%-%' ORDER BY id",
  ).all();
  expect(results).toEqual([
    { id: "by-staff", revoked_at: null, expires_at: 900 },
    { id: "of-lost", revoked_at: 50, expires_at: 900 },
    { id: "of-person", revoked_at: null, expires_at: 900 },
    { id: "of-short", revoked_at: null, expires_at: 100 },
    { id: "of-that", revoked_at: 50, expires_at: 900 },
  ]);
});

describe("the largest number of tokens of an account", () => {
  it("counts all of them: those of devices and those that an admin created", async () => {
    stubGithub(newcomer("many-cat"));
    const visitor = new Visitor();
    await visitor.signIn();
    for (let i = 1; i < MAX_TOKENS; i += 1) await issue("many-cat", "submit");
    const [first, second] = [await open(), await open()];
    const csrf = await visitor.csrfAt("/device");
    for (const { userCode } of [first, second])
      expect((await visitor.go("/device", { code: userCode, csrf })).status).toBe(200);
    expect(await claim(first.deviceCode)).toMatchObject({ access_token: expect.any(String) });
    expect(await claim(second.deviceCode)).toEqual({ error: "access_denied" });
    const refused = [
      await visitor.go("/account/tokens", { label: "one more", days: "30", csrf }),
      await visitor.go("/device", { code: (await open()).userCode, csrf }),
    ];
    for (const response of refused)
      expect([response.status, await response.text()]).toEqual([
        400,
        expect.stringContaining(`${MAX_TOKENS} tokens. Revoke one first.`),
      ]);
  });
});
