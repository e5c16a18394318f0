/**
 * `npm run bench [-- name… [--against CHECKOUT]]`: runs each benchmark beside this file, one after the other. A benchmark
 * exports `bench(print, options)`, prints ratios measured within one run, and returns whether it met its target. With
 * another checkout, the scanner is also compared with that one.
 */
import { readdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { installTools } from "../scripts/install-tools.ts";

interface Benchmark {
  bench(print: (line: string) => void, options: { against?: string }): Promise<boolean>;
}

const all = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(".bench.ts"))
  .map((file) => file.slice(0, -".bench.ts".length));
const { positionals: requested, values: options } = parseArgs({
  allowPositionals: true,
  options: { against: { type: "string" } },
});
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
  const isMet = await bench((line) => console.log(line), options);
  console.log(isMet ? "   target met" : "   TARGET MISSED");
  allMet &&= isMet;
}
process.exitCode = allMet ? 0 : 1;
