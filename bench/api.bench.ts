/**
 * The API under load on the embedded server, with 100,000 skills in the ledger. Every figure is a ratio to an empty
 * route behind the same middleware, measured right beside it, so that the machine's speed and its other work cancel
 * out. Search results are not cached; queries vary all the same, so that no single query decides the figure.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import autocannon from "autocannon";
import { withServer } from "../test/support/start-server.ts";
import { COMMON_WORDS, LIMITS, OWNERS, seedCatalogue } from "./support/seed-catalogue.ts";

const MANY = 100_000;
const FEW = 1_000;
const SECONDS = 3;
const CONNECTIONS = 20;
const PATHS = 2_000;

interface Case {
  readonly name: string;
  /** Requests per second, as a share of the empty route's. */
  readonly atLeast: number;
  readonly path: (n: number, count: number) => string;
}

const skillOf = (n: number, count: number) => {
  const k = (n * 7919) % count;
  const number = k === 0 ? count : k;
  const letter = "abcdefghijklmnopqrstuvwxyz"[number % 26];
  return `owner${number % OWNERS}/tools/${letter}kill-${number}`;
};
const common = (n: number) => `common${n % COMMON_WORDS}${n % 2 ? "x" : "y"}`;

/** One row by its key: the cost of the database on this machine. No query can be faster. */
const FLOOR = "one row of the ledger";

const cases: readonly Case[] = [
  { name: FLOOR, atLeast: 0, path: () => "/api/v1/changes?limit=1" },
  {
    name: "search, rare word",
    atLeast: 0.15,
    path: (n, count) => `/api/v1/skills/search?q=unique${((n * 7919) % count) + 1}`,
  },
  {
    name: "search, common words",
    atLeast: 0.15,
    path: (n) => `/api/v1/skills/search?q=documents+${common(n)}`,
  },
  {
    name: "search, two common words",
    atLeast: 0.05,
    path: (n) => `/api/v1/skills/search?q=${common(2 * n)}+${common(6 * n + 2)}&category=category-${n % 10}`,
  },
  {
    name: "search, one letter",
    atLeast: 0.15,
    path: (n) => `/api/v1/skills?q=${"abcdefghijklmnopqrstuvwxyz"[n % 26]}`,
  },
  { name: "search, no match", atLeast: 0.15, path: (n) => `/api/v1/skills/search?q=zzqxv${n}` },
  { name: "detail", atLeast: 0.4, path: (n, count) => `/api/v1/skills/${skillOf(n, count)}` },
  {
    name: "list",
    atLeast: 0.25,
    path: (n) => `/api/v1/skills?page=${(n % 40) + 1}&sort=${["updated", "installs", "name"][n % 3]}`,
  },
  {
    name: "discovery",
    atLeast: 0.4,
    path: (n, count) => `/skills/${skillOf(n, count)}/.well-known/agent-skills/index.json`,
  },
  {
    name: "archive download",
    atLeast: 0.3,
    path: (n, count) => `/api/v1/skills/${skillOf(n, count)}/versions/1.0.0/archive`,
  },
];

interface Measured {
  readonly perSecond: number;
  readonly p99Ms: number;
}

async function measure(url: string, paths: readonly string[]): Promise<Measured> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests: paths.map((each) => ({ method: "GET" as const, path: each })),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} failed responses, ${result.errors} errors at ${paths[0]}`);
  return { perSecond: result.requests.average, p99Ms: result.latency.p99 };
}

type Ratios = Map<string, Measured & { ratio: number }>;

async function measureAll(count: number, print: (line: string) => void): Promise<Ratios> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "vskill-bench-"));
  try {
    await seedCatalogue(dataDir, count);
    const options = { args: ["--no-examples"], dataDir, env: LIMITS };
    return await withServer(options, ({ url }) => measureCases({ url, count, print }));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

interface Run {
  readonly url: string;
  readonly count: number;
  readonly print: (line: string) => void;
}

/** The empty route is measured before and after each case: the machine is not equally fast all the time. */
async function measureCases({ url, count, print }: Run): Promise<Ratios> {
  const ratios: Ratios = new Map();
  await measure(url, ["/api/v1/ping"]);
  for (const { name, path: pathOf } of cases) {
    const paths = Array.from({ length: PATHS }, (_, n) => pathOf(n, count));
    const before = await measure(url, ["/api/v1/ping"]);
    const measured = await measure(url, paths);
    const after = await measure(url, ["/api/v1/ping"]);
    const empty = (before.perSecond + after.perSecond) / 2;
    const ratio = measured.perSecond / empty;
    ratios.set(name, { ...measured, ratio });
    print(
      `   ${String(count).padStart(6)}  ${name.padEnd(26)} ${measured.perSecond.toFixed(0).padStart(5)}/s  p99 ${String(measured.p99Ms).padStart(4)} ms  ratio ${ratio.toFixed(2)}  (empty ${empty.toFixed(0)}/s)`,
    );
  }
  return ratios;
}

export async function bench(print: (line: string) => void): Promise<boolean> {
  const few = await measureAll(FEW, print);
  const many = await measureAll(MANY, print);
  let allMet = true;
  for (const { name, atLeast } of cases) {
    const ratio = many.get(name)?.ratio ?? 0;
    const growth = (few.get(name)?.ratio ?? 0) / ratio;
    const ok = ratio >= atLeast && growth <= 2;
    allMet &&= ok;
    print(
      `   ${ok ? "ok " : "BAD"} ${name.padEnd(26)} ${ratio.toFixed(2)} of empty (at least ${atLeast}), ${growth.toFixed(2)}× slower than with ${FEW} (at most 2)`,
    );
  }
  return allMet;
}
