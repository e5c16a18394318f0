/** A data folder that no server uses, locked while a command works on it. */
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import type { Miniflare, MiniflareOptions } from "miniflare";
import { ensureBuild } from "../embedded/build.ts";
import { type DataFolder, openDataFolder } from "../embedded/data-folder.ts";
import { EXIT, StartFailure } from "../embedded/failure.ts";
import { lockDataFolder } from "../embedded/lock.ts";
import { type RuntimeInput, startRuntime } from "../embedded/runtime.ts";
import { idleSettings, sha256Hex } from "../embedded/settings.ts";
import { endLeftoverRuntime, requireWorkerd, tieRuntimeToServer } from "../embedded/workerd.ts";
import type { Options } from "../options.ts";

export const dataOption = {
  value: "DIR",
  help: "the server's data folder",
  default: ".vskill",
} as const satisfies Options[string];

/** Throws a StartFailure if the folder has no data. */
export function requireData(dataDir: string): void {
  if (existsSync(path.join(dataDir, "storage"))) return;
  const message = `${path.resolve(dataDir)} contains no data: no server has used it.`;
  throw new StartFailure(EXIT.usage, message);
}

export interface StoppedFolder {
  readonly folder: DataFolder;
  readonly input: RuntimeInput;
  /** Accepted by a Worker started from `input`; known only to this process. */
  readonly adminToken: string;
}

/** Locks the folder, runs `work`, and releases it. Throws a StartFailure if a server uses it. */
export async function withStoppedFolder<T>(
  dataDir: string,
  work: (opened: StoppedFolder) => Promise<T>,
): Promise<T> {
  const binary = requireWorkerd();
  const folder = openDataFolder(dataDir);
  const lock = lockOrExplain(folder);
  try {
    endLeftoverRuntime(folder);
    const adminToken = `vsk_${randomBytes(32).toString("base64url")}`;
    const input: RuntimeInput = {
      build: await ensureBuild(),
      folder,
      settings: idleSettings(dataDir),
      adminTokenSha256: sha256Hex(adminToken),
      networks: ["public"],
      runtimeEnv: tieRuntimeToServer(binary, folder),
    };
    return await work({ folder, input, adminToken });
  } finally {
    lock.release();
  }
}

/** Starts a runtime, runs `work` on it, and stops it. */
export async function withRuntime<T>(
  options: MiniflareOptions,
  input: RuntimeInput,
  work: (miniflare: Miniflare) => Promise<T>,
): Promise<T> {
  const miniflare = await startRuntime(options, input);
  try {
    return await work(miniflare);
  } finally {
    await miniflare.dispose();
  }
}

function lockOrExplain(folder: DataFolder) {
  try {
    return lockDataFolder(folder);
  } catch (error) {
    if (!(error instanceof StartFailure) || error.exitCode !== EXIT.locked) throw error;
    const message =
      `${error.message.split(". ")[0]}. Stop the server with Ctrl-C or SIGTERM, run this command, and start the ` +
      "server again. Stopping loses nothing: accepted submissions continue at the next start.";
    throw new StartFailure(EXIT.locked, message, { cause: error });
  }
}
