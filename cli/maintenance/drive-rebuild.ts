/** Calls the Worker's rebuild, page by page, until it is finished. */
import type { Miniflare } from "miniflare";
import { z } from "zod";
import { applyMigrations, type Ledger } from "../embedded/migrations.ts";
import { ledgerOptions, type RuntimeInput, serverOptions } from "../embedded/runtime.ts";
import { withRuntime } from "./stopped-folder.ts";

/** KV accepts one write per second and key; a store that accepts nothing for this long has failed. */
const NO_PROGRESS_MS = 60_000;

const pageSchema = z.object({
  next: z.unknown(),
  done: z.number(),
  pending: z.number(),
  problems: z.array(z.string()),
});

/** Migrates the schema and rebuilds KV and search. Returns what could not be restored completely. */
export async function driveRebuild(input: RuntimeInput, adminToken: string): Promise<string[]> {
  await withRuntime(ledgerOptions(input), input, async (miniflare) => {
    const ledger: Ledger = await miniflare.getD1Database("DB");
    await applyMigrations(ledger, input.build.migrations);
  });
  return withRuntime(serverOptions(input), input, (miniflare) => rebuildAllPages(miniflare, adminToken));
}

async function rebuildAllPages(miniflare: Miniflare, adminToken: string): Promise<string[]> {
  const problems = new Set<string>();
  let cursor: unknown = null;
  let progressAt = Date.now();
  for (;;) {
    const { next, done, pending, problems: found } = await rebuildOnePage(miniflare, adminToken, cursor);
    const waiting = pending > 0 && done === 0;
    for (const problem of waiting ? [] : found) problems.add(problem);
    if (next === null) return [...problems];
    if (!waiting) progressAt = Date.now();
    else if (Date.now() - progressAt > NO_PROGRESS_MS)
      throw new Error(`${pending} documents cannot be written`);
    else await new Promise((resolve) => setTimeout(resolve, 250));
    cursor = next;
  }
}

async function rebuildOnePage(miniflare: Miniflare, adminToken: string, cursor: unknown) {
  const response = await miniflare.dispatchFetch("http://localhost/api/v1/admin/rebuild", {
    method: "POST",
    headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" },
    body: JSON.stringify({ cursor }),
  });
  const body = await response.text();
  if (response.status !== 200) throw new Error(`the rebuild failed (${response.status}): ${body}`);
  return pageSchema.parse(JSON.parse(body));
}
