/** Backup, restore and rebuild with the real commands on the folder of a real server. */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeTarGz } from "../../src/lib/archives/install-archives.ts";
import { type FolderSnapshot, snapshotFolder } from "../support/folder-snapshot.ts";
import { withStorage } from "../support/open-storage.ts";
import { runVskill } from "../support/run-command.ts";
import { badSkill, goodSkill } from "../support/skills.ts";
import { type RunningServer, startServer } from "../support/start-server.ts";
import { waitForState } from "../support/wait-for-state.ts";

const WORDS = "decision";
let scratch: string;
let dataDir: string;
let backup: string;
let adminToken: string;
let adminCookie: string;
let original: FolderSnapshot;
const at = (name: string) => path.join(scratch, name);

beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), "vskill-backup-"));
  dataDir = at("data");
  backup = at("backup");
  await using server = await startServer({ dataDir, args: ["--no-examples"] });
  adminToken = server.adminToken ?? "";
  const ids = [];
  for (const files of [
    goodSkill("notes-one"),
    goodSkill("notes-two", { body: "Ünïcode ✓ \u2028 'quotes'" }),
    badSkill("formatter"),
  ])
    ids.push(await upload(server, files));
  for (const id of ids) await waitForState(server.url, id, "PUBLISHED", "REJECTED", "TIER1_FAILED");
  adminCookie = await signIn(server.url);
  expect(await statusOfAdminPage(server.url)).toBe(200);
  await server.stop();
  await withStorage(dataDir, async (storage) => {
    const db = await storage.getD1Database("DB");
    await db.batch(
      Array.from({ length: 150 }, (_, i) =>
        db.prepare("INSERT INTO download_counts VALUES (1, ?, '2026-03-01', ?)").bind(`1.0.${i}`, i),
      ),
    );
  });
  // The rebuild writes everything that the outbox drain has not written yet, so that it is part of the comparison.
  expect((await runVskill("rebuild", "--data", dataDir)).output).toContain("rebuilt");
  original = await snapshotFolder(dataDir, WORDS);
  const made = await runVskill("backup", "--to", backup, "--data", dataDir);
  expect(made).toMatchObject({ code: 0, output: expect.stringMatching(/backed up \d+ rows, \d+ objects/) });
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

async function upload(server: RunningServer, files: ReturnType<typeof goodSkill>): Promise<string> {
  const response = await fetch(`${server.url}/api/v1/submissions/upload?owner=acme`, {
    method: "POST",
    headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/gzip" },
    body: new Uint8Array(makeTarGz(files)),
  });
  const { id } = (await response.json()) as { id: string };
  expect(response.status).toBe(201);
  return id;
}

