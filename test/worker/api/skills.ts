import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { readVersionChanges } from "../../../src/lib/contents/version-changes.ts";
import { admin, call, callJson, ORIGIN } from "../../support/call-api.ts";
import { inRun, publish, publishGood } from "../../support/publish.ts";
import { badSkill, goodSkill, textFile } from "../../support/skills.ts";

beforeAll(async () => {
  await publishGood("meeting-notes", { version: "1.0.0" });
  await publishGood("meeting-notes", { version: "1.1.0", body: "Also list who was there." });
  await publishGood("pdf-tools");
  await publishGood("pdf-tools", { owner: "zenith", body: "Another one." });
  await publish(badSkill("formatter"));
});

interface Summary {
  name: string;
  currentVersion: string;
}

describe("GET /api/v1/skills/search", () => {
  it("finds the exact name first, with the fields that clients read", async () => {
    const found = await callJson<{ results: Summary[]; total: number }>(
      "/api/v1/skills/search?q=meeting-notes",
    );
    expect(found.results[0]).toMatchObject({
      name: "acme/uploads/meeting-notes",
      displayName: "meeting-notes",
      author: "acme",
      certTier: "VERIFIED",
      trustTier: "T3",
      currentVersion: "1.1.0",
      isBlocked: false,
      ownerSlug: "acme",
      repoSlug: "uploads",
      skillSlug: "meeting-notes",
      command: `npx skills add ${ORIGIN}/skills/acme/uploads/meeting-notes`,
    });
  });

  it("refuses queries under two characters, and names unknown parameters (L41)", async () => {
    expect((await call("/api/v1/skills/search?q=a")).status).toBe(400);
    const refused = await callJson<{ details: { fields: { field: string }[] } }>(
      "/api/v1/skills/search?q=pdf&colour=red",
      {},
      400,
    );
    expect(refused.details.fields.map(({ field }) => field)).toEqual(["colour"]);
  });
});

