/** Runs inside workerd: three ways to find the stuck submissions among many, each counting its KV operations. */

import { isStuck, storedSubmissionSchema } from "../../src/domain/submission.ts";
import type { CloudflareEnv } from "../../src/env.ts";
import { submissionMetadata } from "../../src/lib/platform/kv.ts";
import { getStuckSubmissions } from "../../src/lib/submission-store.ts";
import { runWithWorkerEnv } from "../../src/lib/worker-context.ts";
import { ProbedKv } from "../../test/support/probed-kv.ts";

const NOW = Date.parse("2026-06-01T12:00:00.000Z");
const HOUR_MS = 3_600_000;

interface SweepRequest {
  readonly way: "seed" | "sequential" | "settled" | "ours";
  readonly from: number;
  readonly to: number;
  readonly stuckEvery: number;
}

export default {
  async fetch(request: Request, env: CloudflareEnv): Promise<Response> {
    const sweep = (await request.json()) as SweepRequest;
    const probe = new ProbedKv(env.SUBMISSIONS_KV);
    // The runtime's clock moves only with I/O, so this measures the I/O without the way in and out of the Worker.
    const startedAt = Date.now();
    const { found, failed = 0 } = await runWithWorkerEnv(
      { ...env, SUBMISSIONS_KV: probe.asNamespace() },
      () => run(sweep, probe, env),
    );
    return Response.json({ found, failed, operations: probe.operations, ms: Date.now() - startedAt });
  },
};

async function run(
  sweep: SweepRequest,
  probe: ProbedKv,
  env: CloudflareEnv,
): Promise<{ found: number; failed?: number }> {
  if (sweep.way === "seed") return { found: await seed(sweep, env) };
  if (sweep.way === "ours") return { found: (await getStuckSubmissions(NOW)).length };
  const keys = await listKeys(probe, sweep.to);
  const stuck = async (key: string) => isStuckDocument((await probe.get(key)) as string | null);
  if (sweep.way === "sequential") {
    let found = 0;
    for (const key of keys) if (await stuck(key)) found += 1;
    return { found };
  }
  const settled = await Promise.allSettled(keys.map(stuck));
  return {
    found: settled.filter((result) => result.status === "fulfilled" && result.value).length,
    failed: settled.filter(({ status }) => status === "rejected").length,
  };
}

async function seed({ from, to, stuckEvery }: SweepRequest, env: CloudflareEnv): Promise<number> {
  await Promise.all(
    Array.from({ length: to - from }, (_, offset) => {
      const n = from + offset;
      const state = n % stuckEvery === 0 ? "RECEIVED" : "PUBLISHED";
      const updatedAt = new Date(NOW - HOUR_MS).toISOString();
      const id = String(n).padStart(6, "0");
      const document = {
        id,
        state,
        repoUrl: `https://github.com/acme/${id}`,
        skillName: id,
        updatedAt,
        reason: "x".repeat(350),
      };
      return env.SUBMISSIONS_KV.put(`sub:${id}`, JSON.stringify(document), {
        metadata: submissionMetadata(state, updatedAt),
      });
    }),
  );
  return to - from;
}

async function listKeys(kv: ProbedKv, limit: number): Promise<string[]> {
  const names: string[] = [];
  for (let cursor: string | undefined; names.length < limit; ) {
    const page = (await kv.list({
      prefix: "sub:",
      ...(cursor === undefined ? {} : { cursor }),
    })) as KVNamespaceListResult<unknown>;
    names.push(...page.keys.map(({ name }) => name));
    if (page.list_complete) break;
    cursor = page.cursor;
  }
  return names.slice(0, limit);
}

function isStuckDocument(text: string | null): boolean {
  const parsed = storedSubmissionSchema.safeParse(text === null ? null : JSON.parse(text));
  return parsed.success && isStuck(parsed.data.state, parsed.data.updatedAt, NOW);
}
