/**
 * Lighthouse on the five main pages, median of five runs: at least 95 in performance, accessibility, best practices and
 * SEO. The scores are those of Lighthouse's default profile, a phone on a slow network. One audit without weight is left out.
 */
import { createServer } from "node:net";
import { spawnBrowser } from "../test/support/browser.ts";
import { withServer } from "../test/support/start-server.ts";

const PAGES = ["/", "/skills", "/skills/vskill-examples/uploads/sql-review", "/submit", "/trust"];
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
const RUNS = 5;
const TARGET_SCORE = 95;
/** Long enough for the examples to be published. */
const EXAMPLES_MS = 60_000;

/**
 * Chromium 147's renderer dies at a document with a Referrer-Policy header while this category is traced, and Lighthouse
 * reports it as ERR_ABORTED. Only the audit `baseline` reads it, whose weight in its category is 0.
 */
const FATAL_TRACE_CATEGORY = "blink.webdx_feature_usage";
const AUDIT_WITHOUT_WEIGHT = "baseline";

export async function bench(print: (line: string) => void): Promise<boolean> {
  await leaveOutFatalCategory();
  const port = await freePort();
  return withServer({ examples: true }, async (server) => {
    await examplesPublished(server.url);
    const browser = await spawnBrowser(port);
    try {
      let allMet = true;
      for (const name of PAGES)
        allMet = (await measure({ url: server.url + name, name, port }, print)) && allMet;
      return allMet;
    } finally {
      await browser[Symbol.asyncDispose]();
    }
  });
}

interface Measured {
  readonly url: string;
  readonly name: string;
  /** The browser's debugging port. */
  readonly port: number;
}

async function measure({ url, name, port }: Measured, print: (line: string) => void): Promise<boolean> {
  const { default: lighthouse } = await import("lighthouse");
  const runs: Record<string, number[]> = Object.fromEntries(CATEGORIES.map((category) => [category, []]));
  for (let run = 0; run < RUNS; run += 1) {
    const result = await lighthouse(url, {
      port,
      output: "json",
      logLevel: "error",
      onlyCategories: [...CATEGORIES],
      skipAudits: [AUDIT_WITHOUT_WEIGHT],
    });
    // A page that Lighthouse could not load has no score; a zero would be wrong (L36).
    const failed = result?.lhr.runtimeError;
    if (failed !== undefined) throw new Error(`Lighthouse could not measure ${name}: ${failed.message}`);
    for (const category of CATEGORIES)
      runs[category]?.push(Math.round((result?.lhr.categories[category]?.score ?? 0) * 100));
  }
  const medians = CATEGORIES.map((category) => [category, median(runs[category] ?? [])] as const);
  print(
    `${name}: ${medians.map(([category, score]) => `${category} ${score}`).join(", ")} (median of ${RUNS})`,
  );
  return medians.every(([, score]) => score >= TARGET_SCORE);
}

async function leaveOutFatalCategory(): Promise<void> {
  const [{ default: Trace }, { default: config }] = await Promise.all([
    import("lighthouse/core/gather/gatherers/trace.js"),
    import("lighthouse/core/config/default-config.js"),
  ]);
  const audits = Object.values(config.categories ?? {}).flatMap(({ auditRefs }) => auditRefs);
  const weight = audits.find(({ id }) => id === AUDIT_WITHOUT_WEIGHT)?.weight;
  if (weight !== 0) throw new Error(`${AUDIT_WITHOUT_WEIGHT} has weight ${weight}: it may not be left out`);
  const categories = Trace.getDefaultTraceCategories().filter((name) => name !== FATAL_TRACE_CATEGORY);
  Trace.getDefaultTraceCategories = () => categories;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

async function examplesPublished(origin: string): Promise<void> {
  const endsAt = Date.now() + EXAMPLES_MS;
  while (Date.now() < endsAt) {
    const stats = (await (await fetch(`${origin}/api/v1/submissions/stats`)).json()) as {
      total: number;
      active: number;
    };
    if (stats.total > 0 && stats.active === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  throw new Error("the examples did not reach a terminal state");
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
