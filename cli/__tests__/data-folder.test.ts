import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { keepAdminToken, resolveAdminToken } from "../embedded/admin-token.ts";
import { type DataFolder, openDataFolder } from "../embedded/data-folder.ts";
import { explainDiskError, StartFailure } from "../embedded/failure.ts";
import { lockDataFolder } from "../embedded/lock.ts";
import { sha256Hex } from "../embedded/settings.ts";

let folder: DataFolder;
beforeEach(() => {
  folder = openDataFolder(path.join(mkdtempSync(path.join(tmpdir(), "vskill-unit-")), "deep", "data"));
});
afterEach(() => rmSync(path.resolve(folder.path, "..", ".."), { recursive: true, force: true }));

describe("openDataFolder", () => {
  it("creates the folder for this user only and leaves no probe file", () => {
    expect(statSync(folder.path).mode & 0o777).toBe(0o700);
    expect(() => openDataFolder(folder.path)).not.toThrow();
  });

  it.skipIf(process.platform === "win32")(
    "takes away what others could read before, from our files alone",
    () => {
      const modeOf = (name: string) => (statSync(path.join(folder.path, name)).mode & 0o777).toString(8);
      mkdirSync(path.join(folder.path, "storage", "d1"), { recursive: true });
      const ours = ["lock", "admin-token.sha256", "storage/d1/db.sqlite"];
      for (const name of [...ours, "notes.txt"]) writeFileSync(path.join(folder.path, name), "");
      for (const name of [...ours, "notes.txt"]) chmodSync(path.join(folder.path, name), 0o644);
      for (const name of [".", "storage", "storage/d1"]) chmodSync(path.join(folder.path, name), 0o755);
      openDataFolder(folder.path);
      expect([".", "storage", "storage/d1"].map(modeOf)).toEqual(["700", "700", "700"]);
      expect([...ours, "notes.txt"].map(modeOf)).toEqual(["600", "600", "600", "644"]);
    },
  );
});

describe("explainDiskError", () => {
  const explain = (code: string) => explainDiskError(Object.assign(new Error(code), { code }), "/data");

  it.each(["ENOSPC", "EDQUOT"])("reports %s as a full disk", (code) => {
    expect(explain(code)).toMatchObject({
      exitCode: 74,
      message: expect.stringMatching(/disk is full.*\/data.*--data/),
    });
  });

  it.each(["EROFS", "EACCES", "EPERM"])("reports %s as a folder that is not writable", (code) => {
    expect(explain(code)).toMatchObject({ exitCode: 73, message: expect.stringContaining(code) });
  });

  it("recognises SQLite's messages, which have no code", () => {
    expect(
      explainDiskError(new Error("D1_ERROR: database or disk is full: SQLITE_FULL"), "/d")?.exitCode,
    ).toBe(74);
    expect(explainDiskError(new Error("attempt to write a readonly database"), "/d")?.exitCode).toBe(73);
  });

  it("explains no other error", () => {
    expect(explain("ECONNREFUSED")).toBeNull();
    expect(explainDiskError("ENOSPC", "/d")).toBeNull();
  });

  it("maps the system's real error for a full device", () => {
    if (process.platform !== "linux") return;
    let caught: unknown;
    try {
      writeFileSync("/dev/full", "x");
    } catch (error) {
      caught = error;
    }
    expect(explainDiskError(caught, "/data")?.exitCode).toBe(74);
  });
});

describe("lockDataFolder", () => {
  it("gives the lock to one server, names it to the next, and gives it to the next after the release", () => {
    const first = lockDataFolder(folder);
    expect(() => lockDataFolder(folder)).toThrow(StartFailure);
    expect(() => lockDataFolder(folder)).toThrow(`process ${process.pid}`);
    first.release();
    lockDataFolder(folder).release();
  });

  it("ignores the files of a killed server", () => {
    writeFileSync(folder.holderFile, '{"pid":1}');
    lockDataFolder(folder).release();
  });
});

describe("the admin token", () => {
  it("is created once, stored as a hash for this user only, and not shown again", () => {
    const created = resolveAdminToken(folder, null);
    expect(created.fresh).toMatch(/^vsk_[\w-]{43}$/);
    expect(created.sha256).toBe(sha256Hex(created.fresh ?? ""));
    keepAdminToken(folder, created);
    expect(readFileSync(folder.adminTokenFile, "utf8")).toBe(`${created.sha256}\n`);
    expect(statSync(folder.adminTokenFile).mode & 0o777).toBe(0o600);
    expect(resolveAdminToken(folder, null)).toEqual({ sha256: created.sha256, fresh: null });
  });

  it("is created again if a start failed before showing it", () => {
    const unseen = resolveAdminToken(folder, null);
    expect(resolveAdminToken(folder, null).fresh).not.toBe(unseen.fresh);
  });

  it("is replaced by the operator's own, which is not stored", () => {
    const configured = resolveAdminToken(folder, sha256Hex("the operator's own"));
    keepAdminToken(folder, configured);
    expect(configured.fresh).toBeNull();
    expect(() => statSync(folder.adminTokenFile)).toThrow();
  });

  it("is reported with a remedy if its file is damaged, instead of locking everyone out", () => {
    writeFileSync(folder.adminTokenFile, "rubbish");
    expect(() => resolveAdminToken(folder, null)).toThrow(/admin-token\.sha256.*Delete it/);
  });
});
