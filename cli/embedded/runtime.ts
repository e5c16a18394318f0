/** Starts Miniflare, the real thing without a proxy in front, and turns its ways of failing into ours. */
import { Miniflare, type MiniflareOptions } from "miniflare";
import type { Build } from "./build.ts";
import type { DataFolder } from "./data-folder.ts";
import { EXIT, explainDiskError, StartFailure } from "./failure.ts";
import { changeFront, requireChangedFront } from "./front.ts";
import { logLine, passRuntimeLine, RuntimeLog } from "./logs.ts";
import { readModules } from "./modules.ts";
import type { Settings } from "./settings.ts";

export interface RuntimeInput {
  readonly build: Build;
  readonly folder: DataFolder;
  readonly settings: Settings;
  readonly adminTokenSha256: string;
  /** See allowedNetworks. */
  readonly networks: readonly string[];
  /** What cli/workerd.sh needs. */
  readonly runtimeEnv: Readonly<Record<string, string>>;
}

/** The options of the whole server. */
export function serverOptions(input: RuntimeInput): MiniflareOptions {
  const { build, settings } = input;
  const { bindings, ratelimits, ...worker } = build.workerOptions as WorkerOptions;
  return {
    ...common(input),
    ...worker,
    modules: readModules(build.dir),
    modulesRoot: build.dir,
    bindings: { ...bindings, ...settings.workerVariables, ADMIN_TOKEN_SHA256: input.adminTokenSha256 },
    ratelimits: withLimits(ratelimits, settings.rateLimits),
    // The Worker fetches addresses that strangers name: private networks are out of its reach.
    outboundService: { network: { allow: [...input.networks], tlsOptions: { trustBrowserCas: true } } },
    host: settings.host,
    port: settings.port,
  } as MiniflareOptions;
}

/** Answers nothing: stands in where the Worker must not run. */
const NO_WORKER = "export default { fetch: () => new Response(null, { status: 503 }) };";

interface WorkerOptions {
  readonly bindings?: Readonly<Record<string, string>>;
  readonly ratelimits?: Readonly<Record<string, { simple: { limit: number; period: 10 | 60 } }>>;
}

/** The limits that wrangler.jsonc names, with the operator's own numbers. */
function withLimits(configured: WorkerOptions["ratelimits"] = {}, own: Settings["rateLimits"]) {
  const numbers: Record<string, number | undefined> = {
    RATE_LIMIT_READ: own.read,
    RATE_LIMIT_WRITE: own.write,
  };
  return Object.fromEntries(
    Object.entries(configured).map(([name, limit]) => [
      name,
      { ...limit, simple: { ...limit.simple, limit: numbers[name] ?? limit.simple.limit } },
    ]),
  );
}

/** The ledger alone, on no port that anyone knows: the Worker must not run before its schema is there. */
export function ledgerOptions(input: RuntimeInput): MiniflareOptions {
  const { compatibilityDate, d1Databases } = input.build.workerOptions as Record<string, never>;
  return { ...common(input), modules: true, script: NO_WORKER, compatibilityDate, d1Databases };
}

/** Ledger and archives, without the Worker: what a backup is made of. */
export function storesOptions(input: RuntimeInput): MiniflareOptions {
  const { r2Buckets } = input.build.workerOptions as Record<string, never>;
  return { ...ledgerOptions(input), r2Buckets } as MiniflareOptions;
}

function common({ folder, runtimeEnv }: RuntimeInput) {
  return {
    defaultPersistRoot: folder.storage,
    // Nobody is asked for the machine's whereabouts: quiet offline.
    cf: false as const,
    log: new RuntimeLog(),
    handleStructuredLogs: passRuntimeLine,
    unsafeRuntimeEnv: { ...runtimeEnv },
    unsafeHandleRuntimeRestart: () =>
      logLine("error", "runtime.restarted", { message: "workerd died; it runs again" }),
    telemetry: { enabled: false },
  };
}

/** Starts a runtime and waits until it listens. Throws a StartFailure where the reason is known. */
export async function startRuntime(
  options: MiniflareOptions,
  { folder, settings }: RuntimeInput,
): Promise<Miniflare> {
  changeFront();
  const miniflare = withoutSignalHandlers(() => new Miniflare(options));
  try {
    await miniflare.ready;
    requireChangedFront();
    return miniflare;
  } catch (error) {
    await miniflare.dispose().catch(() => {});
    const { code, message } = error as { code?: string; message: string };
    if (code === "ERR_ADDRESS_IN_USE") throw portBusy(settings);
    const disk = explainDiskError(error, folder.path);
    if (disk !== null) throw disk;
    if (code === "ERR_RUNTIME_FAILURE") throw new StartFailure(EXIT.noRuntime, message, { cause: error });
    throw error;
  }
}

export function portBusy({ host, port }: Settings): StartFailure {
  const message = `Port ${port} on ${host} is busy. Stop what listens there, or choose another with --port.`;
  return new StartFailure(EXIT.portBusy, message);
}

/**
 * Miniflare answers signals by leaving at once with 130 or 143. Ours end the crons and the runtime in order first, so
 * what it registers is taken off again; its `exit` hook, which kills workerd whatever happens, stays.
 */
function withoutSignalHandlers<T>(make: () => T): T {
  const signals = ["SIGINT", "SIGTERM"] as const;
  const before = signals.map((signal) => process.listeners(signal));
  const made = make();
  signals.forEach((signal, index) => {
    for (const listener of process.listeners(signal)) {
      if (!before[index]?.includes(listener)) process.removeListener(signal, listener);
    }
  });
  return made;
}
