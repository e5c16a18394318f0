/** Repository health: the statuses that the host's responses give. An unclear response never counts as a status. */
import { env } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { REPO_HEALTH_JOB, refreshRepoHealth } from "../../../src/lib/cron/refresh-repo-health.ts";
import { recordJobStart, recordJobSuccess } from "../../../src/lib/operations/job-store.ts";
import { getRepoHealth, saveRepoHealth } from "../../../src/lib/repo-health-store.ts";
import { checkRepoHealth } from "../../../src/lib/repos/repo-health-check.ts";
import { inRun } from "../../support/publish.ts";

const NOW = Date.parse("2026-03-01T00:00:00Z");
const url = (name: string) => `https://github.com/acme/${name}`;

const fresh = (name: string, change = {}) =>
  Response.json({ full_name: `acme/${name}`, archived: false, pushed_at: "2026-02-01T00:00:00Z", ...change });

/** Responds by repository name, and returns the names in the order of the requests. */
function stubGithub(respond: (name: string) => Response): string[] {
  const requested: string[] = [];
  vi.stubGlobal("fetch", async (input: URL | string) => {
    const name = new URL(input).pathname.split("/").at(-1) ?? "";
    requested.push(name);
    return respond(name);
  });
  return requested;
}

async function seedSkill(name: string, { kind = "github", status = "live" } = {}): Promise<void> {
  const id = crypto.randomUUID();
  const source = kind === "github" ? url(name) : `https://${name}.example`;
  await env.DB.batch([
    env.DB.prepare(
      "INSERT INTO submissions (id, source_kind, source_url, owner, repo, state, submitted_by, created_at, updated_at) VALUES (?, ?, ?, 'acme', ?, 'PUBLISHED', 't', 1, 1)",
    ).bind(id, kind, source, name),
    env.DB.prepare(
      "INSERT INTO skills (slug, source_url, owner, repo, name, description, status, created_at, updated_at) VALUES (?, ?, 'acme', ?, ?, 'd', ?, 1, 1)",
    ).bind(`acme/${name}/s`, source, name, name, status),
    env.DB.prepare(
      "INSERT INTO skill_versions (skill_id, version, digest, submission_id, verdict, score, engine, approved_by, files, forms, published_at, certified_at) SELECT id, '1.0.0', 'd', ?, 'PASS', 90, 'e', 'engine', '[]', '{}', 1, 1 FROM skills WHERE slug = ?",
    ).bind(id, `acme/${name}/s`),
  ]);
}

/** Runs the job as the cron handler does. */
async function runJob(nowMs: number) {
  await recordJobStart(REPO_HEALTH_JOB, nowMs);
  const detail = await refreshRepoHealth(nowMs);
  await recordJobSuccess(REPO_HEALTH_JOB, detail, nowMs);
  return detail;
}

afterEach(() => vi.unstubAllGlobals());
beforeEach(async () => {
  for (const table of ["skill_versions", "skills", "submissions", "repo_health", "jobs"])
    await env.DB.prepare(`DELETE FROM ${table}`).run();
});

