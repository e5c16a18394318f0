/** Starts Miniflare and turns its errors into StartFailures. */
import { Miniflare, type MiniflareOptions } from "miniflare";
import type { Build } from "./build.ts";
import type { DataFolder } from "./data-folder.ts";
import { EXIT, explainDiskError, StartFailure } from "./failure.ts";
import { changeFront, requireChangedFront } from "./front.ts";
import { logEvent, passRuntimeLine } from "./logs.ts";
import { readModules } from "./modules.ts";
import { RuntimeLog } from "./runtime-log.ts";
import type { Settings } from "./settings.ts";

export interface RuntimeInput {
  readonly build: Build;
  readonly folder: DataFolder;
  readonly settings: Settings;
  readonly adminTokenSha256: string;
  /** See allowedNetworks. */
  readonly networks: readonly string[];
  /** The environment for cli/workerd.sh. */
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
    // Anyone may name an address for the Worker to fetch: private networks must stay unreachable (SSRF).
    outboundService: { network: { allow: [...input.networks], tlsOptions: { trustBrowserCas: true } } },
    host: settings.host,
    port: settings.port,
  } as MiniflareOptions;
}

/** Runs instead of the Worker if only the stores are needed. */
const NO_WORKER = "export default { fetch: () => new Response(null, { status: 503 }) };";

interface WorkerOptions {
  readonly bindings?: Readonly<Record<string, string>>;
  readonly ratelimits?: Readonly<Record<string, { simple: { limit: number; period: 10 | 60 } }>>;
}

/** The rate limits of wrangler.jsonc, with the operator's numbers. */
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

/** Only the database, on a random port: the Worker must not run before the schema is current. */
export function ledgerOptions(input: RuntimeInput): MiniflareOptions {
  const { compatibilityDate, d1Databases } = input.build.workerOptions as Record<string, never>;
  return { ...common(input), modules: true, script: NO_WORKER, compatibilityDate, d1Databases };
}

/** Database and archives without the Worker, for backup and restore. */
export function storesOptions(input: RuntimeInput): MiniflareOptions {
  const { r2Buckets } = input.build.workerOptions as Record<string, never>;
  return { ...ledgerOptions(input), r2Buckets } as MiniflareOptions;
}

function common({ folder, runtimeEnv }: RuntimeInput) {
  return {
    defaultPersistRoot: folder.storage,
    // Miniflare would otherwise request this machine's location from Cloudflare.
    cf: false as const,
    log: new RuntimeLog(),
    handleStructuredLogs: passRuntimeLine,
    unsafeRuntimeEnv: { ...runtimeEnv },
    unsafeHandleRuntimeRestart: () => logEvent("error", "runtime.restarted"),
    telemetry: { enabled: false },
  };
}

/** Starts a runtime and waits until it listens. Throws a StartFailure if the reason is known. */
export async function startRuntime(
  options: MiniflareOptions,
  { folder, settings }: RuntimeInput,
): Promise<Miniflare> {
  changeFront();
  // Also for workerd, which inherits it: what both create is readable for this user only.
  process.umask(0o077);
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
 * Miniflare's signal handlers exit at once with 130 or 143. The server's own stop the crons and the runtime in order, so
 * Miniflare's are removed. Its `exit` hook, which kills workerd in every case, stays.
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
