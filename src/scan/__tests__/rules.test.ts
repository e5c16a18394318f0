/** Each rule is right in its own examples and silent in the look-alikes; each is complete as data. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { scanRegexes, scanSources } from "../../../scripts/scan-regexes.ts";
import { scanSkill } from "../engine.ts";
import { examples } from "../rules/examples/index.ts";
import { families } from "../rules/index.ts";
import { digestOf, type Example, registryOfExamples as registry, skillOf } from "./skill.ts";

const rules = families.flatMap((family) => family.rules);

/** Rules with a finding that counts: what is only shown is noted, and opens nothing. */
function openedBy(example: Example): string[] {
  const { findings } = scanSkill(skillOf(example), { digest: digestOf(example), registry });
  return findings.filter(({ severity }) => severity !== "info").map(({ ruleId }) => ruleId);
}

describe.each(rules.map((rule) => [rule.id, rule] as const))("%s", (id, rule) => {
  const own = examples[id] ?? { positive: [], negative: [] };

  it("has a hostile and an honest example", () => {
    expect(own.positive).not.toEqual([]);
    expect(own.negative).not.toEqual([]);
  });

  it.each(own.positive.map((example, i) => [i + 1, example] as const))(
    "is right in positive example %i",
    (_, example) => {
      expect(openedBy(example)).toContain(id);
    },
  );

  it.each(own.negative.map((example, i) => [i + 1, example] as const))(
    "is silent in negative example %i",
    (_, example) => {
      expect(openedBy(example)).not.toContain(id);
    },
  );

  it("names its reasons", () => {
    expect(id).toBe(`${rule.category}-${id.slice(4)}`);
    for (const text of [rule.title, rule.message, rule.advice]) expect(text.length).toBeGreaterThan(8);
    expect(rule.title.length).toBeLessThanOrEqual(60);
    expect(rule.version).toBeGreaterThan(0);
  });
});

it("has every rule id once, and no example without a rule", () => {
  expect(new Set(rules.map((rule) => rule.id)).size).toBe(rules.length);
  expect(Object.keys(examples).filter((id) => !rules.some((rule) => rule.id === id))).toEqual([]);
});

describe("size", () => {
  const root = join(import.meta.dirname, "..");

  it("has at most 90 rules", () => {
    expect(rules.length).toBeLessThanOrEqual(90);
  });

  it("has no regular expression over 200 characters", () => {
    const long = scanRegexes(root).filter(({ source }) => source.length > 200);
    expect(long.map(({ file, source }) => `${file}: ${source.length} /${source.slice(0, 60)}`)).toEqual([]);
  });

  // The aim is 14,000. The bound only keeps the engine from growing until it is reached.
  it("has at most 17,310 lines without tests and examples", () => {
    const lines = scanSources(root).map(
      (file) => readFileSync(join(root, file), "utf8").split("\n").length - 1,
    );
    expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(17_310);
  });
});
