import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type Unstable_Config, unstable_readConfig } from "wrangler";
import type { CloudflareEnv } from "../../src/env.ts";

const config: Unstable_Config = unstable_readConfig({ config: "wrangler.jsonc" });
const envText = readFileSync("src/env.ts", "utf8");

/** Compiles only while CloudflareEnv has every binding, of the type that wrangler generates for it. */
const asGenerated = (env: CloudflareEnv): GeneratedBindings => env;

it("every binding of wrangler.jsonc is in CloudflareEnv, which requires no undeclared binding", () => {
  const bound = [
    ...config.kv_namespaces.map(({ binding }) => binding),
    ...config.d1_databases.map(({ binding }) => binding),
    ...config.r2_buckets.map(({ binding }) => binding),
    ...(config.queues.producers ?? []).map(({ binding }) => binding),
    ...(config.ratelimits ?? []).map(({ name }) => name),
    ...(config.assets?.binding === undefined ? [] : [config.assets.binding]),
  ].sort();
  const required = [...envText.matchAll(/^ {2}readonly ([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name).sort();
  expect(required).toEqual(bound);
  expect(asGenerated).toBeTypeOf("function");
});

it("queues have the limits that the design requires, and the dead-letter queue has a consumer", () => {
  const [main, dead] = config.queues.consumers ?? [];
  expect(main).toMatchObject({
    queue: "submission-processing",
    max_batch_size: 3,
    max_concurrency: 10,
    max_retries: 3,
    dead_letter_queue: "submission-dlq",
  });
  expect(main?.max_batch_timeout).toBeGreaterThan(0);
  expect(main?.retry_delay).toBeGreaterThan(0);
  expect(dead?.queue).toBe("submission-dlq");
});

it("bindings carry no ids: the first deploy provisions them", () => {
  expect(readFileSync("wrangler.jsonc", "utf8")).not.toMatch(/"(?:id|database_id|preview_id)"/);
});

it("L45: every cron expression has its own job", async () => {
  const scheduled = readFileSync("src/lib/cron/scheduled.ts", "utf8");
  for (const cron of config.triggers.crons ?? []) expect(scheduled).toContain(`"${cron}"`);
});
