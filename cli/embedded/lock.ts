/**
 * Keeps two servers off one data folder. The lock is SQLite's exclusive file lock, so the operating system drops
 * it with the process, kill -9 included: there is no stale lock to judge, and two starts at once cannot both win.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { DataFolder } from "./data-folder.ts";
import { EXIT, explainDiskError, StartFailure } from "./failure.ts";

export interface Lock {
  release(): void;
}

const SQLITE_BUSY = 5;

/** Takes the folder, or throws a StartFailure that names the process holding it. */
export function lockDataFolder(folder: DataFolder): Lock {
  let database: DatabaseSync | undefined;
  try {
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
    "Stop that one first, or choose another folder with --data and another --port.";
  return new StartFailure(EXIT.locked, message);
}

function holderPid(folder: DataFolder): string {
  try {
    const { pid } = JSON.parse(readFileSync(folder.holderFile, "utf8")) as { pid?: unknown };
    return typeof pid === "number" ? String(pid) : "unknown";
  } catch {
    // The holder has the lock but has not written its name yet.
    return "unknown";
  }
}
