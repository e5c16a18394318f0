/**
 * Makes the data folder readable for its owner only, whatever its permissions were: it has email addresses, hashes of
 * tokens and unpublished skills. Only what the server writes is changed; the folder may contain other files.
 */
import { chmodSync, lstatSync, readdirSync } from "node:fs";
import path from "node:path";
import type { DataFolder } from "./data-folder.ts";
import { logEvent } from "./logs.ts";

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const ALL_BITS = 0o777;

/** Logs a warning where permissions cannot be changed: another user's folder, or a file system without them. */
export function sealDataFolder(folder: DataFolder): void {
  if (process.platform === "win32") return;
  const { lockFile, holderFile, runtimePidFile, adminTokenFile, storage } = folder;
  const files = [lockFile, `${lockFile}-journal`, holderFile, runtimePidFile, adminTokenFile];
  try {
    chmodSync(folder.path, FOLDER_MODE);
    for (const file of files) seal(file);
    // `storage.replaced-…` is what a restore has replaced.
    const stored = readdirSync(folder.path).filter((name) => name.startsWith(path.basename(storage)));
    for (const name of stored) sealTree(path.join(folder.path, name));
  } catch (error) {
    logEvent("warn", "data.permissions_unchanged", { path: folder.path, error: String(error) });
  }
}

function sealTree(dir: string): void {
  seal(dir);
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const child = path.join(dir, entry.name);
    if (entry.isDirectory()) sealTree(child);
    else seal(child);
  }
}

/** Leaves links alone: chmod would change their target. */
function seal(file: string): void {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined || !(stats.isFile() || stats.isDirectory())) return;
  const mode = stats.isDirectory() ? FOLDER_MODE : FILE_MODE;
  if ((stats.mode & ALL_BITS) !== mode) chmodSync(file, mode);
}