async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/admin/sign-in`, {
    method: "POST",
    headers: { origin: url },
    body: new URLSearchParams({ token: adminToken }),
    redirect: "manual",
  });
  expect(response.status).toBe(303);
  return response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

const statusOfAdminPage = async (url: string) =>
  (await fetch(`${url}/admin`, { headers: { cookie: adminCookie }, redirect: "manual" })).status;

/** The outbox records the time of each write, which a rebuild changes. The key of sessions is not in a backup. */
const comparable = ({ tables: { outbox: _, own_keys: keys = [], ...tables }, ...rest }: FolderSnapshot) => ({
  ...rest,
  tables: { ...tables, own_keys: keys.filter(({ name }) => name !== "sessions") },
});

describe("a restored folder", () => {
  it("L30: has the same rows, documents, search hits and archives, byte for byte", async () => {
    const restored = await runVskill("restore", "--from", backup, "--data", at("restored"));
    expect(restored).toMatchObject({ code: 0 });
    const copy = await snapshotFolder(at("restored"), WORDS);
    expect(original.tables.skills).toHaveLength(2);
    // Triggers write these rows, into a table without rowids: none may be duplicated or missing.
    expect(original.tables.skill_changes?.length).toBeGreaterThanOrEqual(2);
    expect(original.tables.triggers?.length).toBeGreaterThan(0);
    expect(original.tables.download_counts).toHaveLength(150);
    expect(original.found.words).toEqual(["acme/uploads/notes-one", "acme/uploads/notes-two"]);
    expect(original.found.trigrams).toEqual(original.found.words);
    expect(Object.keys(original.objects).length).toBeGreaterThanOrEqual(7);
    expect(Object.keys(original.kv).length).toBeGreaterThanOrEqual(5);
    expect(comparable(copy)).toEqual(comparable(original));
  });

  it("can be served, and accepts the operator's token", async () => {
    await using server = await startServer({ dataDir: at("restored"), args: ["--no-examples"] });
    expect(server.adminToken).toBeNull();
    expect(await upload(server, goodSkill("notes-three"))).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("does not accept a session of before the backup, because the backup has no key that signs sessions", async () => {
    expect(original.tables.own_keys?.map(({ name }) => name)).toContain("sessions");
    expect(readFileSync(path.join(backup, "ledger", "own_keys.jsonl"), "utf8")).not.toContain("sessions");
    await using server = await startServer({ dataDir: at("restored"), args: ["--no-examples"] });
    expect(await statusOfAdminPage(server.url)).toBe(303);
    await signIn(server.url);
  });

  it("does not overwrite data without --force, and keeps the old data beside it with --force", async () => {
    const before = await snapshotFolder(at("restored"), WORDS);
    const refused = await runVskill("restore", "--from", backup, "--data", at("restored"));
    expect(refused).toMatchObject({ code: 73, output: expect.stringContaining("--force") });
    expect(await snapshotFolder(at("restored"), WORDS)).toEqual(before);
    const forced = await runVskill("restore", "--from", backup, "--data", at("restored"), "--force");
    expect(forced.code).toBe(0);
    expect(comparable(await snapshotFolder(at("restored"), WORDS))).toEqual(comparable(original));
    expect(readdirSync(at("restored")).some((name) => name.startsWith("storage.replaced-"))).toBe(true);
  });
});

describe("a backup", () => {
  const damages: [string, (dir: string) => void][] = [
    ["a changed row", (dir) => change(path.join(dir, "ledger", "skills.jsonl"), "notes-one", "notes-0ne")],
    ["a changed object", (dir) => writeFileSync(path.join(dir, "objects", "00000001"), "other bytes")],
    ["a missing object", (dir) => rmSync(path.join(dir, "objects", "00000002"))],
    ["a changed index", (dir) => change(path.join(dir, "objects.jsonl"), "content/", "c0ntent/")],
    ["no manifest", (dir) => rmSync(path.join(dir, "manifest.json"))],
    ["a manifest cut short", (dir) => writeFileSync(path.join(dir, "manifest.json"), '{"format":1')],
    [
      "a path outside the backup",
      (dir) => change(path.join(dir, "manifest.json"), "ledger/skills.jsonl", "../../etc/passwd"),
    ],
  ];
  const change = (file: string, from: string, to: string) => {
    const text = readFileSync(file, "utf8");
    expect(text).toContain(from);
    writeFileSync(file, text.replace(from, to));
  };

  it.each(damages)("with %s is refused before anything is created", async (name, damage) => {
    const dir = at(`damaged ${name}`);
    cpSync(backup, dir, { recursive: true });
    damage(dir);
    const { code, output } = await runVskill("restore", "--from", dir, "--data", at(`from ${name}`));
    expect(output).toMatch(/cannot be restored/);
    expect(code).toBe(66);
    expect(existsSync(at(`from ${name}`))).toBe(false);
  });

  it("from a newer version is refused", async () => {
    const dir = at("newer");
    cpSync(backup, dir, { recursive: true });
    change(path.join(dir, "manifest.json"), '"0001_ledger.sql"', '"0001_ledger.sql", "9999_future.sql"');
    const { code, output } = await runVskill("restore", "--from", dir, "--data", at("from newer"));
    expect([code, existsSync(at("from newer/storage"))]).toEqual([65, false]);
    expect(output).toContain("9999_future.sql");
  });

  it("cannot be created while the server is running, and the message says what to do", async () => {
    await using _server = await startServer({ dataDir, args: ["--no-examples"] });
    const { code, output } = await runVskill("backup", "--to", at("while running"), "--data", dataDir);
    expect(code).toBe(75);
    expect(output).toMatch(/in use .*stop the server/is);
    expect(existsSync(at("while running"))).toBe(false);
  });

  it("prints only JSON with --json, as restore and rebuild do", async () => {
    const json = async (...args: string[]) =>
      JSON.parse((await runVskill(...args, "--json")).stdout) as Record<string, unknown>;
    expect(await json("backup", "--to", at("as json"), "--data", dataDir)).toMatchObject({
      to: at("as json"),
      rows: expect.any(Number),
      objects: expect.any(Number),
      problems: [],
    });
    const data = at("as json restored");
    expect(await json("restore", "--from", at("as json"), "--data", data)).toMatchObject({
      data,
      problems: [],
    });
    expect(await json("rebuild", "--data", data)).toEqual({ data, problems: [] });
  });

  it("does not overwrite a folder, and needs existing data and --to", async () => {
    expect((await runVskill("backup", "--to", backup, "--data", dataDir)).code).toBe(73);
    expect((await runVskill("backup", "--to", at("x"), "--data", at("nowhere"))).code).toBe(64);
    expect((await runVskill("backup")).output).toContain("--to is missing");
  });

  it("is readable only by its owner, because it contains email addresses and hashes", async () => {
    const { statSync } = await import("node:fs");
    for (const name of ["manifest.json", "ledger/submissions.jsonl", "objects/00000001"])
      expect(statSync(path.join(backup, name)).mode & 0o077).toBe(0);
  });
});

describe("rebuild on a stopped folder", () => {
  it("restores KV documents and search rows that were deleted, and removes documents that belong to no row", async () => {
    const dir = at("emptied");
    expect((await runVskill("restore", "--from", backup, "--data", dir)).code).toBe(0);
    await withStorage(dir, async (storage) => {
      const kv = await storage.getKVNamespace("SUBMISSIONS_KV");
      for (const { name } of (await kv.list()).keys) await kv.delete(name);
      await kv.put("sub:ghost", "{}");
      const db = await storage.getD1Database("DB");
      await db.batch([
        db.prepare("DELETE FROM skill_search"),
        db.prepare("DELETE FROM skill_search_trigram"),
      ]);
    });
    expect(await runVskill("rebuild", "--data", dir)).toMatchObject({ code: 0 });
    expect(comparable(await snapshotFolder(dir, WORDS))).toEqual(comparable(original));
  });
});
