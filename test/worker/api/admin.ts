import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { makeTarGz } from "../../../src/lib/archives/install-archives.ts";
import { getSubmission } from "../../../src/lib/ledger/submission-rows.ts";
import { saveDeadLetter } from "../../../src/lib/operations/dead-letter-store.ts";
import { admin, call, callJson, describedRoutes } from "../../support/call-api.ts";
import { inRun, publish, publishGood } from "../../support/publish.ts";
import { badSkill, goodSkill } from "../../support/skills.ts";

const reason = "because the test says so";

beforeAll(async () => {
  await publishGood("kept", { version: "1.0.0" });
  await publishGood("kept", { version: "2.0.0", body: "Two." });
  await publishGood("goes", { version: "1.0.0" });
});

interface Changes {
  changes: { kind: string; skill: string; version: string | null; cursor: string }[];
  cursor: string;
  hasMore: boolean;
}

describe("admin routes", () => {
  it("refuse everyone but admins, on every route (L62)", async () => {
    const { token } = await callJson<{ token: string }>(
      "/api/v1/admin/tokens",
      admin({ owner: "acme", scopes: ["submit", "publish", "scan"] }),
      201,
    );
    const routes = describedRoutes().filter(({ path }) => path.startsWith("/api/v1/admin/"));
    expect(routes.length).toBeGreaterThanOrEqual(19);
    for (const { method, path } of routes) {
      const address = path.replace(/\{[^}]+\}/g, "x");
      const init = method === "get" ? {} : { method: method.toUpperCase(), json: { reason } };
      expect([path, (await call(address, init)).status]).toEqual([path, 401]);
      expect([path, (await call(address, { ...init, token })).status]).toEqual([path, 403]);
      expect([path, (await call(address, { ...init, token: "vsk_wrong" })).status]).toEqual([path, 401]);
    }
  });

  it("yank and restore a version: no longer offered, still available by number, and reported to mirrors", async () => {
    const base = "/api/v1/admin/skills/acme/uploads/kept/versions/2.0.0";
    await callJson(`${base}/yank`, admin({ reason }));
    const { skill } = await callJson<{ skill: { currentVersion: string } }>(
      "/api/v1/skills/acme/uploads/kept",
    );
    expect(skill.currentVersion).toBe("1.0.0");
    expect((await call("/api/v1/skills/acme/uploads/kept/versions/2.0.0")).status).toBe(200);
    await callJson(`${base}/restore`, admin({ reason }));
    const { changes } = await callJson<Changes>("/api/v1/changes");
    expect(
      changes
        .filter(({ skill: slug }) => slug.endsWith("/kept"))
        .map(({ kind, version }) => `${kind} ${version}`),
    ).toEqual(["published 1.0.0", "updated 2.0.0", "yanked 2.0.0", "restored 2.0.0"]);
  });

  it("take down a skill: it disappears at once from search, list, detail, archive and feed", async () => {
    const before = await callJson<Changes>("/api/v1/changes?limit=1000");
    expect((await callJson<{ total: number }>("/api/v1/skills/search?q=goes")).total).toBe(1);
    await callJson("/api/v1/admin/skills/acme/uploads/goes/take-down", admin({ reason }));
    expect((await callJson<{ total: number }>("/api/v1/skills/search?q=goes")).total).toBe(0);
    for (const path of ["", "/versions", "/versions/1.0.0", "/versions/1.0.0/archive", "/badge", "/security"])
      expect([path, (await call(`/api/v1/skills/acme/uploads/goes${path}`)).status]).toEqual([path, 404]);
    expect((await call("/api/v1/skills/goes")).status).toBe(404);
    expect((await call("/feeds/acme/uploads/goes/feed.xml")).status).toBe(404);
    const after = await callJson<Changes>(`/api/v1/changes?since=${before.cursor}`);
    expect(after.changes).toMatchObject([{ kind: "taken_down", skill: "acme/uploads/goes", version: null }]);
    const idle = await callJson<Changes>(`/api/v1/changes?since=${after.cursor}`);
    expect(idle).toMatchObject({ changes: [], cursor: after.cursor, hasMore: false });
  });

  it("block: the entry is listed, found by the blocklist check, and takes down matching skills", async () => {
    await publishGood("blocked-one");
    const newEntry = {
      skillName: "blocked-one",
      sourceUrl: "upload:acme",
      threatType: "malware",
      severity: "high",
      reason,
    };
    const { id, takenDown } = await callJson<{ id: string; takenDown: string[] }>(
      "/api/v1/admin/blocklist",
      admin(newEntry),
      201,
    );
    expect(takenDown).toEqual(["acme/uploads/blocked-one"]);
    expect(await callJson("/api/v1/blocklist")).toMatchObject({
      count: 1,
      entries: [{ skillName: "blocked-one" }],
    });
    const blocked = await callJson("/api/v1/blocklist/check?name=acme/uploads/blocked-one");
    expect(blocked).toMatchObject({ blocked: true, entry: { threatType: "malware" } });
    expect(await callJson("/api/v1/blocklist/check?name=harmless")).toMatchObject({
      blocked: false,
      rejected: false,
    });
    expect((await call("/api/v1/blocklist/check")).status).toBe(400);
    await callJson(`/api/v1/admin/blocklist/${id}/remove`, admin({ reason }));
    expect(await callJson("/api/v1/blocklist")).toMatchObject({ count: 0 });
  });

  it("decide on a submission; two conflicting decisions cannot both win (L09)", async () => {
    const id = await publish(badSkill("refused"));
    const row = await inRun(() => getSubmission(id));
    const stale = await call(`/api/v1/admin/submissions/${id}/rescan`, admin({ reason, version: 1 }));
    expect(stale.status).toBe(200);
    const reject = admin({ reason, version: row?.rowVersion });
    expect((await call(`/api/v1/admin/submissions/${id}/reject`, reject)).status).toBe(409);
    expect((await call(`/api/v1/admin/submissions/nobody/approve`, admin({ reason }))).status).toBe(404);
    const check = await callJson("/api/v1/blocklist/check?name=refused&repoUrl=upload:acme");
    expect(check).toMatchObject({ blocked: false });
  });

  it("pause and resume the queue, show the system status, replay a dead letter once", async () => {
    await callJson("/api/v1/admin/queue/pause", admin({ reason, minutes: 5 }));
    expect(await callJson("/api/v1/admin/queue", admin())).toMatchObject({ paused: { reason } });
    await callJson("/api/v1/admin/queue/resume", admin({ reason }));
    expect(await callJson("/api/v1/admin/queue", admin())).toMatchObject({ paused: null });
    const { id } = await callJson<{ id: string }>(
      "/api/v1/submissions",
      { json: { repoUrl: "acme/dead" } },
      201,
    );
    const letter = { id: "letter-1", submissionId: id, body: "{}", attempts: 4, receivedAt: Date.now() };
    await inRun(() => saveDeadLetter(letter));
    expect(await callJson("/api/v1/admin/dead-letters", admin())).toMatchObject({
      deadLetters: [{ id: "letter-1" }],
    });
    await callJson("/api/v1/admin/dead-letters/letter-1/replay", admin({ reason }));
    expect((await call("/api/v1/admin/dead-letters/letter-1/replay", admin({ reason }))).status).toBe(409);
    expect(await callJson("/api/v1/admin/dead-letters", admin())).toEqual({ deadLetters: [] });
  });

  it("record actor and action, and migrate old slugs on request", async () => {
    const { entries } = await callJson<{ entries: { action: string; actor: string }[] }>(
      "/api/v1/admin/audit-log",
      admin(),
    );
    expect(entries.some(({ action, actor }) => action === "skill.take-down" && actor === "operator")).toBe(
      true,
    );
    await env.SUBMISSIONS_KV.put(
      "skill:old-flat",
      JSON.stringify({ name: "old-flat", repoUrl: "https://github.com/acme/tools" }),
    );
    const plan = await callJson("/api/v1/admin/migrate-slugs", admin({ dryRun: true }));
    expect(plan).toMatchObject({ dryRun: true, migrated: [{ from: "old-flat", to: "acme/tools/old-flat" }] });
  });

  it("accept and close abuse reports", async () => {
    const sent = {
      skill: "acme/uploads/kept",
      kind: "appeal",
      message: "This verdict is not right, because …",
    };
    const { id } = await callJson<{ id: string }>("/api/v1/reports", { json: sent }, 201);
    expect(await callJson("/api/v1/admin/reports", admin())).toMatchObject({
      reports: [{ id, kind: "appeal" }],
    });
    await callJson(`/api/v1/admin/reports/${id}/close`, admin({ reason: "looked at" }));
    expect((await call(`/api/v1/admin/reports/${id}/close`, admin({ reason: "again" }))).status).toBe(404);
  });
});

