/**
 * Prevents two servers on one data folder. The lock is SQLite's exclusive file lock, which the operating system releases
 * with the process, even after kill -9: there are no stale locks, and of two starts at once only one gets it.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { DataFolder } from "./data-folder.ts";
import { EXIT, explainDiskError, StartFailure } from "./failure.ts";

export interface Lock {
  release(): void;
}

const SQLITE_BUSY = 5;

/** Locks the folder, or throws a StartFailure that names the process that has the lock. */
export function lockDataFolder(folder: DataFolder): Lock {
  let database: DatabaseSync | undefined;
  try {
    // SQLite would create it readable for everyone. Not opened when it exists: closing it would release a lock.
    if (!existsSync(folder.lockFile)) writeFileSync(folder.lockFile, "", { mode: 0o600 });
    database = new DatabaseSync(folder.lockFile, { timeout: 0 });
    database.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
    const holder = { pid: process.pid, startedAt: new Date().toISOString() };
    writeFileSync(folder.holderFile, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
  } catch (error) {
    database?.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) throw heldBy(folder);
    throw explainDiskError(error, folder.path) ?? error;
  }
  const held = database;
  return {
    release: () => {
      rmSync(folder.holderFile, { force: true });
      held.close();
    },
  };
}

function heldBy(folder: DataFolder): StartFailure {
  const message =
    `${folder.path} is in use by another server (process ${holderPid(folder)}). ` +
    "Stop it first, or choose another folder with --data and another --port.";
  return new StartFailure(EXIT.locked, message);
}

function holderPid(folder: DataFolder): string {
  try {
    const { pid } = JSON.parse(readFileSync(folder.holderFile, "utf8")) as { pid?: unknown };
    return typeof pid === "number" ? String(pid) : "unknown";
  } catch {
    // The other process has the lock but has not written its id yet.
    return "unknown";
  }
}
