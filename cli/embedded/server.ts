/** Starting and stopping the server: this file has the order of the steps, other files have the steps. */

import type { Miniflare } from "miniflare";
import { STARTUP_TICK } from "../../src/domain/startup-tick.ts";
import { type AdminToken, resolveAdminToken } from "./admin-token.ts";
import { type Build, ensureBuild } from "./build.ts";
import { startCrons } from "./cron.ts";
import { type DataFolder, openDataFolder } from "./data-folder.ts";
import { submitExamples } from "./examples.ts";
import { EXIT, explainDiskError, StartFailure } from "./failure.ts";
import { type Lock, lockDataFolder } from "./lock.ts";
import { applyMigrations, type Ledger } from "./migrations.ts";
import { allowedNetworks } from "./network.ts";
import { requireFreePort } from "./port.ts";
import { readAppVersion } from "./project.ts";
import { ledgerOptions, type RuntimeInput, serverOptions, startRuntime } from "./runtime.ts";
import type { Settings } from "./settings.ts";
import { tickCron } from "./tick.ts";
import { endLeftoverRuntime, tieRuntimeToServer, workerdVersion } from "./workerd.ts";

export interface Server {
  readonly url: URL;
  readonly folder: DataFolder;
  readonly adminToken: AdminToken;
  /** The database was empty. */
  readonly isFirstStart: boolean;
  /** Versions of the platform, Node and the runtime, and the last migration of the database. */
  readonly versions: Readonly<Record<"platform" | "node" | "workerd" | "schema", string>>;
  /** Replaces the bundle. All data is kept. */
  reload(build: Build): Promise<void>;
  /** Stops crons and runtime and releases the folder. */
  stop(): Promise<void>;
}

/** Reports the steps of a start. */
export interface StartProgress {
  /** A step begins. */
  doing(step: string): void;
  /** A step that changed something has ended. */
  did(result: string): void;
}

interface StartContext {
  /** Path of the runtime's binary. */
  readonly workerd: string;
  readonly progress: StartProgress;
}

/** Starts the server; when it resolves, `/healthz` has returned 200. Throws a StartFailure if the reason is known. */
export async function startServer(settings: Settings, { workerd, progress }: StartContext): Promise<Server> {
  const folder = openDataFolder(settings.dataDir);
  const lock = lockDataFolder(folder);
  try {
    endLeftoverRuntime(folder);
    await requireFreePort(settings);
    const adminToken = resolveAdminToken(folder, settings.adminTokenSha256);
    progress.doing("Building the Worker…");
    const build = await ensureBuild();
    if (build.made) progress.did("built the Worker");
    const networks = await allowedNetworks(settings.privateHosts);
    const runtimeEnv = tieRuntimeToServer(workerd, folder);
    const input = { build, folder, settings, adminTokenSha256: adminToken.sha256, networks, runtimeEnv };
    progress.doing("Preparing the database…");
    const applied = await migrate(input);
    for (const name of applied) progress.did(`applied migration ${name}`);
    const isFirstStart = applied.length === build.migrations.length;
    progress.doing("Starting the server…");
    const miniflare = await startRuntime(serverOptions(input), input);
    const server = await startListening({ miniflare, input, lock, adminToken, isFirstStart });
    if (settings.examples) progress.doing("Submitting the example skills…");
    const examples = settings.examples ? await submitExamples(miniflare, Date.now()) : 0;
    if (examples > 0) progress.did(`submitted ${examples} example skills`);
    return server;
  } catch (error) {
    lock.release();
    throw explainDiskError(error, folder.path) ?? error;
  }
}

async function migrate(input: RuntimeInput): Promise<string[]> {
  const miniflare = await startRuntime(ledgerOptions(input), input);
  try {
    const ledger: Ledger = await miniflare.getD1Database("DB");
    return await applyMigrations(ledger, input.build.migrations);
  } finally {
    await miniflare.dispose();
  }
}

interface Started {
  readonly miniflare: Miniflare;
  readonly input: RuntimeInput;
  readonly lock: Lock;
  readonly adminToken: AdminToken;
  readonly isFirstStart: boolean;
}

async function startListening(started: Started): Promise<Server> {
  const { miniflare, input, lock, adminToken, isFirstStart } = started;
  const { folder } = input;
  try {
    await requireHealthy(miniflare);
  } catch (error) {
    await miniflare.dispose();
    throw error;
  }
  const tick = (cron: string, timeMs: number) => tickCron(miniflare, cron, timeMs);
  let crons = input.build.crons;
  let stopCrons = startCrons(crons, tick);
  const recovered = tick(STARTUP_TICK, Date.now());
  return {
    url: await miniflare.ready,
    folder,
    adminToken,
    isFirstStart,
    versions: {
      platform: readAppVersion(),
      node: process.versions.node,
      workerd: workerdVersion(),
      schema: input.build.migrations.at(-1)?.name ?? "",
    },
    reload: async (build) => {
      await recovered;
      await miniflare.setOptions(serverOptions({ ...input, build }));
      const ledger: Ledger = await miniflare.getD1Database("DB");
      await applyMigrations(ledger, build.migrations);
      stopCrons();
      crons = build.crons;
      stopCrons = startCrons(crons, tick);
    },
    stop: async () => {
      stopCrons();
      await miniflare.dispose();
      lock.release();
    },
  };
}

async function requireHealthy(miniflare: Miniflare): Promise<void> {
  const response = await miniflare.dispatchFetch("http://localhost/healthz");
  const body = await response.text();
  if (response.status !== 200)
    throw new StartFailure(EXIT.internal, `The Worker started but is not healthy: ${body}`);
}
