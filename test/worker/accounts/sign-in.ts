/** Signing in with GitHub, inside workerd. */
import { createExecutionContext, env } from "cloudflare:test";
import { createHash, createHmac } from "node:crypto";
import { afterEach, describe, expect, it, vi } from "vitest";
import { sign } from "../../../src/http/signed-cookie.ts";
import { createToken, hashToken } from "../../../src/lib/accounts/token-store.ts";
import { runWithWorkerEnv } from "../../../src/lib/worker-context.ts";
import worker from "../../../src/worker.ts";
import { configured, githubRequests, newcomer, stubGithub, Visitor } from "../../support/visitor.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

describe("signing in with GitHub", () => {
  it("requests no scope, uses PKCE, and creates an account with the user's own name", async () => {
    stubGithub(newcomer("Octo-Cat"));
    const visitor = new Visitor();
    const github = await visitor.begin("/account");
    expect(github.origin + github.pathname).toBe("https://git.example/login/oauth/authorize");
    expect(github.searchParams.get("scope")).toBeNull();
    expect(github.searchParams.get("redirect_uri")).toBe("https://registry.example/sign-in/github/callback");
    const done = await visitor.go(
      `/sign-in/github/callback?code=good-code&state=${github.searchParams.get("state")}`,
    );
    expect(done.status).toBe(200);
    expect(done.headers.get("refresh")).toBe("0; url=/account");
    const grant = JSON.parse(String(githubRequests[0]?.init.body)) as Record<string, string>;
    expect(
      createHash("sha256")
        .update(grant.code_verifier ?? "")
        .digest("base64url"),
    ).toBe(github.searchParams.get("code_challenge"));
    const account = await (await visitor.go("/account")).text();
    expect(account).toContain("octo-cat");
    expect(account).not.toContain("gho_1");
  });

  it("protects its cookies from scripts and from other sites", async () => {
    stubGithub(newcomer("cookie-cat"));
    const visitor = new Visitor();
    const started = await visitor.go("/sign-in/github");
    expect(started.headers.getSetCookie()[0]).toMatch(/HttpOnly; Secure; SameSite=Lax/);
    const done = await visitor.signIn();
    const session = done.headers.getSetCookie().find((cookie) => cookie.startsWith("vskill_person="));
    expect(session).toMatch(/HttpOnly; Secure; SameSite=Strict/);
  });

  it("accepts no callback for a sign-in that this browser did not start, and none twice", async () => {
    stubGithub(newcomer("state-cat"));
    const victim = new Visitor();
    const attacker = new Visitor();
    const state = (await attacker.begin("/account")).searchParams.get("state");
    expect((await victim.go(`/sign-in/github/callback?code=good-code&state=${state}`)).status).toBe(403);
    await victim.begin("/account");
    expect((await victim.go(`/sign-in/github/callback?code=good-code&state=${state}`)).status).toBe(403);
    expect(githubRequests).toEqual([]);
    expect((await attacker.go(`/sign-in/github/callback?code=good-code&state=${state}`)).status).toBe(200);
    expect((await attacker.go(`/sign-in/github/callback?code=good-code&state=${state}`)).status).toBe(403);
  });

  it.each(["https://evil.example/", "//evil.example", "/device?code=<b>", "/admin/../x"])(
    "never redirects to another site: to=%s",
    async (to) => {
      stubGithub(newcomer("lost-cat"));
      const done = await new Visitor().signIn(to);
      // The first sign-in gets the name, and later ones learn that it is taken. All stay on this site.
      expect(done.headers.get("refresh") ?? "0; url=/account").toBe("0; url=/account");
    },
  );

  it("shows an error when GitHub refuses, the user denies access, or GitHub does not respond", async () => {
    stubGithub("unknown");
    expect((await new Visitor().signIn()).status).toBe(403);
    stubGithub("down");
    const down = await new Visitor().signIn();
    expect(down.status).toBe(503);
    expect(down.headers.get("retry-after")).toBe("60");
    const denied = new Visitor();
    const state = (await denied.begin("/account")).searchParams.get("state");
    expect((await denied.go(`/sign-in/github/callback?error=access_denied&state=${state}`)).status).toBe(403);
  });

  it("gives admin access to the users that the operator listed, until they are removed from the list", async () => {
    stubGithub(newcomer("root-cat"));
    const admin = new Visitor();
    expect((await admin.signIn("/admin")).headers.get("refresh")).toBe("0; url=/admin");
    const page = await admin.go("/admin");
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("github:root-cat");
    const later = new Visitor({ ...configured, ADMIN_GITHUB_USERS: "other" });
    for (const [name, value] of admin.cookies) later.cookies.set(name, value);
    expect((await later.go("/admin")).headers.get("location")).toBe("/admin/sign-in");
    stubGithub(newcomer("plain-cat"));
    const other = new Visitor();
    expect((await other.signIn("/admin")).status).toBe(403);
    expect((await other.go("/admin")).status).toBe(303);
  });

  it.each([
    { named: "id:4711", opens: { id: 4711, login: "numbered-cat" }, refuses: { id: 9001, login: "4711" } },
    { named: "login:4712", opens: { id: 9002, login: "4712" }, refuses: { id: 4712, login: "other-cat" } },
    { named: "Login:Cap-Cat", opens: { id: 9003, login: "cap-cat" }, refuses: { id: 9004, login: "login" } },
  ])("compares an id with ids and a login with logins: $named", async ({ named, opens, refuses }) => {
    const settings = { ...configured, ADMIN_GITHUB_USERS: named };
    stubGithub(opens);
    const admin = new Visitor(settings);
    await admin.signIn("/admin");
    expect((await admin.go("/admin")).status).toBe(200);
    stubGithub(refuses);
    const other = new Visitor(settings);
    expect((await other.signIn("/admin")).status).toBe(403);
    expect((await other.go("/admin")).status).toBe(303);
  });

  it("gives admin access to nobody for a bare number, which could be an id or a login", async () => {
    for (const person of [
      { id: 583_231, login: "counted-cat" },
      { id: 4_242, login: "583231" },
    ]) {
      stubGithub(person);
      const visitor = new Visitor({ ...configured, ADMIN_GITHUB_USERS: "583231" });
      expect((await visitor.signIn("/admin")).status, person.login).toBe(403);
    }
  });

  it("is not offered without a client id", async () => {
    const { GITHUB_CLIENT_ID: _, ...without } = configured;
    const visitor = new Visitor(without as typeof configured);
    for (const path of ["/sign-in/github", "/sign-in/github/callback", "/account"])
      expect((await visitor.go(path)).status, path).toBe(404);
    for (const path of ["/admin/sign-in", "/device"])
      expect(await (await visitor.go(path)).text()).not.toContain("GitHub");
  });
});

