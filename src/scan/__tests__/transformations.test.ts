/**
 * A hostile act stays a finding in whatever form it is written, and an honest one stays without: each act in each
 * form. This file holds a sixth of the pairs, the slow file all of them.
 */
import { describe, expect, it } from "vitest";
import {
  acts,
  honestPairs,
  hostilePairs,
  toldPairs,
  transformations,
} from "./transformations/transformations.ts";
import { failing, passing, wronged } from "./transformations/verdicts.ts";

const share = 6;
const cases = transformations.map((transformation, i) => ({ id: transformation.id, transformation, i }));

describe("transformations of acts", () => {
  it("are many", () => {
    expect(acts.length).toBeGreaterThanOrEqual(14);
    expect(transformations.length).toBeGreaterThanOrEqual(64);
    expect(new Set(transformations.map(({ id }) => id)).size).toBe(transformations.length);
    expect(transformations.filter((transformation) => hostilePairs(transformation).length === 0)).toEqual([]);
  });

  it.each(cases)("$id: no hostile act passes", ({ transformation, i }) => {
    expect(passing(hostilePairs(transformation), { share, part: i })).toEqual([]);
  });

  it.each(cases)("$id: honest acts pass", ({ transformation, i }) => {
    const mayBeReviewed = transformation.hides === true;
    expect(wronged(honestPairs(transformation), { share, part: i, mayBeReviewed })).toEqual([]);
  });

  it.each(cases.filter(({ transformation }) => transformation.told !== undefined))(
    "$id: an act that is only shown does not fail",
    ({ transformation, i }) => {
      expect(failing(toldPairs(transformation), { share, part: i })).toEqual([]);
    },
  );
});