describe("GET /api/v1/skills", () => {
  it("paginates without overlap and with an exact total", async () => {
    const pages = await Promise.all(
      [1, 2, 3].map((page) =>
        callJson<{ skills: Summary[]; pagination: { total: number; totalPages: number } }>(
          `/api/v1/skills?limit=1&sort=name&page=${page}`,
        ),
      ),
    );
    expect(pages[0]?.pagination).toMatchObject({ total: 3, totalPages: 3 });
    expect(new Set(pages.flatMap(({ skills }) => skills.map(({ name }) => name))).size).toBe(3);
  });

  it("returns 304 to a client with the current version, and limits shared caches to one minute", async () => {
    const first = await call("/api/v1/skills");
    const etag = first.headers.get("etag") ?? "";
    const seconds = /s-maxage=(\d+)/.exec(first.headers.get("cache-control") ?? "")?.[1];
    expect(Number(seconds)).toBeLessThanOrEqual(60);
    const again = await call("/api/v1/skills", { headers: { "if-none-match": etag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  it("filters and counts facets", async () => {
    const { skills, facets } = await callJson<{ skills: Summary[]; facets: Record<string, unknown> }>(
      "/api/v1/skills?owner=zenith&tier=T3&facets=true",
    );
    expect(skills.map(({ name }) => name)).toEqual(["zenith/uploads/pdf-tools"]);
    expect(facets.owner).toEqual([
      { value: "acme", count: 2 },
      { value: "zenith", count: 1 },
    ]);
    expect((await callJson<{ skills: Summary[] }>("/api/v1/skills?tier=T4")).skills).toEqual([]);
  });
});

describe("GET /api/v1/skills/…", () => {
  it("shows the skill with its SKILL.md, by slug and by flat name", async () => {
    const { skill } = await callJson<{ skill: Record<string, unknown> }>(
      "/api/v1/skills/acme/uploads/meeting-notes",
    );
    expect(skill).toMatchObject({
      name: "acme/uploads/meeting-notes",
      currentVersion: "1.1.0",
      degraded: false,
      publisherVerified: false,
    });
    expect(skill.content).toContain("Also list who was there.");
    expect(skill.sha).toMatch(/^sha256:[0-9a-f]{64}$/);
    const flat = await callJson<{ skill: Record<string, unknown> }>("/api/v1/skills/meeting-notes");
    expect(flat.skill.name).toBe(skill.name);
  });

  it("refuses an ambiguous flat name, and lists the candidates (L17)", async () => {
    const { details } = await callJson<{ details: { choices: string[] } }>(
      "/api/v1/skills/pdf-tools",
      {},
      409,
    );
    expect(details.choices).toEqual(["acme/uploads/pdf-tools", "zenith/uploads/pdf-tools"]);
  });

  it("returns 404 for a skill that was rejected", async () => {
    expect((await call("/api/v1/skills/acme/uploads/formatter")).status).toBe(404);
    expect((await call("/api/v1/skills/formatter")).status).toBe(404);
  });

  it.each([
    "/api/v1/skills/acme/uploads/meeting-notes/versions",
    "/api/v1/skills/meeting-notes/versions",
    "/api/v1/skills/acme%2Fuploads%2Fmeeting-notes/versions",
  ])("lists versions newest first, returns one with its files, and compares two: %s", async (base) => {
    const { versions } = await callJson<{ versions: { version: string; diffSummary: string | null }[] }>(
      base,
    );
    expect(versions.map(({ version }) => version)).toEqual(["1.1.0", "1.0.0"]);
    expect(versions[0]?.diffSummary).toBe("1 file changed: SKILL.md modified.");
    const one = await callJson<{ manifest: { path: string }[] }>(`${base}/1.0.0`);
    expect(one.manifest.map(({ path }) => path)).toEqual(["SKILL.md", "references/example.md"]);
    const diff = await callJson<{ contentDiff: string }>(`${base}/diff?from=1.0.0&to=1.1.0`);
    expect(diff.contentDiff).toContain("+Also list who was there.");
    const { files } = await callJson<{ files: object[] }>(`${base}/compare?from=1.0.0&to=1.1.0`);
    expect(files).toMatchObject([{ filename: "SKILL.md", status: "modified" }]);
    expect((await call(`${base}/diff?from=1.0.0&to=9.9.9`)).status).toBe(404);
    expect((await call(`${base}/1.0.0/archive`)).headers.get("content-type")).toBe("application/gzip");
  });

  it("finds a skill whose repository is called “versions”", async () => {
    await env.DB.prepare(
      `INSERT INTO skills (slug, source_url, owner, repo, name, description, latest_version, created_at, updated_at)
       SELECT 'acme/versions/odd', source_url, owner, 'versions', 'odd', description, latest_version, 1, 1
       FROM skills WHERE slug = 'acme/uploads/meeting-notes'`,
    ).run();
    await env.DB.prepare(
      `INSERT INTO skill_versions (skill_id, version, digest, submission_id, verdict, score, engine, approved_by, files, forms, published_at, certified_at)
       SELECT (SELECT id FROM skills WHERE name = 'odd'), version, digest, submission_id, verdict, score, engine, approved_by, files, forms, published_at, certified_at
       FROM skill_versions WHERE version = '1.1.0'`,
    ).run();
    const { skill } = await callJson<{ skill: { name: string } }>("/api/v1/skills/acme/versions/odd");
    expect(skill.name).toBe("acme/versions/odd");
  });

  it("returns the verdict and the trust badge", async () => {
    const base = "/api/v1/skills/acme/uploads/meeting-notes";
    const security = await callJson<{ overallVerdict: string; providers: object[]; reportUrl: string }>(
      `${base}/security`,
    );
    const { pathname, hash } = new URL(security.reportUrl);
    const report = await call(pathname, { headers: { accept: "text/html" } });
    expect(report.status).toBe(200);
    expect(await report.text()).toContain(`id="${hash.slice(1) || "no anchor"}"`);
    expect(security).toMatchObject({
      overallVerdict: "PASS",
      providers: [{ provider: "vskill", verdict: "PASS" }],
    });
    const badge = await call(`${base}/badge`);
    expect(badge.headers.get("content-type")).toMatch(/^image\/svg\+xml/);
    expect(await badge.text()).toContain("Scan passed · Unverified publisher · 100/100");
    expect(await callJson(`${base}/badge?format=json`)).toMatchObject({ label: "vskill" });
  });

  it("reports which installed skills have a newer version, and refuses more than 100 (L50)", async () => {
    const body = (skills: object[]) => ({ json: { skills } });
    const { results } = await callJson<{ results: object[] }>(
      "/api/v1/skills/check-updates",
      body([
        { name: "acme/uploads/meeting-notes", currentVersion: "1.0.0" },
        { name: "acme/uploads/meeting-notes", currentVersion: "1.1.0" },
        { name: "acme/uploads/meeting-notes", currentVersion: "v1.1.0" },
        { name: "acme/uploads/meeting-notes", currentVersion: "v1.0.0" },
        { name: "nobody/has/this" },
      ]),
    );
    expect(results).toMatchObject([
      {
        latest: "1.1.0",
        updateAvailable: true,
        versionBump: "minor",
        diffSummary: "1 file changed: SKILL.md modified.",
      },
      { latest: "1.1.0", updateAvailable: false },
      { latest: "1.1.0", updateAvailable: false, versionBump: null },
      { latest: "1.1.0", updateAvailable: true, versionBump: "minor", diffSummary: expect.any(String) },
      { latest: null, updateAvailable: false, error: "not_found" },
    ]);
    const many = Array.from({ length: 101 }, () => ({ name: "x" }));
    expect((await call("/api/v1/skills/check-updates", body(many))).status).toBe(400);
  });

  it("counts one install per client, version and day, and downloads separately (L65)", async () => {
    const base = "/api/v1/skills/acme/uploads/pdf-tools";
    const report = (address: string) =>
      call(`${base}/installs`, { json: { source: "cli" }, headers: { "cf-connecting-ip": address } });
    for (const address of ["192.0.2.1", "192.0.2.1", "192.0.2.2"])
      expect((await report(address)).status).toBe(200);
    const archive = await call(`${base}/versions/1.0.0/archive`, {
      headers: { "cf-connecting-ip": "192.0.2.1" },
    });
    expect(archive.headers.get("content-type")).toBe("application/gzip");
    await archive.arrayBuffer();
    const { skill } = await callJson<{ skill: { vskillInstalls: number } }>(base);
    expect(skill.vskillInstalls).toBe(2);
    expect(await callJson(`${base}/installs`)).toEqual({ installs: 2, downloads: 1 });
    await callJson("/api/v1/admin/installs/recompute", { ...admin(), method: "POST" });
    const again = await callJson<{ skill: { vskillInstalls: number } }>(base);
    expect(again.skill.vskillInstalls).toBe(2);
  });
});

describe("two versions that differ in every file", () => {
  const base = "/api/v1/skills/acme/uploads/number-tables/versions";
  const range = "from=1.0.0&to=1.1.0";
  const limit = "Not compared: the limit for one comparison was reached.";
  const edition = (version: string) => [
    ...goodSkill("number-tables", { version, body: "The tables hold sums.\n\n".repeat(1_200) }),
    ...Array.from({ length: 20 }, (_, table) => {
      const rows = Array.from(
        { length: 400 },
        (_, row) => `${row * 7},${version.replaceAll(".", "")}${row}\n`,
      );
      return textFile(`tables/t${table}.csv`, rows.join(""));
    }),
  ];

  beforeAll(async () => {
    for (const version of ["1.0.0", "1.1.0"]) await publish(edition(version));
  });

  it("are compared up to a limit, and each omitted file is marked", async () => {
    const { files } = await callJson<{ files: { patch: string | null; note: string | null }[] }>(
      `${base}/compare?${range}`,
    );
    const left = files.filter(({ patch }) => patch === null);
    expect([files.length, left.length]).toEqual([21, 17]);
    expect(left.every(({ note }) => note === limit)).toBe(true);
    const page = await call(`/skills/acme/uploads/number-tables/diff?${range}`, {
      headers: { accept: "text/html" },
    });
    expect((await page.text()).split(limit)).toHaveLength(18);
  });

  it("show the changes of SKILL.md whatever the other files are", async () => {
    const diff = await callJson<{ contentDiff: string; note: null }>(`${base}/diff?${range}`);
    expect(diff).toMatchObject({ contentDiff: expect.stringContaining("+  version:"), note: null });
  });

  it("are compared only once, because their contents never change", async () => {
    const { versions } = await callJson<{ versions: { contentHash: string }[] }>(base);
    const [to = "", from = ""] = versions.map(({ contentHash }) => contentHash);
    await inRun(async () => {
      const first = await readVersionChanges(from, to);
      expect(first).toHaveLength(21);
      expect(await readVersionChanges(from, to)).toBe(first);
    });
  });
});

describe("a version whose files consist of control characters", () => {
  const slug = "acme/uploads/odd-tables";
  const odd = (seed: number, length: number) =>
    Array.from({ length }, (_, i) => ((i + seed) ** 2 % 7 > 2 ? "\f" : "\u001b")).join("");
  const page = async (path: string) =>
    (await call(`/skills/${slug}/${path}`, { headers: { accept: "text/html" } })).text();

  beforeAll(async () => {
    await publish(goodSkill("odd-tables", { version: "1.0.0" }));
    const tables = Array.from({ length: 15 }, (_, i) =>
      textFile(`t${i}.csv`, odd(i, i === 0 ? 120_000 : 199_000)),
    );
    const lines = textFile("lines.csv", "\n".repeat(120_000));
    await publish([...goodSkill("odd-tables", { version: "1.1.0" }), ...tables, lines]);
  });

  it("has a short diff page that calls each file unreadable", async () => {
    const html = await page("diff?from=1.0.0&to=1.1.0");
    expect(html.split("Binary or unreadable: ")).toHaveLength(16);
    expect(html).toContain("Not compared: the limit");
    expect(html.length).toBeLessThan(20_000);
  });

  it("has a short page for a file of empty lines, too", async () => {
    const html = await page("files?path=lines.csv");
    expect(html).toContain("lines.csv (117.2 KiB): Too large to preview");
    expect(html.length).toBeLessThan(20_000);
  });

  it("has a page for each file, without any of the characters", async () => {
    const html = await page("files?path=t0.csv");
    expect(html).toContain("t0.csv (117.2 KiB): Binary or unreadable");
    expect(html.length).toBeLessThan(20_000);
  });
});