describe("the key that signs cookies", () => {
  const openAdmin = async (settings = configured) => {
    stubGithub(newcomer("root-cat"));
    const admin = new Visitor(settings);
    await admin.signIn("/admin");
    expect((await admin.go("/admin")).status).toBe(200);
    return admin;
  };

  it("cannot be computed from the hash of the admin token", async () => {
    const payload = Buffer.from(
      JSON.stringify({ actor: "operator", nonce: "n", expiresAt: Date.now() + 60_000 }),
    ).toString("base64url");
    const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
    const key = hmac(configured.ADMIN_TOKEN_SHA256, "vskill session 2");
    const forger = new Visitor();
    forger.cookies.set(
      "vskill_admin",
      `${payload}.${hmac(key, `vskill_admin:${payload}`).toString("base64url")}`,
    );
    expect((await forger.go("/admin")).headers.get("location")).toBe("/admin/sign-in");
  });

  it("is random: sessions end when it is replaced, as after a restore", async () => {
    const admin = await openAdmin();
    await env.DB.prepare("DELETE FROM own_keys WHERE name = 'sessions'").run();
    expect((await admin.go("/admin")).status).toBe(303);
    await openAdmin();
  });

  it("covers the admin token: a new one ends the sessions of admins, and no others", async () => {
    const admin = await openAdmin();
    stubGithub(newcomer("staying-cat"));
    const user = new Visitor();
    await user.signIn();
    const changed = { ...configured, ADMIN_TOKEN_SHA256: hashToken("vsk_the-next-operator") };
    const statusAfter = async (visitor: Visitor, path: string) => {
      const later = new Visitor(changed);
      for (const [name, value] of visitor.cookies) later.cookies.set(name, value);
      return (await later.go(path)).status;
    };
    expect(await statusAfter(admin, "/admin")).toBe(303);
    expect(await statusAfter(user, "/account")).toBe(200);
  });
});

