import { createExecutionContext, env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { hashToken } from "../../../src/lib/accounts/token-store.ts";
import worker from "../../../src/worker.ts";
import { AdminVisitor } from "../../support/admin-forms.ts";
import { TestPlatform } from "../../support/platform.ts";
import { badSkill, goodSkill } from "../../support/skills.ts";

const TOKEN = "vsk_operator-of-the-pages";
const platform = new TestPlatform({ ...env, ADMIN_TOKEN_SHA256: hashToken(TOKEN) });
const ids: Record<"good" | "bad" | "waiting", string> = { good: "", bad: "", waiting: "" };

beforeAll(async () => {
  ids.good = await platform.publish(goodSkill("notes"), "paged");
  await platform.publish(goodSkill("notes", { body: "A second edition." }), "paged");
  ids.bad = await platform.publish(badSkill("formatter"), "paged");
  ids.waiting = await platform.submit(goodSkill("waiting"), "paged");
  await env.DB.prepare(
    "UPDATE submissions SET state = 'NEEDS_REVIEW', reason = 'a reviewer decides' WHERE id = ?",
  )
    .bind(ids.waiting)
    .run();
});

async function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const request = new Request(`http://registry${path}`, { headers: { accept: "text/html", ...headers } });
  return worker.fetch(request as never, platform.env, createExecutionContext());
}

const SKILL = "/skills/paged/uploads/notes";

describe("every page is complete and has its security headers", () => {
  it.each([
    ["/", "skill"],
    ["/skills", "notes"],
    ["/skills?q=meeting", "notes"],
    ["/skills?q=nothing-like-it", "No results"],
    ["/skills?sort=name&page=1", "notes"],
    [SKILL, "Meeting notes"],
    [`${SKILL}/files`, "SKILL.md"],
    [`${SKILL}/files?path=references/example.md`, "Example"],
    [`${SKILL}/diff?from=1.0.0&to=1.0.1`, "second edition"],
    ["/publishers/paged", "paged"],
    ["/trust", "identity was verified"],
    ["/queue", "notes"],
    ["/submit", "archive"],
    ["/report", "Which skill?"],
    ["/docs", ""],
    ["/docs/rules", "T01"],
    ["/docs/api", "/api/v1"],
  ])("%s", async (path, text) => {
    const response = await get(path);
    const html = await response.text();
    expect([path, response.status]).toEqual([path, 200]);
    expect(html.toLowerCase()).toContain(text.toLowerCase());
    expect(response.headers.get("content-security-policy")).not.toContain("unsafe-inline");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("L35: the queue's counts cover all submissions, so a search shows none", async () => {
    const filters = async (path: string) =>
      /Filter by state.*?<\/nav>/s.exec(await (await get(path)).text())?.[0];
    expect(await filters("/queue")).toMatch(/class="num">\d/);
    expect(await filters("/queue?q=notes")).not.toContain('class="num"');
  });

  it("the queue never reloads itself without JavaScript, but has a refresh link", async () => {
    const html = await (await get("/queue?show=published")).text();
    expect(html).not.toContain("http-equiv");
    expect(html).toMatch(/<noscript><p[^>]*>.*<a href="\/queue\?show=published">Refresh<\/a>/s);
  });

  it("a submission's page shows its outcome and the next step", async () => {
    expect(await (await get(`/submissions/${ids.good}`)).text()).toContain("1.0.0");
    expect(await (await get(`/submissions/${ids.bad}`)).text()).toMatch(
      /analysis found (?:a )?blocking issues?/,
    );
    expect((await get(`/submissions/${ids.waiting}`)).status).toBe(200);
    expect((await get("/submissions/none")).status).toBe(404);
    expect((await get("/skills/no/such/skill")).status).toBe(404);
    expect((await get("/nowhere")).status).toBe(404);
  });
});

describe("a file that the scanner cannot read", () => {
  const unread = [
    {
      path: "data.tar.bz2",
      bytes: new Uint8Array([0x42, 0x5a, 0x68, 0x39, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59]),
    },
    { path: "lib\u202egpj.wasm", bytes: new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]) },
  ].map((file) => ({ ...file, executable: false }));

  it("is listed with the reason on the submission's page and on the reviewer's", async () => {
    const id = await platform.publish([...goodSkill("packed"), ...unread], "paged");
    const page = await (await get(`/submissions/${id}`)).text();
    expect(page).toContain("Not fully analysed");
    expect(page).toMatch(/<code>data\.tar\.bz2<\/code>: binary data \(bzip2\), which the rules do not read/);
    expect(page).toMatch(/<code>lib<span class="odd-char"/);
    const admin = new AdminVisitor(platform.env);
    await admin.signIn(TOKEN);
    expect(await admin.page(`/admin/submissions/${id}`)).toContain("Not fully analysed");
    const other = await (await get(`/submissions/${ids.good}`)).text();
    expect(other).not.toContain("Not fully analysed");
  });
});

