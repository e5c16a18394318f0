/**
 * Finding 50 stuck submissions among 20,000 keys, in workerd: one awaited read after another, `Promise.allSettled`
 * over every key, and ours. Compare ratios within one run; absolute times depend on the machine.
 */
import type { Readable } from "node:stream";
import { build } from "esbuild";
import { Miniflare } from "miniflare";

const KEYS = 20_000;
const STUCK = 50;
/** Reads measured one after the other; the rest would only take longer in the same way. */
const SLICE = 1_000;
const ROUNDS = 15;
const MIN_SPEED_UP = 100;

interface Measured {
  readonly ms: number;
  readonly found: number;
  readonly operations: number;
  readonly failed: number;
}

export async function bench(print: (line: string) => void): Promise<boolean> {
  const { outputFiles } = await build({
    entryPoints: [`${import.meta.dirname}/support/kv-sweep-worker.ts`],
    bundle: true,
    write: false,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    external: ["node:*"],
  });
  const miniflare = new Miniflare({
    modules: true,
    script: outputFiles[0]?.text ?? "",
    compatibilityDate: "2026-07-30",
    compatibilityFlags: ["nodejs_compat"],
    kvNamespaces: { SUBMISSIONS_KV: "bench" },
    cf: false,
    // (b) opens more files than the system allows; each failed read would print a stack trace. They are counted instead.
    handleRuntimeStdio(stdout: Readable, stderr: Readable) {
      stdout.resume();
      stderr.resume();
    },
  });
  try {
    return await compare(miniflare, print);
  } finally {
    await miniflare.dispose();
  }
}

async function compare(miniflare: Miniflare, print: (line: string) => void): Promise<boolean> {
  const measure = async (way: string, to: number, from = 0): Promise<Measured> => {
    const body = JSON.stringify({ way, from, to, stuckEvery: KEYS / STUCK });
    const response = await miniflare.dispatchFetch("http://bench/", { method: "POST", body });
    return (await response.json()) as Measured;
  };
  for (let from = 0; from < KEYS; from += 500) await measure("seed", from + 500, from);

  // Alternating, so that other load on the machine affects both. The first round only warms the runtime up.
  const rounds: { slice: Measured; ours: Measured }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    rounds.push({ slice: await measure("sequential", SLICE), ours: await measure("ours", KEYS) });
  }
  const slices = rounds.slice(1).map(({ slice }) => slice);
  const sweeps = rounds.slice(1).map((round) => round.ours);
  const speedUp = (pick: (runs: readonly Measured[]) => Measured) =>
    (pick(slices).ms * KEYS) / SLICE / pick(sweeps).ms;
  const ours = best(sweeps);
  const settled = await measure("settled", KEYS);
  const pages = Math.ceil(KEYS / 1_000);

  print(`   ${KEYS} keys, ${STUCK} stuck`);
  print(
    `   (a) one read after another: ${seconds((best(slices).ms * KEYS) / SLICE)}, ${KEYS + pages} operations (measured on ${SLICE} reads and scaled)`,
  );
  print(
    `   (b) allSettled over all:    ${seconds(settled.ms)}, ${settled.operations} operations, found ${settled.found}, ${settled.failed} reads failed`,
  );
  print(
    `   (c) ours:                   ${seconds(ours.ms)}, ${ours.operations} operations, found ${ours.found}`,
  );
  const ratio = speedUp(best);
  print(
    `   (c) is ${ratio.toFixed(0)} times faster than (a) by the best of ${ROUNDS} rounds, ${speedUp(median).toFixed(0)} by their medians; ${(settled.ms / ours.ms).toFixed(0)} times than (b)`,
  );
  print(`   operations allowed: ${pages} pages + ${STUCK} candidates = ${pages + STUCK}`);
  return ratio >= MIN_SPEED_UP && ours.operations <= pages + STUCK && ours.found === STUCK;
}

/** Other load on the machine only adds time, most of all to a short run: the best round shows the real cost. */
function best(runs: readonly Measured[]): Measured {
  return runs.reduce((a, b) => (b.ms < a.ms ? b : a));
}

function median(runs: readonly Measured[]): Measured {
  const middle = runs.toSorted((a, b) => a.ms - b.ms)[Math.floor(runs.length / 2)];
  if (middle === undefined) throw new Error("nothing was measured");
  return middle;
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