describe("a signed cookie in an older format", () => {
  const fresh = { nonce: "n", expiresAt: Date.now() + 60_000 };
  const withCookie = async (name: string, value: object, settings = configured) => {
    const payload = Buffer.from(JSON.stringify(value)).toString("base64url");
    const covered = name === "vskill_admin" ? settings.ADMIN_TOKEN_SHA256 : "";
    const signature = await runWithWorkerEnv(settings, () => sign(`${name}:${covered}:${payload}`));
    const visitor = new Visitor(settings);
    visitor.cookies.set(name, `${payload}.${signature}`);
    return visitor;
  };

  it.each([
    ["names the admin by a bare number", { actor: "github:octocat", named: "583231", ...fresh }],
    ["names the admin without a kind", { actor: "github:octocat", named: "octocat", ...fresh }],
    ["names no actor", { named: "id:583231", ...fresh }],
    ["has no expiry time", { actor: "operator", nonce: "n" }],
  ])("is not an admin session if it %s", async (_, value) => {
    const settings = { ...configured, ADMIN_GITHUB_USERS: "583231, octocat, id:583231" };
    const visitor = await withCookie("vskill_admin", value, settings);
    const response = await visitor.go("/admin");
    expect([response.status, response.headers.get("location")]).toEqual([303, "/admin/sign-in"]);
  });

  it("is an admin session in the current format", async () => {
    const visitor = await withCookie("vskill_admin", { actor: "operator", ...fresh });
    expect((await visitor.go("/admin")).status).toBe(200);
  });

  it("is neither a user session nor a started sign-in", async () => {
    const user = await withCookie("vskill_person", { person: "octocat", ...fresh });
    expect((await user.go("/account")).headers.get("location")).toBe("/sign-in/github?to=/account");
    const started = await withCookie("vskill_sign_in", { state: "s", ...fresh });
    expect((await started.go("/sign-in/github/callback?code=c&state=s")).status).toBe(403);
  });
});

describe("a user's publishing name", () => {
  it("stays the same when their login changes, and is not given to the user who takes the old login", async () => {
    const person = newcomer("first-cat");
    stubGithub(person);
    await new Visitor().signIn();
    stubGithub({ ...person, login: "renamed-cat" });
    const renamed = new Visitor();
    await renamed.signIn();
    expect(await (await renamed.go("/account")).text()).toContain("<h1>first-cat</h1>");
    stubGithub(newcomer("first-cat"));
    const newUser = await new Visitor().signIn();
    expect(newUser.status).toBe(409);
    expect(await newUser.text()).toContain("was already in use here before");
  });

  it("is not assigned if a token already publishes under it", async () => {
    const grant = {
      owner: "held-name",
      scopes: ["publish"],
      label: "by the operator",
      expiresAt: null,
    } as const;
    await runWithWorkerEnv(configured, () => createToken(grant, "operator", Date.now()));
    stubGithub(newcomer("held-name"));
    expect((await new Visitor().signIn()).status).toBe(409);
  });

  it("is not assigned if it belongs to a verified vendor", async () => {
    await env.DB.prepare(
      "INSERT INTO vendors (owner, verified_by, verified_at) VALUES ('vendor-name', 'x', 1)",
    ).run();
    stubGithub(newcomer("vendor-name"));
    expect((await new Visitor().signIn()).status).toBe(409);
  });

  it("is not a reserved one: the page gives the reason", async () => {
    stubGithub(newcomer("uploads"));
    const refused = await new Visitor().signIn();
    expect([refused.status, await refused.text()]).toEqual([
      409,
      expect.stringContaining("The name “uploads” is reserved for the registry itself"),
    ]);
  });

  it("has no underscore, although a company's logins do", async () => {
    stubGithub(newcomer("Mona_acme"));
    const visitor = new Visitor();
    await visitor.signIn();
    expect(await (await visitor.go("/account")).text()).toContain("<h1>mona-acme</h1>");
  });
});

