/** Every act under every transformation, as `transformations.test.ts` has a part of them. */
import { describe, expect, it } from "vitest";
import { honestPairs, hostilePairs, toldPairs, transformations } from "./transformations/transformations.ts";
import { failing, passing, wronged } from "./transformations/verdicts.ts";

describe("all transformations of all acts", () => {
  it.each(transformations)("$id", (transformation) => {
    expect({
      hostileThatPass: passing(hostilePairs(transformation)),
      honestThatDoNot: wronged(honestPairs(transformation), { mayBeReviewed: transformation.hides === true }),
      shownThatFail: failing(toldPairs(transformation)),
    }).toEqual({ hostileThatPass: [], honestThatDoNot: [], shownThatFail: [] });
  });
});
