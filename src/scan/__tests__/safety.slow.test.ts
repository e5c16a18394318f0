/** Every regular expression of the scanner takes linear time. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { scanRegexes, unsafeRegexes } from "../../../scripts/scan-regexes.ts";

it("recheck proves every expression safe", async () => {
  expect(await unsafeRegexes(scanRegexes(join(import.meta.dirname, "..")))).toEqual([]);
});

it("recheck reports an expression that is not safe", async () => {
  const slow = { file: "slow.ts", source: "(a|a)*$", flags: "" };
  expect(await unsafeRegexes([slow])).toEqual(["slow.ts: vulnerable /(a|a)*$/"]);
});
