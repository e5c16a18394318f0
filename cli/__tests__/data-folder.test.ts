import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
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
  it("makes the folder for this user alone and leaves no probe behind", () => {
    expect(statSync(folder.path).mode & 0o777).toBe(0o700);
    expect(() => openDataFolder(folder.path)).not.toThrow();
  });
});

describe("explainDiskError", () => {
  const said = (code: string) => explainDiskError(Object.assign(new Error(code), { code }), "/data");

  it.each(["ENOSPC", "EDQUOT"])("calls %s a full disk", (code) => {
    expect(said(code)).toMatchObject({
      exitCode: 74,
      message: expect.stringMatching(/disk is full.*\/data.*--data/),
    });
  });

  it.each(["EROFS", "EACCES", "EPERM"])("says that %s is a folder that cannot be written", (code) => {
    expect(said(code)).toMatchObject({ exitCode: 73, message: expect.stringContaining(code) });
  });

  it("understands SQLite's words, which come without a code", () => {
    expect(
      explainDiskError(new Error("D1_ERROR: database or disk is full: SQLITE_FULL"), "/d")?.exitCode,
    ).toBe(74);
    expect(explainDiskError(new Error("attempt to write a readonly database"), "/d")?.exitCode).toBe(73);
  });

  it("leaves everything else to others", () => {
    expect(said("ECONNREFUSED")).toBeNull();
    expect(explainDiskError("ENOSPC", "/d")).toBeNull();
  });

  it("maps what the system really says of a full device", () => {
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
  it("lets one in, names it to the next, and lets the next in after the release", () => {
    const first = lockDataFolder(folder);
    expect(() => lockDataFolder(folder)).toThrow(StartFailure);
    expect(() => lockDataFolder(folder)).toThrow(`process ${process.pid}`);
    first.release();
    lockDataFolder(folder).release();
  });

  it("does not mind what a killed server left in its files", () => {
    writeFileSync(folder.holderFile, '{"pid":1}');
    lockDataFolder(folder).release();
  });
});

describe("the admin token", () => {
  it("is made once, kept as a hash for this user alone, and not shown again", () => {
    const made = resolveAdminToken(folder, null);
    expect(made.fresh).toMatch(/^vsk_[\w-]{43}$/);
    expect(made.sha256).toBe(sha256Hex(made.fresh ?? ""));
    keepAdminToken(folder, made);
    expect(readFileSync(folder.adminTokenFile, "utf8")).toBe(`${made.sha256}\n`);
    expect(statSync(folder.adminTokenFile).mode & 0o777).toBe(0o600);
    expect(resolveAdminToken(folder, null)).toEqual({ sha256: made.sha256, fresh: null });
  });

  it("is made anew when a start failed before it could be shown", () => {
    const unseen = resolveAdminToken(folder, null);
    expect(resolveAdminToken(folder, null).fresh).not.toBe(unseen.fresh);
  });

  it("gives way to the operator's own, which is not stored", () => {
    const given = resolveAdminToken(folder, sha256Hex("the operator's own"));
    keepAdminToken(folder, given);
    expect(given.fresh).toBeNull();
    expect(() => statSync(folder.adminTokenFile)).toThrow();
  });

  it("says what to do about a damaged file instead of locking everyone out", () => {
    writeFileSync(folder.adminTokenFile, "rubbish");
    expect(() => resolveAdminToken(folder, null)).toThrow(/admin-token\.sha256.*Delete it/);
  });
});
