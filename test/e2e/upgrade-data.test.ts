/** A data folder that an older version has made is brought to this version's schema, with everything in it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureBuild } from "../../cli/embedded/build.ts";
import { applyMigrations } from "../../cli/embedded/migrations.ts";
import { contentDigest } from "../../src/domain/digest.ts";
import { makeTarGz } from "../../src/lib/archives/install-archives.ts";
import { type FolderSnapshot, snapshotFolder } from "../support/folder-snapshot.ts";
import { withStorage } from "../support/open-storage.ts";
import { runVskill } from "../support/run-command.ts";
import { goodSkill } from "../support/skills.ts";
import { startServer } from "../support/start-server.ts";

const files = goodSkill("old-notes");
const digest = contentDigest(files);
let scratch: string;
let dataDir: string;
const at = (name: string) => path.join(scratch, name);

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
const compared = ["submissions", "submission_events", "skills", "skill_versions", "skill_aliases", "vendors"];

beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), "vskill-upgrade-"));
  dataDir = at("old");
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
afterAll(() => rm(scratch, { recursive: true, force: true }));

/** Every value is still there; columns that came later are not asked about, beyond being empty. */
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

describe("a data folder with the first schema only", () => {
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
