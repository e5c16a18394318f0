import { env } from "cloudflare:test";
import { createHash } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { drainOutbox } from "../../../src/lib/outbox/outbox.ts";
import { admin, call, callJson, ORIGIN, readText } from "../../support/call-api.ts";
import { ledgerDown as down } from "../../support/ledger-down.ts";
import { inRun, publishGood } from "../../support/publish.ts";

beforeAll(async () => {
  await publishGood("notes", { version: "1.0.0" });
  await publishGood("notes", { version: "1.1.0", body: "More." });
  await publishGood("other");
  await publishGood("gone");
  await callJson("/api/v1/admin/skills/acme/uploads/gone/take-down", admin({ reason: "for the test" }));
  // Discovery v0.1 pauses for a minute after an update.
  await env.DB.prepare("UPDATE skill_versions SET published_at = published_at - 60000").run();
  // KV accepts one write per second and key. Delayed writes are due by then.
  await inRun(() => drainOutbox(Date.now() + 60_000));
});

const scope = "/skills/acme/uploads";
const V2 = ".well-known/agent-skills/index.json";
const V1 = ".well-known/skills/index.json";

interface Index {
  skills: { name: string; url: string; digest: string; files: string[] }[];
}
const sha256 = async (response: Response) =>
  `sha256:${createHash("sha256")
    .update(new Uint8Array(await response.arrayBuffer()))
    .digest("hex")}`;
const pathOf = (url: string) => url.replace(ORIGIN, "");

describe("discovery", () => {
  it.each([
    ["latest", `${scope}/notes`, ["notes"]],
    ["pinned", `${scope}/notes@1.0.0`, ["notes"]],
    ["repository", scope, ["notes", "other"]],
    ["owner", "/skills/acme", ["notes", "other"]],
  ])("of %s lists its skills, each with the digest of its bytes", async (_, path, names) => {
    const index = await callJson<Index>(`${path}/${V2}`);
    expect(index.skills.map(({ name }) => name)).toEqual(names);
    for (const { url, digest } of index.skills) {
      const archive = await call(pathOf(url));
      expect(archive.headers.get("content-type")).toBe("application/gzip");
      expect(archive.headers.get("content-encoding")).toBeNull();
      expect(await sha256(archive)).toBe(digest);
    }
  });

  it("keeps a digest and a pin valid after a newer version was published", async () => {
    const old = await call(`${scope}/notes/.well-known/agent-skills/notes-1.0.0.tar.gz`);
    const index = await callJson<Index>(`${scope}/notes@1.0.0/${V2}`);
    expect(await sha256(old)).toBe(index.skills[0]?.digest);
    expect(index.skills[0]?.url).toContain("/notes@1.0.0/");
    expect((await call(`${scope}/notes@1.0.0/.well-known/agent-skills/notes-1.1.0.tar.gz`)).status).toBe(404);
  });

  it("v0.1 lists files, and serves each exactly as scanned", async () => {
    const { skills } = await callJson<Index>(`${scope}/notes@1.0.0/${V1}`);
    expect(skills[0]?.files).toEqual(["SKILL.md", "references/example.md"]);
    const file = await call(`${scope}/notes@1.0.0/.well-known/skills/notes/references/example.md`);
    expect(await readText(file)).toContain("ship on Tuesday");
    expect((await call(`${scope}/notes/.well-known/skills/notes/../../secret`)).status).toBe(404);
  });

  it("the root index is empty, so that no other skill is installed in place of a removed one", async () => {
    expect((await callJson<Index>(`/${V2}`)).skills).toEqual([]);
    expect((await callJson<Index>(`/${V1}`)).skills).toEqual([]);
  });
});

describe("a skill that was taken down", () => {
  /** Only the database resolves a name without an owner, so such a request fails without it. */
  const bareNames = [
    "/clawhub/api/v1/skills/gone",
    "/clawhub/api/v1/skills/gone/versions/1.0.0",
    "/clawhub/api/v1/skills/gone/verify",
    "/clawhub/api/v1/skills/gone/file?path=SKILL.md",
    "/clawhub/api/v1/download?slug=gone&version=1.0.0",
    "/clawhub/api/v1/resolve?slug=gone&hash=x",
  ];

  it.each([
    ...[
      `${scope}/gone/${V2}`,
      `${scope}/gone@1.0.0/${V2}`,
      `${scope}/gone/${V1}`,
      `${scope}/gone@1.0.0/.well-known/agent-skills/gone-1.0.0.tar.gz`,
      `${scope}/gone/.well-known/skills/gone/SKILL.md`,
      "/npm/@acme%2fgone",
      "/npm/@acme/gone/-/gone-1.0.0.tgz",
      "/clawhub/api/v1/skills/gone?ownerHandle=acme",
    ].map((path) => [path, 404] as const),
    ...bareNames.map((path) => [path, 503] as const),
  ])(
    "is not at %s, nor is another skill; with the database down the status is %i",
    async (path, whenDown) => {
      expect((await call(path)).status).toBe(404);
      expect((await call(path, { env: down })).status).toBe(whenDown);
    },
  );

  it("is in no list", async () => {
    for (const path of [
      `/skills/acme/${V2}`,
      `${scope}/${V1}`,
      "/api/search?q=gone",
      "/marketplace.json",
      "/clawhub/api/v1/search?q=gone",
      "/clawhub/api/v1/skills?prefix=gone",
      "/sitemap.xml",
    ]) {
      const response = await call(path);
      expect([path, response.status]).toEqual([path, 200]);
      expect([path, (await readText(response)).includes("uploads/gone")]).toEqual([path, false]);
    }
  });
});

