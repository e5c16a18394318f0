/**
 * The one resolver: flags and environment in, checked settings out, or every problem at once. Pure: nothing is
 * read besides the two arguments (no `.env` files), nothing is written. It yields the Worker's variables.
 */
import { createHash } from "node:crypto";
import { isIP } from "node:net";
import { z } from "zod";
import { readExternalScanners } from "../../src/domain/external-scanners.ts";
import { type Flags, parseFlags } from "./flags.ts";

/** Long enough that guessing over the network is hopeless even for a token a person made up. */
const MIN_ADMIN_TOKEN_LENGTH = 16;

/** It signs what outside scanners send: whoever knows it can lower any skill's tier. */
const MIN_SECRET_LENGTH = 16;

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

const hostName = /^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)*$/i;

function isHost(value: string): boolean {
  return isIP(value) !== 0 || hostName.test(value);
}

function httpUrl(name: string, example: string) {
  return z.string().refine(
    (value) => {
      const url = URL.parse(value);
      return (
        url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.search + url.hash === ""
      );
    },
    {
      abort: true,
      error: `${name} must be an http or https address without user, query or fragment, such as ${example}.`,
    },
  );
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

const environmentSchema = z
  .object({
    ADMIN_TOKEN: z
      .string()
      .min(MIN_ADMIN_TOKEN_LENGTH, `ADMIN_TOKEN must have at least ${MIN_ADMIN_TOKEN_LENGTH} characters.`)
      .regex(/^[\x21-\x7e]*$/, "ADMIN_TOKEN must be printable ASCII without spaces: it travels in a header.")
      .optional(),
    PUBLIC_URL: httpUrl("PUBLIC_URL", "https://skills.example.org")
      .refine(
        (value) => (URL.parse(value)?.pathname ?? "/") === "/",
        "PUBLIC_URL must not have a path: the platform is served from the root of its host.",
      )
      .transform((value) => URL.parse(value)?.origin ?? value)
      .optional(),
    TRUSTED_PROXY: z
      .string()
      .regex(/^[A-Za-z0-9-]+$/, "TRUSTED_PROXY must be the name of one header, such as X-Forwarded-For.")
      .optional(),
    RATE_LIMITS: z
      .string()
      .regex(
        /^(?:(?:read|write)=[1-9]\d{0,8})(?:,(?:read|write)=[1-9]\d{0,8})?$/,
        "RATE_LIMITS must name what is allowed in a minute, such as read=600,write=30.",
      )
      .optional(),
    GITHUB_API_URL: httpUrl("GITHUB_API_URL", "https://api.github.com")
      .transform((value) => value.replace(/\/+$/, ""))
      .optional(),
    DNS_RESOLVER_URL: httpUrl("DNS_RESOLVER_URL", "https://cloudflare-dns.com/dns-query").optional(),
    GITHUB_TOKEN: z
      .string()
      .regex(/^[\x21-\x7e]+$/, "GITHUB_TOKEN must be printable ASCII without spaces or line ends.")
      .optional(),
    GITHUB_URL: httpUrl("GITHUB_URL", "https://github.com")
      .transform((value) => value.replace(/\/+$/, ""))
      .optional(),
    GITHUB_CLIENT_ID: z
      .string()
      .regex(/^[\x21-\x7e]{1,100}$/, "GITHUB_CLIENT_ID must be the id of an OAuth app, without spaces.")
      .optional(),
    GITHUB_CLIENT_SECRET: z
      .string()
      .regex(/^[\x21-\x7e]{8,200}$/, "GITHUB_CLIENT_SECRET must be the OAuth app's secret, without spaces.")
      .optional(),
    ADMIN_GITHUB_USERS: z
      .string()
      .superRefine((value, context) => {
        for (const message of value.split(",").flatMap(explainAdminUser))
          context.addIssue({ code: "custom", message });
      })
      .optional(),
    ALLOW_HOSTS: z
      .string()
      .transform((value) =>
        value
          .split(",")
          .map((entry) => entry.trim())
          .filter((entry) => entry !== ""),
      )
      .superRefine((entries, context) => {
        for (const entry of entries) {
          if (splitHostPort(entry) === null) {
            const message = `ALLOW_HOSTS: "${entry}" is not host or host:port, such as git.example.org:3000.`;
            context.addIssue({ code: "custom", message });
          }
        }
      })
      .optional(),
    EXTERNAL_SCANNERS: z
      .string()
      .superRefine((value, context) => {
        try {
          readExternalScanners(value);
        } catch (error) {
          context.addIssue({ code: "custom", message: (error as Error).message });
        }
      })
      .optional(),
    WEBHOOK_SECRET: z
      .string()
      .min(MIN_SECRET_LENGTH, `WEBHOOK_SECRET must have at least ${MIN_SECRET_LENGTH} characters.`)
      .optional(),
    SECURITY_CONTACT: z
      .string()
      .regex(/^(?:https:\/\/|mailto:)[\x21-\x7e]+$/, "SECURITY_CONTACT must be an https: or mailto: address.")
      .optional(),
    RETENTION_DAYS: z
      .string()
      .regex(/^[1-9][0-9]{0,4}$/, "RETENTION_DAYS must be a whole number above zero.")
      .optional(),
  })
  .refine(
    ({ GITHUB_CLIENT_ID: id, GITHUB_CLIENT_SECRET: secret }) => (id === undefined) === (secret === undefined),
    "GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET belong together: set both, or neither.",
  );

/** What is wrong with an entry of ADMIN_GITHUB_USERS. A bare number is refused: it may be a user's number or a login. */
function explainAdminUser(entry: string): string[] {
  const name = entry.trim();
  if (/^\d+$/.test(name))
    return [
      `ADMIN_GITHUB_USERS: write id:${name} for the user with this number, or login:${name} for the login.`,
    ];
  if (/^(?:id:\d{1,15}|(?:login:)?[a-z0-9][a-z0-9_-]{0,99})$/i.test(name)) return [];
  return [`ADMIN_GITHUB_USERS: "${name}" is not id:NUMBER or login:NAME, such as id:583231 or login:octocat.`];
}

/** The host of `host`, `host:port`, `[v6]` or `[v6]:port`; null when it is none of them. */
function splitHostPort(entry: string): string | null {
  const match = /^(?:\[([0-9a-f:]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/i.exec(entry);
  const host = match?.[1] ?? match?.[2];
  if (host === undefined || !isHost(host) || Number(match?.[3] ?? 1) > 65_535) return null;
  return host;
}

export function resolveSettings(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Resolved {
  const { flags, problems } = parseFlags(argv);
  if (flags.help) return { kind: "help" };
  const fromFlags = flagsSchema.safeParse(flags);
  // An empty variable is how shells and container files write "not set".
  const set = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ""),
  );
  const fromEnvironment = environmentSchema.safeParse(set);
  for (const parsed of [fromFlags, fromEnvironment]) {
    if (!parsed.success) problems.push(...parsed.error.issues.map((issue) => issue.message));
  }
  if (problems.length > 0 || !fromFlags.success || !fromEnvironment.success)
    return { kind: "problems", problems };
  return { kind: "settings", settings: toSettings(flags, fromFlags.data, fromEnvironment.data) };
}

function toSettings(
  flags: Flags,
  { port, host, data }: z.infer<typeof flagsSchema>,
  environment: z.infer<typeof environmentSchema>,
): Settings {
  const { ADMIN_TOKEN, ALLOW_HOSTS, ...plain } = environment;
  const variables = { ...plain, ALLOW_HOSTS: ALLOW_HOSTS?.length ? ALLOW_HOSTS.join(",") : undefined };
  const githubHosts = [plain.GITHUB_API_URL, plain.GITHUB_URL].map(hostOf);
  const allowed = (ALLOW_HOSTS ?? []).map(splitHostPort);
  const scanners = readExternalScanners(plain.EXTERNAL_SCANNERS).map(({ url }) => hostOf(url ?? undefined));
  return {
    port,
    host,
    dataDir: data,
    examples: flags.examples,
    json: flags.json,
    adminTokenSha256: ADMIN_TOKEN === undefined ? null : sha256Hex(ADMIN_TOKEN),
    workerVariables: Object.fromEntries(
      Object.entries(variables).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
    rateLimits: readRateLimits(plain.RATE_LIMITS ?? ""),
    privateHosts: [
      ...new Set(
        [...githubHosts, hostOf(plain.DNS_RESOLVER_URL), ...scanners, ...allowed]
          .filter((name) => typeof name === "string")
          .map(withoutBrackets),
      ),
    ],
  };
}

function hostOf(url: string | undefined): string | null {
  return url === undefined ? null : (URL.parse(url)?.hostname ?? null);
}

function readRateLimits(text: string): Settings["rateLimits"] {
  const pairs = text.split(",").map((pair) => pair.split("="));
  return Object.fromEntries(pairs.flatMap(([name, n]) => (name && n ? [[name, Number(n)]] : [])));
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, "$1");
}

/** How an admin token is kept and compared: the Worker and the disk only ever see this. */
export function sha256Hex(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