describe("checking one repository", () => {
  it.each([
    ["ONLINE", () => fresh("tools"), "responded"],
    ["STALE", () => fresh("tools", { pushed_at: "2024-01-01T00:00:00Z" }), "responded"],
    ["ARCHIVED", () => fresh("tools", { archived: true }), "responded"],
    ["MOVED", () => fresh("renamed"), "responded"],
    ["OFFLINE", () => new Response("{}", { status: 404 }), "responded"],
    ["UNKNOWN", () => new Response("{}", { status: 410 }), "responded"],
    ["UNKNOWN", () => new Response("{}", { status: 451 }), "responded"],
    ["UNKNOWN", () => new Response("{}", { status: 401 }), "unreachable"],
    ["UNKNOWN", () => new Response("{}", { status: 500 }), "unreachable"],
    ["UNKNOWN", () => new Response("<html>"), "unreachable"],
    ["UNKNOWN", () => new Response("{}", { status: 429 }), "limited"],
    [
      "UNKNOWN",
      () => new Response("{}", { status: 403, headers: { "x-ratelimit-remaining": "0" } }),
      "limited",
    ],
  ])("%s", async (status, respond, host) => {
    stubGithub(respond);
    const health = await inRun(() => checkRepoHealth(url("tools"), NOW));
    expect(health).toMatchObject({ status, host });
    expect(health.detail).not.toBe("");
  });

  it("L51: names the rate limit as the cause", async () => {
    stubGithub(() => new Response("{}", { status: 429, headers: { "retry-after": "60" } }));
    expect((await inRun(() => checkRepoHealth(url("tools"), NOW))).detail).toMatch(/Rate-limited by/);
  });

  it("is UNKNOWN when the host cannot be reached", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("connection refused")));
    expect(await inRun(() => checkRepoHealth(url("tools"), NOW))).toMatchObject({
      status: "UNKNOWN",
      host: "unreachable",
    });
  });
});

describe("the job", () => {
  it("starts checking repositories of skills published from GitHub, only those, and each once", async () => {
    await seedSkill("one");
    await seedSkill("site", { kind: "well-known" });
    await env.DB.prepare(
      "INSERT INTO skills (slug, source_url, owner, repo, name, description, created_at, updated_at) VALUES ('acme/one/other', ?, 'acme', 'one', 'other', 'd', 1, 1)",
    )
      .bind(url("one"))
      .run();
    const requested = stubGithub((name) => fresh(name));
    await inRun(() => runJob(NOW));
    expect(requested).toEqual(["one"]);
    await seedSkill("two");
    await inRun(() => runJob(NOW + 1));
    expect(await inRun(() => getRepoHealth(url("two")))).toMatchObject({
      status: "ONLINE",
      checkedAt: NOW + 1,
    });
  });

  it("checks the longest unchecked first, up to a limit", async () => {
    for (let i = 0; i < 25; i++) {
      await seedSkill(`r${i}`);
      await inRun(() =>
        saveRepoHealth({ repoUrl: url(`r${i}`), status: "ONLINE", detail: "", checkedAt: 1000 - i }),
      );
    }
    const requested = stubGithub((name) => fresh(name));
    expect(await inRun(() => runJob(NOW))).toMatchObject({ checked: 20, stopped: "" });
    expect(requested).toEqual(Array.from({ length: 20 }, (_, i) => `r${24 - i}`));
    await inRun(() => runJob(NOW + 1));
    expect(requested.slice(20, 25)).toEqual(["r4", "r3", "r2", "r1", "r0"]);
  });

  it("stops when the host's rate limit is reached: the other repositories keep their status", async () => {
    for (const name of ["a", "b", "c"]) {
      await seedSkill(name);
      await inRun(() => saveRepoHealth({ repoUrl: url(name), status: "ONLINE", detail: "", checkedAt: 1 }));
    }
    const requested = stubGithub((name) =>
      requested.length < 2 ? fresh(name) : new Response("{}", { status: 429 }),
    );
    expect(await inRun(() => runJob(NOW))).toMatchObject({ checked: 2 });
    const statuses = await env.DB.prepare("SELECT status FROM repo_health ORDER BY repo_url").all();
    expect(statuses.results.map(({ status }) => status)).toEqual(["ONLINE", "UNKNOWN", "ONLINE"]);
  });

  it("stops after three failures in a row: a host that is down does not make everything UNKNOWN", async () => {
    for (const name of ["a", "b", "c", "d", "e"]) await seedSkill(name);
    const requested = stubGithub(() => new Response("", { status: 502 }));
    await inRun(() => runJob(NOW));
    expect(requested).toHaveLength(3);
  });

  it("does not check repositories of skills that were taken down", async () => {
    await seedSkill("gone", { status: "taken_down" });
    const requested = stubGithub((name) => fresh(name));
    await inRun(() => runJob(NOW));
    expect(requested).toEqual([]);
  });
});
