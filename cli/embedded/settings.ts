/**
 * The settings of the embedded server, from its options and the environment; all mistakes are reported at once. Pure:
 * it reads nothing but its arguments (no `.env` files).
 */
import { createHash } from "node:crypto";
import { isIP } from "node:net";
import { HOST_NAME } from "../../src/domain/setting-kinds.ts";
import { allSettings, settingsNeededTogether } from "../../src/domain/settings.ts";
import { type Options, parseOptions, type Values } from "../options.ts";

export interface Settings {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Whether the first start submits the example skills. */
  readonly examples: boolean;
  /** Whether a program reads stdout: JSON lines only. */
  readonly json: boolean;
  /** SHA-256 (hex) of ADMIN_TOKEN; null if the data folder's own token is used. */
  readonly adminTokenSha256: string | null;
  /** Variables for the Worker, without the hash of the admin token. */
  readonly workerVariables: Readonly<Record<string, string>>;
  /** Requests per minute; the numbers of wrangler.jsonc if undefined. */
  readonly rateLimits: { readonly read?: number; readonly write?: number };
  /** Hosts that may be reached although their addresses are not public. */
  readonly privateHosts: readonly string[];
}

const isPort = (value: string) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535;
const isHost = (value: string) => isIP(value) !== 0 || HOST_NAME.test(value);

export const serveOptions = {
  port: {
    value: "N",
    help: "port to listen on; 0 picks a free one",
    default: "8787",
    accepts: isPort,
    mustBe: "a whole number from 0 to 65535 (0 picks a free one)",
  },
  host: {
    value: "ADDRESS",
    help: "address to listen on; 0.0.0.0 makes it reachable from other machines",
    default: "127.0.0.1",
    accepts: isHost,
    mustBe: "an address or a host name, such as 127.0.0.1 or 0.0.0.0",
  },
  data: { value: "DIR", help: "the folder that contains all data", default: ".vskill" },
  "no-examples": { help: "do not submit the example skills at the first start" },
  json: {
    help:
      "print only JSON lines on stdout, one of them when the server is ready. Text for people, and the admin token of " +
      'a first start, go to stderr; a failure is {"error","message"} there',
  },
} as const satisfies Options;

type Environment = Readonly<Record<string, string | undefined>>;

/** The settings, and all mistakes in the environment. If there is a mistake, the settings must not be used. */
export function resolveSettings(
  values: Values<typeof serveOptions>,
  env: Environment,
): { settings: Settings; problems: string[] } {
  const { port, host, data, json } = values;
  const environment = readEnvironment(env);
  const settings = { port: Number(port), host, dataDir: data, examples: !values["no-examples"], json };
  return { settings: { ...settings, ...environment.settings }, problems: environment.problems };
}

/** For commands that start the runtime without serving anyone. */
export function idleSettings(dataDir: string): Settings {
  const { values } = parseOptions(["--port", "0", "--data", dataDir, "--no-examples"], serveOptions);
  return resolveSettings(values, {}).settings;
}

type FromEnvironment = Pick<Settings, "adminTokenSha256" | "workerVariables" | "rateLimits" | "privateHosts">;

/** The variables of the table that `serve` reads; every mistake in them. */
function readEnvironment(env: Environment): {
  settings: FromEnvironment;
  problems: string[];
} {
  const values: Record<string, string> = {};
  const hosts = new Set<string>();
  const problems: string[] = [];
  for (const [name, { kind, readBy }] of Object.entries(allSettings)) {
    const value = env[name];
    // An empty variable is how shells and container files write "not set".
    if (value === undefined || value === "" || !readBy.includes("embedded")) continue;
    try {
      const read = kind.read(value, name);
      if (read !== "") values[name] = read;
      for (const host of kind.hosts?.(value) ?? []) hosts.add(host);
    } catch (error) {
      problems.push((error as Error).message);
    }
  }
  for (const [one, other] of settingsNeededTogether)
    if (Boolean(env[one]) !== Boolean(env[other]))
      problems.push(`${one} and ${other} belong together: set both, or neither.`);
  const { ADMIN_TOKEN, RATE_LIMITS = "" } = values;
  const ofWorker = Object.entries(values).filter(([name]) => allSettings[name]?.readBy.includes("worker"));
  const settings = {
    adminTokenSha256: ADMIN_TOKEN === undefined ? null : sha256Hex(ADMIN_TOKEN),
    workerVariables: Object.fromEntries(ofWorker),
    rateLimits: readRateLimits(RATE_LIMITS),
    privateHosts: [...hosts],
  };
  return { settings, problems };
}

function readRateLimits(text: string): Settings["rateLimits"] {
  const pairs = text.split(",").map((pair) => pair.split("="));
  return Object.fromEntries(pairs.flatMap(([name, n]) => (name && n ? [[name, Number(n)]] : [])));
}

/** How an admin token is stored and compared: the Worker and the disk only see the hash. */
export function sha256Hex(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
