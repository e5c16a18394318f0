/**
 * `npm run scan:check-regexes`: proves every regular expression of src/scan safe with recheck and keeps the results by digest in
 * src/scan/data/regex-safety.json, so that the test only compares digests. Fails if one is not safe.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installTools } from "./install-tools.ts";
import { scanRegexes } from "./scan-regexes.ts";

installTools("scripts", console.log);
const { checkSync } = await import("recheck");

const root = join(import.meta.dirname, "../src/scan");
const file = join(root, "data/regex-safety.json");
const known = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
const all = scanRegexes(root);
const results: Record<string, string> = {};
let bad = 0;
for (const regex of all) {
  const before = known[regex.digest];
  if (before?.startsWith("safe")) {
    results[regex.digest] = before;
    continue;
  }
  // The automaton is exact: bounded repeats are bounded work for each start, so that a search stays linear.
  const result = checkSync(regex.source, regex.flags, {
    checker: "automaton",
    timeout: 60_000,
    maxNFASize: 200_000,
    maxPatternSize: 20_000,
  });
  const verdict =
    result.status === "safe"
      ? `safe (${result.checker})`
      : `${result.status} ${result.status === "vulnerable" ? result.complexity.summary : (result.error?.kind ?? "")}`;
  results[regex.digest] = verdict;
  if (result.status !== "safe") {
    bad++;
    console.log(`${regex.file}: ${verdict}\n  /${regex.source.slice(0, 260)}/${regex.flags}`);
  }
}
writeFileSync(file, `${JSON.stringify(Object.fromEntries(Object.entries(results).sort()), null, 2)}\n`);
console.log(`${all.length} expressions, ${bad} not proven safe.`);
process.exitCode = bad === 0 ? 0 : 1;
