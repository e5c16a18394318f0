/** Upgrades data folders of older versions to the current schema, without losing data. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureBuild } from "../../cli/embedded/build.ts";
import { applyMigrations } from "../../cli/embedded/migrations.ts";
import { contentDigest } from "../../src/domain/digest.ts";
import type { SkillFile } from "../../src/domain/skill-file.ts";
import { makeTarGz } from "../../src/lib/archives/install-archives.ts";
import { type FolderSnapshot, snapshotFolder } from "../support/folder-snapshot.ts";
import { withStorage } from "../support/open-storage.ts";
import { runVskill } from "../support/run-command.ts";
import { goodSkill } from "../support/skills.ts";
import { type RunningServer, startServer } from "../support/start-server.ts";
import { waitForState } from "../support/wait-for-state.ts";

const compared = ["submissions", "submission_events", "skills", "skill_versions", "skill_aliases", "vendors"];

let scratch: string;
const at = (name: string) => path.join(scratch, name);

beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), "vskill-upgrade-"));
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

describe("a data folder with the first schema only", () => {
  const files = goodSkill("old-notes");
  const digest = contentDigest(files);
  let dataDir: string;

  /** Rows with values, NULLs and characters that a careless copy would lose. */
  const rows = [
    `INSERT INTO submissions (id, source_kind, source_url, owner, repo, skill_name, state, version, digest, reason, email, submitted_by, created_at, updated_at, rested_at)
     VALUES ('parent', 'github', 'https://github.com/acme/all', 'acme', 'all', '', 'EXPANDED', 2, NULL, 'Ünïcode ''✓''', 'jo@example.org', 't', 1, 2, 2)`,
    `INSERT INTO submissions (id, source_kind, source_url, owner, repo, skill_name, state, version, digest, parent_id, submitted_by, created_at, updated_at, rested_at)
     VALUES ('a-child', 'upload', 'upload:acme', 'acme', 'uploads', 'old-notes', 'PUBLISHED', 5, '${digest}', 'parent', 't', 1, 2, 2)`,
    `INSERT INTO submission_events (event_id, submission_id, version, from_state, to_state, trigger, actor, at)
     VALUES ('e1', 'a-child', 1, '', 'RECEIVED', 'submit', 't', 1)`,
    `INSERT INTO skills (slug, source_url, owner, repo, name, description, latest_version, created_at, updated_at)
     VALUES ('acme/uploads/old-notes', 'upload:acme', 'acme', 'uploads', 'old-notes', 'Turns notes into decisions.', '1.0.0', 1, 2)`,
    `INSERT INTO skill_versions (skill_id, version, digest, submission_id, verdict, score, engine, approved_by, files, forms, published_at, certified_at)
     VALUES (1, '1.0.0', '${digest}', 'a-child', 'PASS', 95, '0.0.1', 'engine', '[]',
       '{"tarGz":{"key":"k","size":1,"sha256":"s"},"zip":{"key":"k","size":1,"sha256":"s"},"npm":{"key":"k","size":1,"sha256":"s","packageName":"@acme/old-notes","integrity":"i","shasum":"s"}}', 2, 2)`,
    `INSERT INTO skill_aliases (old_slug, slug, created_at) VALUES ('old', 'acme/uploads/old-notes', 1)`,
    `INSERT INTO vendors (owner, verified_by, verified_at) VALUES ('acme', 'operator', 1)`,
  ];

  beforeAll(async () => {
    dataDir = at("first schema");
    const [first, ...later] = (await ensureBuild()).migrations;
    expect(first?.name).toBe("0001_ledger.sql");
    expect(later.length).toBeGreaterThan(0);
    await withStorage(dataDir, async (storage) => {
      const db = await storage.getD1Database("DB");
      await applyMigrations(db, [first!]);
      await db.batch(rows.map((sql) => db.prepare(sql)));
      await (await storage.getR2Bucket("ARCHIVES")).put(`content/${digest}/skill.tar.gz`, makeTarGz(files));
    });
  });

  /** Checks that every value is still there. Columns that were added later must be empty. */
  function expectKept(after: FolderSnapshot, before: FolderSnapshot): void {
    for (const table of compared) {
      const old = before.tables[table] ?? [];
      const kept = (after.tables[table] ?? []).map((row) => {
        const added = Object.keys(row).filter((column) => !(column in (old[0] ?? {})));
        for (const column of added) expect([table, column, row[column]]).toEqual([table, column, null]);
        return Object.fromEntries(Object.entries(row).filter(([column]) => !added.includes(column)));
      });
      expect(kept, table).toEqual(old);
    }
  }

  it("can be backed up as it is, and restored into this version's schema", async () => {
    const before = await snapshotFolder(dataDir, "decisions");
    expect(await runVskill("backup", "--to", at("backup"), "--data", dataDir)).toMatchObject({ code: 0 });
    expect(await runVskill("restore", "--from", at("backup"), "--data", at("restored"))).toMatchObject({
      code: 0,
    });
    const after = await snapshotFolder(at("restored"), "decisions");
    expectKept(after, before);
    expect(after.found.words).toEqual(["acme/uploads/old-notes"]);
  });

  it("is upgraded at the start, and keeps every row and object", async () => {
    const before = await snapshotFolder(dataDir, "decisions");
    await using server = await startServer({ dataDir, args: ["--no-examples"] });
    expect(server.output()).toMatch(/applied migration 0002/);
    const health = (await (await fetch(`${server.url}/healthz`)).json()) as { schema: string };
    expect(health.schema).not.toBe("0001_ledger");
    await server.stop();
    const after = await snapshotFolder(dataDir, "decisions");
    expectKept(after, before);
    expect(after.objects).toEqual(before.objects);
  });

  it("is searchable, and in KV, after a rebuild", async () => {
    expect(await runVskill("rebuild", "--data", dataDir)).toMatchObject({ code: 0 });
    const { found, kv } = await snapshotFolder(dataDir, "decisions");
    expect(found.words).toEqual(["acme/uploads/old-notes"]);
    expect(Object.keys(kv)).toEqual(
      expect.arrayContaining([
        "sub:parent",
        "sub:a-child",
        "skill:acme/uploads/old-notes",
        "skill:alias:old",
      ]),
    );
  });
});