it("a version without a preview links to the source of that version", async () => {
  const version = await env.DB.prepare(
    "SELECT v.digest FROM skill_versions v JOIN skills s ON s.id = v.skill_id WHERE s.slug = ? AND v.version = '1.0.0'",
  )
    .bind("paged/uploads/notes")
    .first<{ digest: string }>();
  await env.ARCHIVES.delete(`content/${version?.digest}/rendered.json`);
  const page = await (await get(`${SKILL}@1.0.0`)).text();
  expect(page).toContain("No preview available");
  const links = [...page.matchAll(/<a[^>]* href="([^"]*path=SKILL\.md)"/g)].map(([, href]) => href);
  expect(new Set(links)).toEqual(new Set([`${SKILL}/files?version=1.0.0&amp;path=SKILL.md`]));
});

describe("SKILL.md with a NUL byte", () => {
  it("is rejected as MANIFEST_INVALID, with the line, although its text would pass", async () => {
    const [skillMd, ...others] = goodSkill("hidden-end", { body: "One.\0" });
    const id = await platform.publish([skillMd!, ...others], "paged");
    const shown = (await (await get(`/api/v1/submissions/${id}`)).json()) as Record<string, unknown>;
    expect(shown).toMatchObject({ state: "REJECTED", reasonCode: "MANIFEST_INVALID" });
    expect(JSON.stringify(shown.details)).toContain("NUL byte");
  });
});

describe("the admin pages", () => {
  async function signIn(): Promise<string> {
    const form = await get("/admin/sign-in");
    const cookies = form.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
    const csrf = /name="csrf" value="([^"]*)"/.exec(await form.text())?.[1] ?? "";
    const request = new Request("http://registry/admin/sign-in", {
      method: "POST",
      redirect: "manual",
      headers: {
        origin: "http://registry",
        cookie: cookies.join("; "),
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams({ token: TOKEN, csrf }).toString(),
    });
    const response = await worker.fetch(request as never, platform.env, createExecutionContext());
    expect([302, 303]).toContain(response.status);
    return [...cookies, ...response.headers.getSetCookie().map((line) => line.split(";")[0] ?? "")].join(
      "; ",
    );
  }

  it("redirect a visitor without a session to the sign-in page, and show nothing", async () => {
    for (const path of ["/admin", "/admin/tokens", "/admin/audit"]) {
      const response = await get(path);
      expect([path, response.status, response.headers.get("location"), await response.text()]).toEqual([
        path,
        303,
        "/admin/sign-in",
        "",
      ]);
    }
  });

  it("show every admin page to the operator", async () => {
    const cookie = await signIn();
    const pages = [
      "",
      "/audit",
      "/blocklist",
      "/dead-letters",
      "/owners",
      "/reports",
      "/skills",
      "/submissions",
      "/suppressions",
      "/tokens",
    ];
    for (const page of pages) {
      const response = await get(`/admin${page}`, { cookie });
      expect([page, response.status]).toEqual([page, 200]);
      expect(await response.text()).toContain("<main");
    }
    for (const id of [ids.waiting, ids.bad]) {
      expect([200, 302, 303]).toContain((await get(`/admin/submissions/${id}`, { cookie })).status);
    }
    expect((await get("/admin/skills?skill=paged/uploads/notes", { cookie })).status).toBe(200);
  });
});

it("a skill's page shows when its content was last scanned, not when it was published", async () => {
  await env.DB.prepare(
    `UPDATE skill_versions SET certified_at = 1893456000000 WHERE version = '1.0.1'
     AND skill_id = (SELECT id FROM skills WHERE slug = 'paged/uploads/notes')`,
  ).run();
  // The next pipeline run does the same with the row of the skill when it re-scans it.
  await env.DB.prepare("UPDATE skills SET revision = revision + 1 WHERE slug = 'paged/uploads/notes'").run();
  expect(await (await get(SKILL)).text()).toContain("2030-01-01");
});

describe("reporting and limits", () => {
  it("security.txt links to a page that links to the skill's own form", async () => {
    const text = await (await get("/.well-known/security.txt")).text();
    expect(text).toContain("Contact: http://registry/report\n");
    for (const skill of ["paged/uploads/notes", "http://registry/skills/paged/uploads/notes/"]) {
      const response = await get(`/report?skill=${encodeURIComponent(skill)}`);
      expect(response.headers.get("location")).toBe(`${SKILL}/report`);
    }
    expect((await get("/report?skill=nonsense")).status).toBe(422);
    const named = { ...platform.env, SECURITY_CONTACT: "mailto:security@registry.example" };
    const own = new Request("http://registry/.well-known/security.txt");
    const response = await worker.fetch(own as never, named, createExecutionContext());
    expect(await response.text()).toMatch(/^Contact: mailto:security@registry\.example\nContact: /);
  });

  it.each(["/skills?q=notes", "/docs/api", "/openapi.json", "/nothing-here"])(
    "%s is rate-limited by client address before anything is read, with the limit in the headers",
    async (path) => {
      const none = { limit: async () => ({ success: false }) };
      const full = { ...platform.env, RATE_LIMIT_READ: none } as typeof platform.env;
      const headers = { accept: "text/html", "cf-connecting-ip": "192.0.2.1" };
      const request = new Request(`http://registry${path}`, { headers });
      const response = await worker.fetch(request as never, full, createExecutionContext());
      expect(response.status).toBe(429);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "retry-after": "60",
        "ratelimit-remaining": "0",
        "ratelimit-policy": '"read";q=600;w=60',
      });
    },
  );
});
