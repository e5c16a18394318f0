/** Each row of the table of phrases sees its examples, and not its look-alikes. */
import { expect, test } from "vitest";
import { phraseRows } from "../tables/phrases.ts";
import { phraseExamples } from "./phrase-examples.ts";

test.each(phraseRows.map((row) => [row.id, row] as const))("phrase %s", (id, { pattern, near = [], not }) => {
  const { matches = [], not: silent = [] } = phraseExamples[id] ?? {};
  const isSeen = (text: string) =>
    [...text.matchAll(pattern)].length > 0 && near.every((one) => one.test(text)) && not?.test(text) !== true;
  expect(matches).not.toEqual([]);
  expect(silent).not.toEqual([]);
  for (const example of matches) expect(isSeen(example), example).toBe(true);
  for (const example of silent) expect(isSeen(example), example).toBe(false);
});

test("rows have names of their own, and no example is left without a row", () => {
  const ids = phraseRows.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(Object.keys(phraseExamples).filter((id) => !ids.includes(id))).toEqual([]);
});
