/**
 * `npm run fuzz [inputs] [target]`: fuzzes the readers of hostile input with 1,000,000 inputs each and a new seed,
 * which it prints. Prints the smallest input that breaks a guarantee, or how many inputs had each outcome.
 */
import {
  type FuzzTarget,
  fuzz,
  tarTarget,
  urlTarget,
  yamlTarget,
  zipTarget,
} from "../test/support/fuzz-targets.ts";

const count = Number(process.argv[2] ?? 1_000_000);
const only = process.argv[3];

async function run<T>(target: FuzzTarget<T>): Promise<void> {
  if (only !== undefined && only !== target.name) return;
  const seed = Date.now() | 0;
  const started = performance.now();
  const marks = await fuzz(target, count, seed);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${target.name}: ${count} inputs, seed ${seed}, ${seconds} s`);
  for (const [mark, times] of [...marks].sort((a, b) => b[1] - a[1])) console.log(`  ${mark}: ${times}`);
}

await run(tarTarget);
await run(zipTarget);
await run(yamlTarget);
await run(urlTarget);
