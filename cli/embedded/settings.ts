/**
 * The one resolver: flags and environment in, checked settings out, or every problem at once. Pure: nothing is
 * read besides the two arguments (no `.env` files), nothing is written. It yields the Worker's variables.
 */
import { createHash } from "node:crypto";
import { isIP } from "node:net";
import { z } from "zod";
import { HOST_NAME } from "../../src/domain/setting-kinds.ts";
import { allSettings, settingsNeededTogether } from "../../src/domain/settings.ts";
import { parseFlags } from "./flags.ts";

export interface Settings {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Whether the first start submits the examples that come with the platform. */
  readonly examples: boolean;
  /** Whether stdout is for a program: only JSON lines. */
  readonly json: boolean;
  /** SHA-256 (hex) of ADMIN_TOKEN; null when the data folder's own token counts. */
  readonly adminTokenSha256: string | null;
  /** What the Worker is given, beside the admin token's hash. */
  readonly workerVariables: Readonly<Record<string, string>>;
  /** What the limits allow in a minute; wrangler.jsonc's numbers where undefined. */
  readonly rateLimits: { readonly read?: number; readonly write?: number };
  /** Hosts that may be reached although their addresses are not public. */
  readonly privateHosts: readonly string[];
}

export type Resolved =
  | { readonly kind: "settings"; readonly settings: Settings }
  | { readonly kind: "help" }
  | { readonly kind: "problems"; readonly problems: readonly string[] };

function isHost(value: string): boolean {
  return isIP(value) !== 0 || HOST_NAME.test(value);
}

const flagsSchema = z.object({
  port: z
    .string()
    .regex(/^\d{1,5}$/, "--port must be a whole number from 0 to 65535 (0 picks a free one).")
    .transform(Number)
    .refine((port) => port <= 65_535, "--port must be a whole number from 0 to 65535 (0 picks a free one).")
    .default(8787),
  host: z
    .string()
    .refine(isHost, "--host must be an address or a host name, such as 127.0.0.1 or 0.0.0.0.")
    .default("127.0.0.1"),
  data: z.string().default(".vskill"),
});

export function resolveSettings(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Resolved {
  const { flags, problems } = parseFlags(argv);
  if (flags.help) return { kind: "help" };
  const fromFlags = flagsSchema.safeParse(flags);
  if (!fromFlags.success) problems.push(...fromFlags.error.issues.map((issue) => issue.message));
  const environment = readEnvironment(env);
  problems.push(...environment.problems);
  if (problems.length > 0 || !fromFlags.success) return { kind: "problems", problems };
  const { port, host, data } = fromFlags.data;
  const { examples, json } = flags;
  return {
    kind: "settings",
    settings: { port, host, dataDir: data, examples, json, ...environment.settings },
  };
}

type FromEnvironment = Pick<Settings, "adminTokenSha256" | "workerVariables" | "rateLimits" | "privateHosts">;

/** The variables of the table that `serve` reads; every mistake in them. */
function readEnvironment(env: Readonly<Record<string, string | undefined>>): {
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

/** How an admin token is kept and compared: the Worker and the disk only ever see this. */
export function sha256Hex(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
