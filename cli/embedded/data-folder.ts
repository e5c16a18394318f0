/** The folder with all data: the names in it, and a check that it can be written. */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import path from "node:path";
import { EXIT, explainDiskError, StartFailure } from "./failure.ts";
import { sealDataFolder } from "./seal.ts";

export interface DataFolder {
  readonly path: string;
  /** Open and locked by the operating system while a server runs. */
  readonly lockFile: string;
  /** The process that has the lock, for people. */
  readonly holderFile: string;
  /** The process id of the runtime, so that a start after a crash can end the old one. */
  readonly runtimePidFile: string;
  /** SHA-256 of this folder's admin token. */
  readonly adminTokenFile: string;
  /** The runtime's KV, D1, R2 and cache. */
  readonly storage: string;
}

/** Large enough that an almost full disk fails here and not in the middle of a migration. */
const PROBE_BYTES = 256 * 1024;

/** Creates the folder if necessary, writes a probe, and makes it readable for its owner only. Throws a StartFailure that says what to change. */
export function openDataFolder(dir: string): DataFolder {
  const root = path.resolve(dir);
  const probe = path.join(root, `.probe-${process.pid}`);
  try {
    makeFolder(root);
    writeProbe(probe);
  } catch (error) {
    throw explainDiskError(error, root) ?? error;
  }
  const folder: DataFolder = {
    path: root,
    lockFile: path.join(root, "lock"),
    holderFile: path.join(root, "server.json"),
    runtimePidFile: path.join(root, "workerd.pid"),
    adminTokenFile: path.join(root, "admin-token.sha256"),
    storage: path.join(root, "storage"),
  };
  sealDataFolder(folder);
  return folder;
}

/** Level by level: Node's recursive mkdir reports "no such file" if the disk is read-only. */
function makeFolder(dir: string): void {
  if (existsSync(dir)) return;
  makeFolder(path.dirname(dir));
  try {
    mkdirSync(dir, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Another start created it at the same time: the lock decides between the two.
    if (code === "EEXIST") return;
    // Some virtual file systems report this for any new name.
    if (code === "ENOENT")
      throw new StartFailure(
        EXIT.cannotWrite,
        `${dir} cannot be created. Choose another folder with --data.`,
      );
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
