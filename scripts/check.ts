/** `npm run check`: all checks besides the tests, stopping at the first that fails. `npm test` runs it first. */
import { spawnSync } from "node:child_process";

const steps: readonly (readonly [name: string, command: string])[] = [
  ["types", "npm run --silent types"],
  ["generated types of the bindings", "npm run --silent types:bindings -- --check"],
  ["lint and format", "biome ci ."],
  ["words", "node scripts/check-words.ts"],
  ["dead code", "knip"],
  ["bundle builds offline and fits", "npm run --silent deploy -- --dry-run"],
];

for (const [name, command] of steps) {
  console.log(`\n== ${name}: ${command}`);
  const { status } = spawnSync(command, {
    shell: true,
    stdio: "inherit",
    env: { ...process.env, WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true" },
  });
  if (status !== 0) {
    console.error(`\n${name} failed (exit ${status ?? "signal"}).`);
    process.exit(1);
  }
}
console.log("\nAll checks passed.");
