/** The walk of a start, and of a stop: the order of the steps is the point of this file; each step is another file's. */
import type { Miniflare } from "miniflare";
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

/** Not a schedule: tells the Worker that it has just started and is alone, so what its queue forgot is queued again. */
const STARTUP_TICK = "@startup";

export interface Server {
  readonly url: URL;
  readonly folder: DataFolder;
  readonly adminToken: AdminToken;
  /** Of what runs: the platform, the runtime, and the last migration of the ledger. */
  readonly versions: Readonly<Record<"platform" | "node" | "workerd" | "schema", string>>;
  /** Serves another bundle from now on; the data stay. */
  reload(build: Build): Promise<void>;
  /** Ends crons and runtime and gives the folder back. */
  stop(): Promise<void>;
}

interface Surroundings {
  /** Where the runtime's binary is. */
  readonly workerd: string;
  /** Tells a person what is being done. */
  say(line: string): void;
}

/** Starts the server; when it resolves, `/healthz` has answered 200. Throws a StartFailure where the reason is known. */
export async function startServer(settings: Settings, { workerd, say }: Surroundings): Promise<Server> {
  const folder = openDataFolder(settings.dataDir);
  const lock = lockDataFolder(folder);
  try {
    endLeftoverRuntime(folder);
    await requireFreePort(settings);
    const adminToken = resolveAdminToken(folder, settings.adminTokenSha256);
    const build = await ensureBuild();
    if (build.made) say("built the Worker");
    const networks = await allowedNetworks(settings.privateHosts);
    const runtimeEnv = tieRuntimeToServer(workerd, folder);
    const input = { build, folder, settings, adminTokenSha256: adminToken.sha256, networks, runtimeEnv };
    for (const name of await migrate(input)) say(`applied migration ${name}`);
    const miniflare = await startRuntime(serverOptions(input), input);
    const server = await startListening({ miniflare, input, lock, adminToken });
    const examples = settings.examples ? await submitExamples(miniflare, Date.now()) : 0;
    if (examples > 0) say(`submitted ${examples} example skills`);
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
}

async function startListening({ miniflare, input, lock, adminToken }: Started): Promise<Server> {
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
