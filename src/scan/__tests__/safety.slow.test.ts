/** Every regular expression of the scanner takes linear time. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { compiledRegexes, scanRegexes, unsafeRegexes } from "../../../scripts/scan-regexes.ts";

const root = join(import.meta.dirname, "..");

it("recheck proves every literal safe", async () => {
  expect(await unsafeRegexes(scanRegexes(root))).toEqual([]);
});

it("recheck proves every expression safe that is compiled from a table", async () => {
  const compiled = await compiledRegexes(root);
  expect(compiled).not.toEqual([]);
  expect(await unsafeRegexes(compiled)).toEqual([]);
});

it("recheck reports an expression that is not safe", async () => {
  const slow = { file: "slow.ts", source: "(a|a)*$", flags: "" };
  expect(await unsafeRegexes([slow])).toEqual(["slow.ts: vulnerable /(a|a)*$/"]);
});
