/**
 * Mutation check: each family alone catches one of its examples, so that switching any family off makes the test that bears
 * its name fail.
 */
import { describe, expect, it } from "vitest";
import { scanSkill } from "../engine.ts";
import { examples } from "../rules/examples/index.ts";
import { families } from "../rules/index.ts";
import { digestOf, type Example, registryOfExamples as registry, skillOf } from "./skill.ts";

describe("each family earns its place", () => {
  it.each(families.map((family) => [family.id, family] as const))(
    "%s catches what no other family does",
    (_, family) => {
      const others = families.filter((other) => other !== family);
      const verdictBy = (example: Example, used: typeof families) =>
        scanSkill(skillOf(example), { digest: digestOf(example), registry, families: used }).verdict;
      const isCaughtByItAlone = (example: Example) =>
        verdictBy(example, families) !== "PASS" && verdictBy(example, others) === "PASS";
      expect(family.rules.flatMap(({ id }) => examples[id]?.positive ?? []).some(isCaughtByItAlone)).toBe(
        true,
      );
    },
  );
});
