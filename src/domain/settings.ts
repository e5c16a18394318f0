/**
 * Every environment variable: what it does, which values it takes and which program reads it. Types, checks, help texts
 * and the tables in the documents come from here. Pure; the Worker itself needs only the types.
 */
import { type Limit, limitTable } from "./limits.ts";
import {
  adminUsers,
  externalScanners,
  hostList,
  httpUrl,
  matching,
  origin,
  type SettingKind,
  secretOf,
  wholeNumberUpTo,
} from "./setting-kinds.ts";
import { DEFAULT_GITHUB_API_URL, DEFAULT_GITHUB_URL } from "./source-ref.ts";

/** `worker`: a variable of the Worker. `embedded`: read by `serve`, which passes on those of the Worker. */
type Reader = "worker" | "embedded" | "commands";

export interface Setting {
  readonly sentence: string;
  readonly kind: SettingKind;
  /** The default: a value, or words in parentheses. */
  readonly default: string;
  readonly example: string;
  readonly isSecret?: true;
  /** Worth a row in the README. */
  readonly isCommon?: true;
  readonly readBy: readonly Reader[];
}

const everywhere = ["worker", "embedded"] as const;

export const settings = {
  ADMIN_TOKEN: {
    sentence: "Admin token to accept instead of a generated one; at least 16 characters.",
    kind: secretOf(16),
    default: "(generated at the first start and shown once)",
    example: "correct-horse-battery",
    isSecret: true,
    isCommon: true,
    readBy: ["embedded"],
  },
  ADMIN_TOKEN_SHA256: {
    sentence: 'SHA-256 (hex) of the admin token: `printf %s "$TOKEN" | sha256sum`.',
    kind: matching(/^[0-9a-f]{64}$/, "be a SHA-256 in lower-case hex"),
    default: "(no admin token is accepted)",
    example: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    isSecret: true,
    readBy: ["worker"],
  },
  PUBLIC_URL: {
    sentence: "Address that links, feeds and other protocols use.",
    kind: origin,
    default: "(the request's own address)",
    example: "https://skills.example.org",
    isCommon: true,
    readBy: everywhere,
  },
  TRUSTED_PROXY: {
    sentence: "Header in which a trusted proxy sends the caller's address.",
    kind: matching(/^[A-Za-z0-9-]+$/, "be the name of one header, such as X-Forwarded-For"),
    default: "(none)",
    example: "X-Forwarded-For",
    isCommon: true,
    readBy: everywhere,
  },
  RATE_LIMITS: {
    sentence:
      "Requests per minute and caller. On Cloudflare, keep it equal to the rate limits in wrangler.jsonc.",
    kind: matching(
      /^(?:(?:read|write)=[1-9]\d{0,8})(?:,(?:read|write)=[1-9]\d{0,8})?$/,
      "name requests per minute, such as read=600,write=30",
    ),
    default: "read=600,write=30",
    example: "read=1200,write=60",
    readBy: everywhere,
  },
  GITHUB_API_URL: {
    sentence: "Base address of the GitHub API.",
    kind: httpUrl,
    default: DEFAULT_GITHUB_API_URL,
    example: "https://github.example.org/api/v3",
    isCommon: true,
    readBy: everywhere,
  },
  GITHUB_TOKEN: {
    sentence: "Raises GitHub's rate limit; sent to GITHUB_API_URL's host only.",
    kind: secretOf(1),
    default: "(anonymous requests)",
    example: "ghp_16C7e42F292c6912E7",
    isSecret: true,
    isCommon: true,
    readBy: everywhere,
  },
  GITHUB_CLIENT_ID: {
    sentence:
      "Client id of a GitHub OAuth app with the callback <PUBLIC_URL>/sign-in/github/callback; offers sign-in with GitHub.",
    kind: matching(/^[\x21-\x7e]{1,100}$/, "be the id of an OAuth app, without spaces"),
    default: "(no sign-in with GitHub)",
    example: "Iv1.8a61f9b3a7aba766",
    isCommon: true,
    readBy: everywhere,
  },
  GITHUB_CLIENT_SECRET: {
    sentence: "Secret of the OAuth app; sent to GITHUB_URL's host only.",
    kind: matching(/^[\x21-\x7e]{8,200}$/, "be the OAuth app's secret, without spaces"),
    default: "(none)",
    example: "0123456789abcdef0123",
    isSecret: true,
    isCommon: true,
    readBy: everywhere,
  },
  GITHUB_URL: {
    sentence: "Base address of the GitHub site where users sign in.",
    kind: httpUrl,
    default: DEFAULT_GITHUB_URL,
    example: "https://github.example.org",
    readBy: everywhere,
  },
  ADMIN_GITHUB_USERS: {
    sentence: "Comma-separated admins, each `id:NUMBER` or `login:NAME` of a GitHub user.",
    kind: adminUsers,
    default: "(nobody)",
    example: "id:583231,login:octocat",
    readBy: everywhere,
  },
  ALLOW_HOSTS: {
    sentence:
      "Comma-separated host[:port] list: sources may be fetched from there although the address is not public.",
    kind: hostList,
    default: "(public addresses only)",
    example: "git.example.org:3000",
    isCommon: true,
    readBy: everywhere,
  },
  DNS_RESOLVER_URL: {
    sentence: "DNS over HTTPS (JSON) resolver with which owners verify a site's name by a TXT record.",
    kind: httpUrl,
    default: "(not offered)",
    example: "https://cloudflare-dns.com/dns-query",
    readBy: everywhere,
  },
  JUDGE_MODEL: {
    sentence:
      "Language model that gives the optional second opinion; runs on the AI binding, else at JUDGE_URL.",
    kind: matching(/^[\x21-\x7e]+$/, "be the name of a model, without spaces"),
    default: "(no second opinion)",
    example: "llama-3.3-70b",
    readBy: everywhere,
  },
  JUDGE_URL: {
    sentence: "Base address of the OpenAI-compatible API that serves JUDGE_MODEL.",
    kind: httpUrl,
    default: "(none)",
    example: "http://127.0.0.1:11434/v1",
    readBy: everywhere,
  },
  JUDGE_KEY: {
    sentence: "API key for JUDGE_URL.",
    kind: secretOf(1),
    default: "(none)",
    example: "sk-0123456789",
    isSecret: true,
    readBy: everywhere,
  },
  EXTERNAL_SCANNERS: {
    sentence: "JSON list of external scanners; a scanner without a url fetches its work.",
    kind: externalScanners,
    default: "(none)",
    example: '[{"name":"semgrep","url":"http://127.0.0.1:9000/"}]',
    readBy: everywhere,
  },
  WEBHOOK_SECRET: {
    sentence: "Signs the results of external scanners; without it none is accepted. At least 16 characters.",
    // Knowing it is enough to lower any skill's trust level.
    kind: matching(/^[\s\S]{16,}$/, "have at least 16 characters"),
    default: "(results are not accepted)",
    example: "0123456789abcdef",
    isSecret: true,
    readBy: everywhere,
  },
  SECURITY_CONTACT: {
    sentence: "https: or mailto: address in security.txt for vulnerabilities in this registry.",
    kind: matching(/^(?:https:\/\/|mailto:)[\x21-\x7e]+$/, "be an https: or mailto: address"),
    default: "(the report page only)",
    example: "mailto:security@example.org",
    readBy: everywhere,
  },
  RETENTION_DAYS: {
    sentence: "Days after which the bytes of rejected submissions are deleted.",
    kind: matching(/^[1-9][0-9]{0,4}$/, "be a whole number above zero"),
    default: "30",
    example: "7",
    readBy: everywhere,
  },
  VSKILL_WORKERD_PATH: {
    sentence: "Path of the workerd binary to run.",
    kind: matching(/./, "be a path"),
    default: "(the one that npm installed)",
    example: "/usr/local/bin/workerd",
    readBy: ["embedded"],
  },
  VSKILL_REGISTRY: {
    sentence: "The registry that the commands use, unless --registry names one.",
    kind: httpUrl,
    default: "http://127.0.0.1:8787",
    example: "https://skills.example.org",
    readBy: ["commands"],
  },
  VSKILL_TOKEN: {
    sentence: "The token that the commands send, unless --token gives one.",
    kind: secretOf(1),
    default: "(none)",
    example: "vsk_0123456789",
    isSecret: true,
    readBy: ["commands"],
  },
} as const satisfies Record<string, Setting>;

type Settings = typeof settings;
type NamesReadBy<R extends Reader> = {
  [Name in keyof Settings]: R extends Settings[Name]["readBy"][number] ? Name : never;
}[keyof Settings];

/** The variables of the Worker, as its environment may carry them. */
export type WorkerVariables = { readonly [Name in NamesReadBy<"worker">]?: string };

/** Each limit on input can be replaced by a variable. `limits.ts` describes each. */
export const limitSettings: Readonly<Record<string, Setting>> = Object.fromEntries(
  Object.values(limitTable).map(({ variable, value, maximum, sentence }: Limit) => [
    variable,
    {
      sentence,
      kind: wholeNumberUpTo(maximum),
      default: String(value),
      example: String(value + 1),
      readBy: everywhere,
    },
  ]),
);

export const allSettings: Readonly<Record<string, Setting>> = { ...settings, ...limitSettings };

/** Variables that work only together on the embedded server, which has no AI binding: both or neither. */
export const settingsNeededTogether = [
  ["GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"],
  ["JUDGE_MODEL", "JUDGE_URL"],
] as const satisfies readonly (readonly [keyof Settings, keyof Settings])[];
