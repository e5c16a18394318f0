/** Each row of the tables of signs and of sending calls matches its examples, and not its look-alikes. */
import { expect, test } from "vitest";
import { matchesIn } from "../code/sign-facts.ts";
import { codeSigns } from "../tables/code-signs.ts";
import { sendingCalls } from "../tables/sending-calls.ts";
import { sendingExamples, signExamples } from "./sign-examples.ts";

test.each(codeSigns.map((sign) => [sign.id, sign] as const))("sign %s matches its examples", (id, sign) => {
  const { matches = [], not = [] } = signExamples[id] ?? {};
  const isSeen = (text: string) => [...matchesIn(sign, text)].length > 0;
  expect(matches).not.toEqual([]);
  for (const example of matches) {
    expect(isSeen(example), example).toBe(true);
    expect(sign.hints.split("|").some((hint) => example.toLowerCase().includes(hint))).toBe(true);
  }
  for (const near of not) expect(isSeen(near), near).toBe(false);
});

test("signs have names of their own, and no example is left without a row", () => {
  const ids = codeSigns.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(Object.keys(signExamples).filter((id) => !ids.includes(id))).toEqual([]);
});

test.each(sendingCalls.map((pattern, i) => [sendingExamples[i] ?? "", pattern] as const))(
  "%s",
  (example, pattern) => {
    expect(pattern.test(example)).toBe(true);
  },
);
