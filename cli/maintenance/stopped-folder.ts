/** A data folder that no server holds: locked for as long as the work on it lasts. */
import { randomBytes } from "node:crypto";
import type { Miniflare, MiniflareOptions } from "miniflare";
import { ensureBuild } from "../embedded/build.ts";
import { type DataFolder, openDataFolder } from "../embedded/data-folder.ts";
import { EXIT, StartFailure } from "../embedded/failure.ts";
import { lockDataFolder } from "../embedded/lock.ts";
import { type RuntimeInput, startRuntime } from "../embedded/runtime.ts";
import { sha256Hex } from "../embedded/settings.ts";
import { endLeftoverRuntime, requireWorkerd, tieRuntimeToServer } from "../embedded/workerd.ts";

export interface StoppedFolder {
  readonly folder: DataFolder;
  readonly input: RuntimeInput;
  /** Opens the doors of a Worker started from `input`; known to this process alone. */
  readonly adminToken: string;
}

/** Locks the folder, runs `work`, and gives it back. Throws a StartFailure where a server holds it. */
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
      settings: {
        port: 0,
        host: "127.0.0.1",
        dataDir,
        examples: false,
        json: false,
        adminTokenSha256: null,
        workerVariables: {},
        rateLimits: {},
        privateHosts: [],
      },
      adminTokenSha256: sha256Hex(adminToken),
      networks: ["public"],
      runtimeEnv: tieRuntimeToServer(binary, folder),
    };
    return await work({ folder, input, adminToken });
  } finally {
    lock.release();
  }
}

/** Starts a runtime, runs `work` on it, and ends it. */
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
      `${error.message.split(". ")[0]}. This works on data that stand still: stop the server with Ctrl-C or ` +
      "SIGTERM, run this, and start it again. Nothing is lost by stopping: what was accepted goes on at the next start.";
    throw new StartFailure(EXIT.locked, message, { cause: error });
  }
}
