import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { applyMigrations } from "../../cli/embedded/migrations.ts";
import { withStorage } from "../support/open-storage.ts";
import { startAndFail, startServer } from "../support/start-server.ts";

let scratch: string;
beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), "vskill-e2e-"));
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

describe("a data folder", () => {
  it("from a newer version is refused and left unchanged", async () => {
    const dataDir = path.join(scratch, "newer");
    const future = { name: "9999_from_the_future.sql", statements: ["CREATE TABLE future (id INTEGER)"] };
    await withStorage(dataDir, async (storage) =>
      applyMigrations(await storage.getD1Database("DB"), [future]),
    );
    const { code, output } = await startAndFail({ dataDir });
    expect(code).toBe(65);
    expect(output).toContain("9999_from_the_future.sql");
    await withStorage(dataDir, async (storage) => {
      const tables = (await storage.getD1Database("DB")).prepare(
        "SELECT name FROM sqlite_schema WHERE name = 'repo_health'",
      );
      expect(await tables.first()).toBeNull();
    });
  });

  it.skipIf(process.platform === "win32")(
    "is for its owner only, whatever its permissions were before; files that are not ours keep theirs",
    async () => {
      const dataDir = path.join(scratch, "open");
      mkdirSync(path.join(dataDir, "storage", "d1", "old"), { recursive: true, mode: 0o755 });
      for (const name of ["lock", "server.json", "storage/d1/old/db.sqlite", "notes.txt"])
        writeFileSync(path.join(dataDir, name), "", { mode: 0o644 });
      symlinkSync(path.join(dataDir, "notes.txt"), path.join(dataDir, "storage", "link"));
      const server = await startServer({ dataDir });
      try {
        const open = readdirSync(dataDir, { recursive: true, withFileTypes: true })
          .filter((entry) => !entry.isSymbolicLink())
          .map((entry) => path.join(entry.parentPath, entry.name))
          .filter((file) => (statSync(file).mode & 0o077) !== 0)
          .map((file) => path.relative(dataDir, file));
        expect(open).toEqual(["notes.txt"]);
        expect(statSync(dataDir).mode & 0o777).toBe(0o700);
      } finally {
        await server[Symbol.asyncDispose]();
      }
    },
  );

  it("that cannot be created leads to a clear error", async () => {
    const file = path.join(scratch, "a-file");
    writeFileSync(file, "");
    const { code, output } = await startAndFail({ dataDir: path.join(file, "data") });
    expect(code).toBe(73);
    expect(output.trim()).toMatch(/^\S+a-file\S* cannot be written \(ENOTDIR\).*--data/);
  });

  const tiny = path.join(tmpdir(), `vskill-tiny-${process.pid}`);
  it.runIf(mountTiny(tiny, "size=64k"))("on a full disk leads to a clear error", async () => {
    const { code, output } = await startAndFail({ dataDir: path.join(tiny, "data") });
    unmount(tiny);
    expect(code).toBe(74);
    expect(output).toMatch(/^The disk is full: .*--data/);
  });

  const sealed = path.join(tmpdir(), `vskill-sealed-${process.pid}`);
  it.runIf(mountTiny(sealed, "size=4m,ro"))("on a read-only disk leads to a clear error", async () => {
    const { code, output } = await startAndFail({ dataDir: path.join(sealed, "data") });
    unmount(sealed);
    expect(code).toBe(73);
    expect(output).toMatch(/cannot be written \(EROFS\)/);
  });
});

describe("migrations, on a real database", () => {
  it("are applied once each, recorded in wrangler's own table, and each is atomic", async () => {
    await withStorage(path.join(scratch, "migrations"), async (storage) => {
      const ledger = await storage.getD1Database("DB");
      const good = { name: "0001_good.sql", statements: ["CREATE TABLE good (id INTEGER)"] };
      const statements = [
        "CREATE TABLE half (id INTEGER)",
        "INSERT INTO half VALUES (1)",
        "INSERT INTO nowhere VALUES (1)",
      ];
      const bad = { name: "0002_bad.sql", statements };
      await expect(applyMigrations(ledger, [good, bad])).rejects.toThrow(
        "migration 0002_bad.sql failed and was undone",
      );
      const names = await ledger
        .prepare("SELECT name FROM sqlite_schema WHERE name IN ('good', 'half')")
        .all();
      expect(names.results).toEqual([{ name: "good" }]);

      const fixed = { name: "0002_bad.sql", statements: statements.slice(0, 2) };
      expect(await applyMigrations(ledger, [good, fixed])).toEqual(["0002_bad.sql"]);
      expect(await applyMigrations(ledger, [good, fixed])).toEqual([]);
      const applied = await ledger.prepare("SELECT id, name FROM d1_migrations").all();
      expect(applied.results).toEqual([
        { id: 1, name: "0001_good.sql" },
        expect.objectContaining({ name: "0002_bad.sql" }),
      ]);
    });
  });
});

/** Mounts a real disk of a few pages, if this user may. Otherwise only the unit test covers these errors. */
function mountTiny(dir: string, options: string): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  mkdirSync(dir, { recursive: true });
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", dir]).status === 0;
  if (!mounted) rmSync(dir, { recursive: true, force: true });
  return mounted;
}

function unmount(dir: string): void {
  spawnSync("umount", [dir]);
  rmSync(dir, { recursive: true, force: true });
}
