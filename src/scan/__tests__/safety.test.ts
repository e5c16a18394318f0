/** Regular expressions are literals; a broken rule fails closed; hints hide nothing. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { scanSources } from "../../../scripts/scan-regexes.ts";
import { scanSkill } from "../engine.ts";
import type { Rule, RuleFamily } from "../rule.ts";
import { examples } from "../rules/examples/index.ts";
import { families } from "../rules/index.ts";
import { skillOf } from "./skill.ts";

const root = join(import.meta.dirname, "..");

it("makes no regular expression at run time, so that `npm run scan:check-regexes` sees all of them", () => {
  const making = scanSources(root).filter((file) =>
    /\bRegExp\(/.test(readFileSync(join(root, file), "utf8")),
  );
  expect(making).toEqual([]);
});

const broken: Rule = {
  ...(families[0]?.rules[0] as Rule),
  id: "T18-broken",
  detect: {
    kind: "code",
    run() {
      throw new Error("broken");
    },
  },
};

describe("failing closed", () => {
  it("L56: a rule that throws makes the report incomplete, never a pass", () => {
    const family: RuleFamily = { id: "broken", title: "Broken", rules: [broken] };
    const report = scanSkill(skillOf("Tidy the notes.\n"), { digest: "d", families: [...families, family] });
    expect(report.complete).toBe(false);
    expect(report.verdict).toBe("CONCERNS");
    expect(report.notLookedAt).toEqual([{ file: "", reason: "rule T18-broken failed" }]);
  });

  it("an archive that cannot be opened makes the report incomplete", () => {
    const report = scanSkill(skillOf({ "a.zip": Uint8Array.from([0x50, 0x4b, 3, 4, 9, 9, 9, 9]) }), {
      digest: "d",
    });
    expect(report.complete).toBe(false);
    expect(report.verdict).not.toBe("PASS");
  });
});

describe("the prefilter", () => {
  it("hides nothing: with hints that always hold, the same rules are right", () => {
    const open = families.map((family) => ({ ...family, rules: family.rules.map(withoutHints) }));
    for (const { positive } of Object.values(examples)) {
      for (const example of positive) {
        const ids = (used: readonly RuleFamily[]) =>
          scanSkill(skillOf(example), { digest: "d", families: used }).findings.map((f) => f.ruleId);
        expect(ids(families)).toEqual(ids(open));
      }
    }
  });
});

function withoutHints(rule: Rule): Rule {
  const { detect } = rule;
  if (detect === undefined) return rule;
  if (detect.kind === "pattern") return { ...rule, detect: { ...detect, hints: [""] } };
  if (detect.kind === "search") return { ...rule, detect: { ...detect, hints: [""] } };
  if (detect.kind === "chain")
    return { ...rule, detect: { ...detect, steps: detect.steps.map((step) => ({ ...step, hints: [""] })) } };
  return rule;
}