describe("the audit log", () => {
  const entries = async (about: string) =>
    (
      await env.DB.prepare("SELECT actor, action FROM audit_log WHERE reason LIKE ? OR subject = ?")
        .bind(about, about)
        .all()
    ).results;

  it("records completed sign-ins, an administrator's too, and refused ones as failed", async () => {
    const person = newcomer("logged-cat");
    stubGithub(person);
    await new Visitor().signIn();
    expect(await entries(`GitHub ${person.id}%`)).toEqual([
      { actor: "github:logged-cat", action: "account.sign-in" },
    ]);
    const newUser = newcomer("logged-cat");
    stubGithub(newUser);
    await new Visitor().signIn();
    expect(await entries(`GitHub ${newUser.id}%`)).toEqual([
      { actor: "anonymous", action: "sign-in.failed" },
    ]);
    const admin = newcomer("root-cat");
    stubGithub(admin);
    await new Visitor().signIn("/admin");
    expect(await entries(`GitHub ${admin.id}%`)).toEqual([
      { actor: "github:root-cat", action: "admin.sign-in" },
    ]);
  });

  it("records no confirmation of an unknown device code", async () => {
    const token = "vsk_operator-of-sign-in";
    await new Visitor().go("/device", { code: "ZZZZ-ZZZZ", token, owner: "log-owner" });
    expect(await entries("ZZZZ-ZZZZ")).toEqual([]);
  });
});

describe("the account page", () => {
  it("creates a working token that is shown once, and revokes it, only through the session's own form", async () => {
    stubGithub(newcomer("token-cat"));
    const visitor = new Visitor();
    await visitor.signIn();
    const csrf = await visitor.csrfAt("/account");
    expect(
      (await visitor.go("/account/tokens", { label: "my laptop", days: "30", csrf: "guess" })).status,
    ).toBe(403);
    const wrong = await visitor.go("/account/tokens", { label: "x", days: "30", csrf });
    expect(wrong.status).toBe(400);
    const created = await visitor.go("/account/tokens", { label: "my laptop", days: "30", csrf });
    const token = /vsk_[\w-]{43}/.exec(await created.text())?.[0] ?? "";
    const whoami = () =>
      worker.fetch(
        new Request("https://registry.example/clawhub/api/v1/whoami", {
          headers: { authorization: `Bearer ${token}` },
        }) as never,
        configured,
        createExecutionContext(),
      );
    expect((await whoami()).status).toBe(200);
    const page = await (await visitor.go("/account")).text();
    expect(page).not.toContain(token);
    const id = /\/account\/tokens\/([\w-]+)\/revoke/.exec(page)?.[1] ?? "";
    stubGithub(newcomer("thief-cat"));
    const thief = new Visitor();
    await thief.signIn();
    const stolen = await thief.go(`/account/tokens/${id}/revoke`, { csrf: await thief.csrfAt("/account") });
    expect(stolen.status).toBe(400);
    expect((await whoami()).status).toBe(200);
    expect((await visitor.go(`/account/tokens/${id}/revoke`, { csrf })).status).toBe(303);
    expect((await whoami()).status).toBe(401);
  });

  it("redirects to the sign-in page without a session, and signs out", async () => {
    stubGithub(newcomer("leaving-cat"));
    const visitor = new Visitor();
    expect((await visitor.go("/account")).headers.get("location")).toBe("/sign-in/github?to=/account");
    await visitor.signIn();
    await visitor.go("/sign-out", { csrf: await visitor.csrfAt("/account") });
    expect((await visitor.go("/account")).status).toBe(303);
  });
});