describe("tokens", () => {
  it("are not created for a reserved owner name, nor is anything uploaded under one", async () => {
    const message = expect.stringContaining("The name “npm” is reserved for the registry itself");
    const token = admin({ owner: "npm", scopes: ["submit"], label: "ci" });
    expect(await callJson("/api/v1/admin/tokens", token, 400)).toMatchObject({ message });
    const upload = { ...admin(), method: "POST", body: new Uint8Array(makeTarGz(goodSkill("notes"))) };
    const headers = { "content-type": "application/gzip" };
    const sent = await callJson("/api/v1/submissions/upload?owner=npm", { ...upload, headers }, 400);
    expect(sent).toMatchObject({ message });
  });

  it("are shown once, expire, and stop working as soon as they are revoked (L62)", async () => {
    const created = await callJson<{ id: string; token: string }>(
      "/api/v1/admin/tokens",
      admin({ owner: "Acme", scopes: ["submit"], label: "ci", expiresInDays: 1 }),
      201,
    );
    expect(created.token).toMatch(/^vsk_[\w-]{43}$/);
    const listed = await call("/api/v1/admin/tokens", admin());
    const text = await listed.text();
    expect(text).not.toContain(created.token);
    expect(text).toContain('"owner":"acme"');
    expect(await callJson("/api/v1/account/tenants", { token: created.token })).toEqual({ tenants: [] });
    expect((await call("/api/v1/account/tenants")).status).toBe(401);
    const expire = env.DB.prepare("UPDATE api_tokens SET expires_at = ? WHERE id = ?");
    await expire.bind(Date.now() - 1, created.id).run();
    expect((await call("/api/v1/account/tenants", { token: created.token })).status).toBe(401);
    await expire.bind(null, created.id).run();
    expect((await call("/api/v1/account/tenants", { token: created.token })).status).toBe(200);
    await callJson(`/api/v1/admin/tokens/${created.id}/revoke`, admin({ reason }));
    expect((await call("/api/v1/account/tenants", { token: created.token })).status).toBe(401);
  });
});
