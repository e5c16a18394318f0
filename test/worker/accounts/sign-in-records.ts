/** Ended sessions, and what the audit log keeps of sign-ins. */
import { env } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createToken } from "../../../src/lib/accounts/token-store.ts";
import { deleteOldRows } from "../../../src/lib/cron/delete-old-rows.ts";
import { runWithWorkerEnv } from "../../../src/lib/worker-context.ts";
import { configured, newcomer, stubGithub, Visitor } from "../../support/visitor.ts";

const OPERATOR = "vsk_operator-of-sign-in";
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

const cleanUp = (nowMs: number) => runWithWorkerEnv(configured, () => deleteOldRows(nowMs));

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("signing out ends the session on the server: a copy of its cookie no longer works", () => {
  const copyOf = (visitor: Visitor) => {
    const copy = new Visitor();
    for (const [name, value] of visitor.cookies) copy.cookies.set(name, value);
    return copy;
  };

  it("for an admin, whose other sessions go on", async () => {
    const [admin, elsewhere] = [new Visitor(), new Visitor()];
    for (const visitor of [admin, elsewhere]) await visitor.go("/admin/sign-in", { token: OPERATOR });
    const copy = copyOf(admin);
    expect((await copy.go("/admin")).status).toBe(200);
    const csrf = await admin.csrfAt("/admin");
    expect((await admin.go("/admin/sign-out", { csrf })).status).toBe(303);
    expect((await copy.go("/admin")).headers.get("location")).toBe("/admin/sign-in");
    expect((await copy.go("/admin/sign-out", { csrf })).headers.get("location")).toBe("/admin/sign-in");
    expect((await elsewhere.go("/admin")).status).toBe(200);
  });

  it("for a user", async () => {
    stubGithub(newcomer("gone-cat"));
    const user = new Visitor();
    await user.signIn();
    const copy = copyOf(user);
    expect((await copy.go("/account")).status).toBe(200);
    await user.go("/sign-out", { csrf: await user.csrfAt("/account") });
    expect((await copy.go("/account")).status).toBe(303);
  });

  it("and nothing of it is kept longer than a session lasts", async () => {
    const rows = async () => (await env.DB.prepare("SELECT * FROM ended_sessions").all()).results.length;
    expect(await rows()).toBeGreaterThan(0);
    await cleanUp(Date.now());
    expect(await rows()).toBeGreaterThan(0);
    await cleanUp(Date.now() + 9 * HOUR_MS);
    expect(await rows()).toBe(0);
  });
});

describe("the audit log", () => {
  const rows = async () =>
    (
      await env.DB.prepare("SELECT actor, action, subject, reason, detail FROM audit_log ORDER BY id").all()
    ).results.map(({ detail, ...row }) => ({ ...row, detail: JSON.parse(String(detail)) }));
  const tryToken = (token: string) => new Visitor().go("/admin/sign-in", { token });

  beforeEach(async () => {
    await env.DB.prepare("DELETE FROM audit_log").run();
  });

  it("has every sign-in with an admin token, with the id of the token and not its text", async () => {
    const grant = { owner: "staff", scopes: ["admin"], label: "Jo", expiresAt: null } as const;
    const made = await runWithWorkerEnv(configured, () => createToken(grant, "operator", Date.now()));
    await env.DB.prepare("DELETE FROM audit_log").run();
    await tryToken(OPERATOR);
    await tryToken(made.token);
    expect(await rows()).toEqual([
      { actor: "operator", action: "admin.sign-in", subject: "operator", reason: "admin token", detail: {} },
      { actor: made.id, action: "admin.sign-in", subject: "staff", reason: "admin token", detail: {} },
    ]);
  });

  it("has failed sign-ins with a token, without the token: one row an hour, with their number", async () => {
    const grant = { owner: "acme", scopes: ["publish"], label: "CI", expiresAt: null } as const;
    const weak = await runWithWorkerEnv(configured, () => createToken(grant, "operator", Date.now()));
    await env.DB.prepare("DELETE FROM audit_log").run();
    vi.useFakeTimers({ now: Date.now(), toFake: ["Date"] });
    for (const token of ["vsk_guess-1", "vsk_guess-2", "", weak.token]) await tryToken(token);
    const failed = { action: "sign-in.failed", subject: "/admin" };
    expect(await rows()).toEqual([
      { ...failed, actor: "anonymous", reason: "unknown token", detail: { times: 3 } },
      { ...failed, actor: weak.id, reason: "the token lacks the scope admin", detail: { times: 1 } },
    ]);
    const admin = new Visitor();
    await admin.go("/admin/sign-in", { token: OPERATOR });
    expect(await (await admin.go("/admin/audit")).text()).toContain("unknown token (3 times)");
    vi.setSystemTime(Date.now() + HOUR_MS + 1);
    await tryToken("vsk_guess-3");
    expect((await rows()).at(-1)).toMatchObject({ reason: "unknown token", detail: { times: 1 } });
    expect(JSON.stringify(await rows())).not.toContain("guess");
  });

  it("has failed sign-ins with GitHub, with the user if GitHub named one", async () => {
    const other = newcomer("plain-cat");
    stubGithub(other);
    await new Visitor().signIn("/admin");
    stubGithub("unknown");
    await new Visitor().signIn();
    const visitor = new Visitor();
    await visitor.go("/sign-in/github/callback?code=good-code&state=made-up");
    const state = (await visitor.begin("/account")).searchParams.get("state");
    await visitor.go(`/sign-in/github/callback?error=access_denied&state=${state}`);
    const failed = {
      actor: "anonymous",
      action: "sign-in.failed",
      subject: "/account",
      detail: { times: 1 },
    };
    expect(await rows()).toEqual([
      {
        ...failed,
        subject: "/admin",
        reason: `GitHub ${other.id}, plain-cat: not in ADMIN_GITHUB_USERS`,
      },
      { ...failed, reason: "GitHub did not confirm the code" },
      { ...failed, subject: "/sign-in/github", reason: "not started in this browser, or expired" },
      { ...failed, reason: "not authorized at GitHub" },
    ]);
  });

  it("keeps failed sign-ins for 90 days, and everything else for good", async () => {
    await tryToken("vsk_guess");
    await tryToken(OPERATOR);
    await cleanUp(Date.now() + 89 * DAY_MS);
    expect(await rows()).toHaveLength(2);
    await cleanUp(Date.now() + 91 * DAY_MS);
    expect(await rows()).toMatchObject([{ action: "admin.sign-in" }]);
  });
});