describe("with the database down", () => {
  it.each([
    "/api/v1/skills",
    "/api/v1/skills/acme/uploads/notes",
    "/api/v1/skills/acme/uploads/notes/versions",
    "/api/v1/skills/acme/uploads/notes/versions/1.0.0",
    "/api/v1/skills/acme/uploads/notes/versions/1.0.0/archive",
    `${scope}/notes/${V2}`,
    `${scope}/notes@1.0.0/${V2}`,
    `/skills/acme/${V2}`,
    `${scope}/notes@1.1.0/.well-known/agent-skills/notes-1.1.0.tar.gz`,
    "/npm/@acme%2fnotes",
    "/npm/@acme/notes/-/notes-1.1.0.tgz",
    "/clawhub/api/v1/skills/notes?ownerHandle=acme",
    "/clawhub/api/v1/download?slug=notes&ownerHandle=acme",
  ])("%s is served from KV and R2, and is not cached", async (path) => {
    const response = await call(path, { env: down });
    expect([path, response.status]).toEqual([path, 200]);
    expect(response.headers.get("cache-control")).toContain("no-store");
    await response.arrayBuffer();
    const withToken = await call(path, { env: down, token: "vsk_nobody-can-look-this-up" });
    expect(withToken.status).toBe(200);
  });

  it("the skill detail is marked as degraded", async () => {
    const { skill } = await callJson<{ skill: object }>("/api/v1/skills/acme/uploads/notes", { env: down });
    expect(skill).toMatchObject({ degraded: true, currentVersion: "1.1.0" });
  });

  it.each([
    ["GET", "/api/v1/skills/search?q=notes"],
    ["GET", "/api/v1/skills?q=notes"],
    ["GET", "/api/v1/skills?sort=installs"],
    ["GET", "/api/search?q=notes"],
    ["GET", "/clawhub/api/v1/search?q=notes"],
    ["GET", "/api/v1/submissions/stats"],
    ["GET", "/api/v1/changes"],
    ["POST", "/api/v1/submissions"],
    ["POST", "/api/v1/reports"],
    ["GET", "/api/v1/account/tenants"],
  ])("%s %s returns 503 with Retry-After, never an empty list (L40)", async (method, path) => {
    const body = path.endsWith("reports")
      ? { skill: "acme/uploads/notes", kind: "other", message: "a long enough message" }
      : { repoUrl: "acme/tools" };
    const token = path.includes("account") ? { token: "vsk_x" } : {};
    const init = method === "POST" ? { json: body } : {};
    const response = await call(path, { env: down, ...init, ...token });
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "30"]);
    expect(await response.json()).toMatchObject({ error: "UNAVAILABLE" });
  });
});

describe("npm", () => {
  it("returns a packument with the integrity of the tarball", async () => {
    interface Packument {
      "dist-tags": { latest: string };
      versions: Record<string, { dist: { tarball: string; integrity: string; shasum: string } }>;
    }
    const packument = await callJson<Packument>("/npm/@acme%2fnotes");
    expect(packument["dist-tags"].latest).toBe("1.1.0");
    for (const { dist } of Object.values(packument.versions)) {
      const bytes = new Uint8Array(await (await call(pathOf(dist.tarball))).arrayBuffer());
      expect(`sha512-${createHash("sha512").update(bytes).digest("base64")}`).toBe(dist.integrity);
      expect(createHash("sha1").update(bytes).digest("hex")).toBe(dist.shasum);
    }
    for (const path of [
      "/npm/notes",
      "/npm/@acme%2fnobody",
      "/npm/@acme%2f..%2f..",
      "/npm/%ff",
      "/npm/@acme/notes/-/x.tgz",
    ])
      expect([path, (await call(path)).status]).toEqual([path, 404]);
  });

  it("is the source of the plugin in marketplace.json", async () => {
    const { plugins } = await callJson<{ plugins: object[] }>("/marketplace.json");
    expect(plugins).toContainEqual(
      expect.objectContaining({
        name: "notes",
        version: "1.1.0",
        source: { source: "npm", package: "@acme/notes", version: "1.1.0", registry: `${ORIGIN}/npm/` },
      }),
    );
  });
});

describe("device authorization", () => {
  it("waits for an admin's confirmation, and returns a token once", async () => {
    const code = await callJson<{ device_code: string; user_code: string }>("/api/cli/device/code", {
      json: {},
    });
    const poll = (device_code = code.device_code) => call("/api/cli/device/token", { json: { device_code } });
    expect(await (await poll()).json()).toEqual({ error: "authorization_pending" });
    const grant = { owner: "acme", scopes: ["publish"] };
    const { token } = await callJson<{ token: string }>("/api/v1/admin/tokens", admin(grant), 201);
    const confirm = (json: object, options = {}) => call("/api/v1/account/device", { json, ...options });
    expect((await confirm({ userCode: code.user_code })).status).toBe(401);
    expect((await confirm({ userCode: code.user_code }, { token })).status).toBe(403);
    expect((await confirm({ userCode: "AAAA-AAAA", owner: "acme" }, admin())).status).toBe(404);
    expect((await confirm({ userCode: code.user_code, owner: "acme" }, admin())).status).toBe(200);
    const issued = await callJson<{ access_token: string; scope: string }>("/api/cli/device/token", {
      json: { device_code: code.device_code },
    });
    expect(issued.scope).toBe("submit publish");
    const account = await callJson("/clawhub/api/v1/whoami", { token: issued.access_token });
    expect(account).toMatchObject({ user: { handle: "acme" } });
    expect(await (await poll()).json()).toEqual({ error: "expired_token" });
    expect(await (await poll("unknown-unknown-unknown")).json()).toEqual({ error: "expired_token" });
    expect((await poll("x")).status).toBe(400);
  });
});
