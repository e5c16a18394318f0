/** The one folder that holds everything; this file knows the names in it and makes sure it can be written. */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import path from "node:path";
import { EXIT, explainDiskError, StartFailure } from "./failure.ts";

export interface DataFolder {
  readonly path: string;
  /** Held open, and locked by the operating system, while a server runs. */
  readonly lockFile: string;
  /** Who holds the lock, for people. */
  readonly holderFile: string;
  /** The process id of the runtime, so that a start after a crash can end a leftover. */
  readonly runtimePidFile: string;
  /** SHA-256 of the admin token made for this folder. */
  readonly adminTokenFile: string;
  /** Where the runtime keeps KV, D1, R2 and cache. */
  readonly storage: string;
}

/** Enough that a disk with only a few free blocks is found here, not in the middle of a migration. */
const PROBE_BYTES = 256 * 1024;

/** Creates the folder if need be and proves that it takes data. Throws a StartFailure that says what to change. */
export function openDataFolder(dir: string): DataFolder {
  const root = path.resolve(dir);
  const probe = path.join(root, `.probe-${process.pid}`);
  try {
    makeFolder(root);
    writeProbe(probe);
  } catch (error) {
    throw explainDiskError(error, root) ?? error;
  }
  return {
    path: root,
    lockFile: path.join(root, "lock"),
    holderFile: path.join(root, "server.json"),
    runtimePidFile: path.join(root, "workerd.pid"),
    adminTokenFile: path.join(root, "admin-token.sha256"),
    storage: path.join(root, "storage"),
  };
}

/** Level by level: the recursive mkdir of Node says "no such file" where the reason is a read-only disk. */
function makeFolder(dir: string): void {
  if (existsSync(dir)) return;
  makeFolder(path.dirname(dir));
  try {
    mkdirSync(dir, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Made by another start in the same moment: the lock will tell the two apart.
    if (code === "EEXIST") return;
    // What some virtual file systems say to any new name.
    if (code === "ENOENT")
      throw new StartFailure(EXIT.cannotWrite, `${dir} cannot be made. Choose another folder with --data.`);
    throw error;
  }
}

function writeProbe(file: string): void {
  const handle = openSync(file, "w", 0o600);
  try {
    const block = Buffer.alloc(PROBE_BYTES, 1);
    for (let written = 0; written < block.length; ) written += writeSync(handle, block, written);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
    rmSync(file, { force: true });
  }
}