/** The folder is test/fixtures/data-10a0635.tar.gz; the README.md beside it describes its content and origin. */
describe("a data folder created by the server of commit 10a0635", () => {
  /** Created by that server for its folder, and useless anywhere else. */
  const tokens = {
    admin: "vsk_8-ZPv0rvsvW1-7_AyIg-_lVRiroE-gt4wuz9O8wAjP0",
    acme: "vsk_MZk5ZMCm17GFNOpimWQ1jJid3fXzpXPckkBqbkMEy24",
    globex: "vsk_UgZqMKa4pC9QPL8ErZ1-VV2Tq3ZaNRG23H3jH-f2qd8",
  };
  const NOTES = "acme/uploads/meeting-notes";
  const published = [
    ...["accessible-forms", "csv-profiler", "incident-timeline", "meeting-minutes", "plain-language"],
    ...["python-test-writer", "release-notes", "sql-review", "weather-brief"],
  ].map((name) => `vskill-examples/uploads/${name}`);
  published.push(NOTES, "globex/uploads/meeting-notes");
  /** Tables whose rows never change after they are written. */
  const permanent = [
    ...["submission_events", "skill_versions", "scan_reports", "short_names", "skill_marks", "skill_changes"],
    ...["blocklist", "audit_log", "skill_reports", "install_events", "own_keys"],
  ];

  let dataDir: string;
  let server: RunningServer;
  let before: FolderSnapshot;

  beforeAll(async () => {
    dataDir = at("10a0635");
    mkdirSync(dataDir);
    const fixture = path.join(import.meta.dirname, "..", "fixtures", "data-10a0635.tar.gz");
    execFileSync("tar", ["-xzf", fixture, "--no-same-owner", "-C", dataDir], { stdio: "pipe" });
    before = await snapshotFolder(dataDir, "decisions");
    server = await startServer({ dataDir, examples: true });
  });
  afterAll(() => server?.[Symbol.asyncDispose]());

  const get = (address: string, token?: string) =>
    fetch(`${server.url}${address}`, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });

  async function getJson<T = Record<string, unknown>>(address: string, token?: string): Promise<T> {
    const response = await get(address, token);
    expect([address, response.status]).toEqual([address, 200]);
    return (await response.json()) as T;
  }

  async function upload(token: string, files: SkillFile[]): Promise<Record<string, unknown>> {
    const response = await fetch(`${server.url}/api/v1/submissions/upload`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/gzip" },
      body: new Uint8Array(makeTarGz(files)),
    });
    return (await response.json()) as Record<string, unknown>;
  }

  /** The id of the submission of the skill with this name. */
  const submissionOf = (name: string) =>
    String(before.tables.submissions?.find((row) => row.skill_name === name)?.id);

  /** Carries out an operator's action on a submission, and returns the status of the response. */
  async function act(id: string, action: string): Promise<number> {
    const response = await fetch(`${server.url}/api/v1/admin/submissions/${id}/${action}`, {
      method: "POST",
      headers: { authorization: `Bearer ${tokens.admin}`, "content-type": "application/json" },
      body: JSON.stringify({ reason: "After the upgrade." }),
    });
    return response.status;
  }

  const versionsOf = (slug: string) =>
    getJson<{ versions: { version: string; yanked: string | null }[] }>(`/api/v1/skills/${slug}/versions`);

  const sha256 = async (response: Response) =>
    createHash("sha256")
      .update(new Uint8Array(await response.arrayBuffer()))
      .digest("hex");

  it("is upgraded to the current schema, without applying a migration twice or submitting an example again", async () => {
    const { migrations } = await ensureBuild();
    const schema = migrations.at(-1)?.name.replace(/\.sql$/, "");
    expect(await getJson("/healthz")).toMatchObject({ status: "ok", schema });
    expect(server.output()).not.toMatch(/applied migration 000[1-6]_/);
    expect(server.output()).not.toMatch(/submitted \d+ example/);
  });

  it("still accepts its admin token, and shows the abuse report to that token only", async () => {
    expect(server.adminToken).toBeNull();
    const { reports } = await getJson<{ reports: object[] }>("/api/v1/admin/reports", tokens.admin);
    expect(reports).toMatchObject([{ slug: "globex/uploads/meeting-notes", kind: "impersonation" }]);
    expect((await get("/api/v1/admin/reports", tokens.acme)).status).toBe(403);
  });

  it("shows every published skill, on its page and in the list", async () => {
    const { skills } = await getJson<{ skills: { name: string }[] }>("/api/v1/skills?limit=100");
    expect(skills.map(({ name }) => name)).toEqual(expect.arrayContaining(published));
    for (const slug of published) expect([slug, (await get(`/skills/${slug}`)).status]).toEqual([slug, 200]);
  });

  it("returns a skill with its versions, one of them still yanked, and its number of installs", async () => {
    expect(await getJson(`/api/v1/skills/${NOTES}`)).toMatchObject({
      skill: { name: NOTES, author: "acme", content: expect.stringContaining("Zoë and Łukasz ✓") },
    });
    const { versions } = await versionsOf(NOTES);
    expect(versions.slice(-2)).toMatchObject([
      { version: "1.1.0", verdict: "PASS", engine: "0.13.0", yanked: null },
      { version: "1.0.0", yanked: "The first version lacks the table of follow-ups." },
    ]);
    const { installs } = await getJson<{ installs: number }>(`/api/v1/skills/${NOTES}/installs`);
    expect(installs).toBeGreaterThanOrEqual(3);
  });

  it("delivers every archive with the recorded digest", async () => {
    interface Archives {
      readonly archives: Record<"tarGz" | "zip", { url: string; sha256: string }>;
    }
    for (const slug of published) {
      for (const { version } of (await versionsOf(slug)).versions) {
        const { archives } = await getJson<Archives>(`/api/v1/skills/${slug}/versions/${version}`);
        for (const { url, sha256: recorded } of [archives.tarGz, archives.zip]) {
          expect([url, `sha256:${await sha256(await fetch(url))}`]).toEqual([url, recorded]);
        }
      }
    }
    // The digest of the archive that the old server delivered.
    expect(await sha256(await get(`/api/v1/skills/${NOTES}/versions/1.1.0/archive`))).toBe(
      "f83885a671a292d44ea3ea0a6dd584faa5b8bde0456588c6b85d1e152bba2f95",
    );
  });

  it.each([
    ["a word", "transcript", "globex/uploads/meeting-notes"],
    ["a part of a word", "eather", "vskill-examples/uploads/weather-brief"],
  ])("finds a skill by %s", async (_, words, slug) => {
    const { results } = await getJson<{ results: { name: string }[] }>(`/api/v1/skills/search?q=${words}`);
    expect(results.map(({ name }) => name)).toContain(slug);
  });

  it("shows why a submission was rejected", async () => {
    const id = submissionOf("text-polisher");
    const { state, reason } = await getJson(`/api/v1/submissions/${id}`);
    expect([state, reason]).toEqual(["TIER1_FAILED", expect.stringContaining("(score 46)")]);
    expect(await (await get(`/submissions/${id}`)).text()).toContain(reason);
  });

  it("shows the findings of a rejected submission", async () => {
    expect(await getJson(`/api/v1/submissions/${submissionOf("text-polisher")}`)).toMatchObject({
      scanResults: {
        engine: "0.13.0",
        findings: expect.arrayContaining([expect.objectContaining({ ruleId: "T02-keep-from-user" })]),
      },
    });
  });

  it("keeps a removed skill removed, and its blocklist entry in force", async () => {
    const page = await get("/skills/globex/uploads/label-maker");
    expect([page.status, await page.text()]).toEqual([
      410,
      expect.stringContaining("Made for the test data."),
    ]);
    expect((await get("/api/v1/skills/globex/uploads/label-maker")).status).toBe(404);
    expect(await upload(tokens.globex, goodSkill("label-maker"))).toMatchObject({ blocked: true });
  });

  it("finishes the submission that was waiting in the queue", async () => {
    await server.waitForOutput(/"job":"startup","detail":\{"resumed":1\}/);
    const id = submissionOf("agenda-writer");
    // Recovery delays it by minutes if it runs in the second before the queue delivers it. 409: it is finished already.
    expect([200, 409]).toContain(await act(id, "requeue"));
    await waitForState(server.url, id, "PUBLISHED");
  });

  it("lets an operator scan the submission in review again, and approve it", async () => {
    const id = submissionOf("sql-reviewer");
    expect(await act(id, "rescan")).toBe(200);
    await waitForState(server.url, id, "NEEDS_REVIEW");
    // The comparison with the other skills uses the fingerprints that the old server stored.
    const { scanResults } = await getJson<{ scanResults: { findings: { message: string }[] } }>(
      `/api/v1/submissions/${id}`,
    );
    expect(scanResults.findings.map(({ message }) => message)).toEqual([
      expect.stringContaining("vskill-examples/uploads/sql-review"),
    ]);
    expect(await act(id, "approve")).toBe(200);
    await waitForState(server.url, id, "PUBLISHED");
  });

  it("accepts an upload with an old token, and publishes it as the next version", async () => {
    const accepted = await upload(tokens.acme, goodSkill("meeting-notes", { version: "1.2.0" }));
    expect(accepted).toMatchObject({ id: expect.any(String), state: "RECEIVED" });
    await waitForState(server.url, String(accepted.id), "PUBLISHED");
    expect((await versionsOf(NOTES)).versions.map(({ version }) => version)).toEqual([
      "1.2.0",
      "1.1.0",
      "1.0.0",
    ]);
  });

  it("still has every permanent row at the end, and can be rebuilt and backed up", async () => {
    expect((await server.stop()).code).toBe(0);
    expect(await runVskill("rebuild", "--data", dataDir)).toMatchObject({ code: 0 });
    const made = await runVskill("backup", "--to", at("10a0635 backup"), "--data", dataDir);
    expect(made).toMatchObject({ code: 0, output: expect.stringMatching(/backed up \d+ rows, \d+ objects/) });
    const after = await snapshotFolder(dataDir, "decisions");
    for (const table of permanent) {
      const rows = before.tables[table] ?? [];
      expect(rows.length, table).toBeGreaterThan(0);
      const kept = rows.map((row) => expect.objectContaining(row));
      expect(after.tables[table], table).toEqual(expect.arrayContaining(kept));
    }
    expect(after.found.words).toEqual(expect.arrayContaining(before.found.words));
    // The document that the old server wrote, with the version that was published since.
    const { value } = after.kv[`skill:${NOTES}`] as { value: string };
    expect(JSON.parse(value)).toMatchObject({ slug: NOTES, version: "1.2.0" });
  });
});
