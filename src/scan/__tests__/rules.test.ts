/** Each rule is right in its own examples and silent in the look-alikes; each is complete as data. */
import { describe, expect, it } from "vitest";
import { scanSkill } from "../engine.ts";
import { examples } from "../rules/examples/index.ts";
import { families } from "../rules/index.ts";
import { digestOf, registryOfExamples as registry, skillOf } from "./skill.ts";

const rules = families.flatMap((family) => family.rules);

describe.each(rules.map((rule) => [rule.id, rule] as const))("%s", (id, rule) => {
  const own = examples[id] ?? { positive: [], negative: [] };

  it("has at least three positive and three negative examples", () => {
    expect(own.positive.length).toBeGreaterThanOrEqual(3);
    expect(own.negative.length).toBeGreaterThanOrEqual(3);
  });

  it.each(own.positive.map((example, i) => [i + 1, example] as const))(
    "is right in positive example %i",
    (_, example) => {
      const { findings } = scanSkill(skillOf(example), { digest: digestOf(example), registry });
      expect(findings.map((finding) => finding.ruleId)).toContain(id);
    },
  );

  it.each(own.negative.map((example, i) => [i + 1, example] as const))(
    "is silent in negative example %i",
    (_, example) => {
      const { findings } = scanSkill(skillOf(example), { digest: digestOf(example), registry });
      expect(findings.map((finding) => finding.ruleId)).not.toContain(id);
    },
  );

  it("names its reasons", () => {
    expect(id).toBe(`${rule.category}-${id.slice(4)}`);
    for (const text of [rule.title, rule.message, rule.advice]) expect(text.length).toBeGreaterThan(8);
    expect(rule.version).toBeGreaterThan(0);
  });
});

it("has every rule id once, and no example without a rule", () => {
  expect(new Set(rules.map((rule) => rule.id)).size).toBe(rules.length);
  expect(Object.keys(examples).filter((id) => !rules.some((rule) => rule.id === id))).toEqual([]);
});
