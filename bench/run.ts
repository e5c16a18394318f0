/**
 * `npm run bench [-- name…]`: runs each benchmark beside this file, one after the other. A benchmark exports
 * `bench(print)`, prints ratios measured within one run, and returns whether it met its target.
 */
import { readdirSync } from "node:fs";
import { installTools } from "../scripts/install-tools.ts";

interface Benchmark {
  bench(print: (line: string) => void): Promise<boolean>;
}

const all = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(".bench.ts"))
  .map((file) => file.slice(0, -".bench.ts".length));
const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`No such benchmark: ${unknown.join(", ")}. There are: ${all.join(", ")}.`);
  process.exit(64);
}

/** Autocannon and Lighthouse are in bench/package.json. */
const needTools = ["api", "web"];

let allMet = true;
for (const name of requested.length > 0 ? requested : all) {
  console.log(`\n== ${name}`);
  if (needTools.includes(name)) installTools("bench", console.log);
  const { bench } = (await import(`./${name}.bench.ts`)) as Benchmark;
  const isMet = await bench((line) => console.log(line));
  console.log(isMet ? "   target met" : "   TARGET MISSED");
  allMet &&= isMet;
}
process.exitCode = allMet ? 0 : 1;
