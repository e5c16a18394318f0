/** How the scanner's quality is counted, and what a rule alone decides. */
import { describe, expect, it } from "vitest";
import {
  leavingOneSetOut,
  qualityOf,
  type Scanned,
  type SourceName,
  samplesOf,
} from "../../scripts/scan-corpus.ts";
import { decidersOf, nothing, reasonOf, sharesOf } from "../../scripts/scan-shares.ts";
import { aFinding } from "../../src/scan/__tests__/a-finding.ts";
import { skillOf } from "../../src/scan/__tests__/skill.ts";
import { scanSkill } from "../../src/scan/engine.ts";
import type { Finding } from "../../src/scan/report.ts";
import { scoreOf, verdictOf } from "../../src/scan/score.ts";

const clean = scanSkill(skillOf("Tidy the notes.\n"), { digest: "d" });

const finding = (ruleId: string): Finding => aFinding({ ruleId, confidence: 0.7, line: 1, message: ruleId });

interface Options {
  readonly source?: SourceName;
  readonly family?: string;
  readonly set?: string;
}

let made = 0;

function skill(bad: boolean, rules: readonly string[], options: Options = {}): Scanned {
  const id = `skill ${made++}`;
  const { source = "dev", family = id, set = "a" } = options;
  const findings = rules.map(finding);
  const verdict = verdictOf(findings, scoreOf(findings), true);
  const report = { ...clean, findings, verdict };
  return { id, source, family, set, bad, ms: 1, report, decidedBy: decidersOf(report, () => "PASS") };
}

describe("quality", () => {
  it("counts a family once for each label", () => {
    const family = { family: "copies" };
    const skills = [
      skill(true, ["x"], family),
      skill(true, ["x"], family),
      skill(true, [], family),
      skill(true, ["x"]),
      skill(false, ["x"], family),
      skill(false, []),
      skill(false, []),
      skill(false, []),
    ];
    const { precision, recall, falsePositives, f1 } = qualityOf(skills);
    expect(recall).toBeCloseTo(5 / 6);
    expect(precision).toBeCloseTo(5 / 8);
    expect(falsePositives).toBeCloseTo(1 / 4);
    expect(f1).toBeCloseTo(5 / 7);
  });

  it("names the honest skills that are flagged and the malicious ones that are not", () => {
    const [missed, alarm] = [skill(true, []), skill(false, ["x"])];
    const quality = qualityOf([missed, alarm, skill(true, ["x"]), skill(false, [])]);
    expect(quality.missed).toEqual([missed]);
    expect(quality.falseAlarms).toEqual([alarm]);
  });

  it("is no number of nothing", () => {
    expect(qualityOf([])).toMatchObject({ precision: 0, recall: 0, f1: 0, falsePositives: 0, wrongFails: 0 });
  });

  it("with one set left out, leaves out the rules that match no other set", () => {
    const skills = [
      skill(true, ["own"], { set: "a" }),
      skill(true, ["shared"], { set: "a" }),
      skill(true, ["shared"], { set: "b", source: "second" }),
      skill(false, ["own"], { set: "c" }),
      skill(false, ["never right"], { set: "c" }),
    ];
    const { missed, falseAlarms } = qualityOf(skills, leavingOneSetOut(skills));
    expect(missed).toEqual([skills[0]]);
    expect(falseAlarms).toEqual([skills[3]]);
  });
});

describe("what a rule alone decides", () => {
  it("is what is not flagged without it", () => {
    const shares = sharesOf([
      skill(true, ["x"]),
      skill(true, ["x", "y"]),
      skill(true, ["x"], { source: "second", family: "copies" }),
      skill(true, ["y"], { source: "second", family: "copies" }),
      skill(false, ["x"]),
      skill(false, ["x"], { source: "npm" }),
      skill(true, ["x"], { source: "transformations" }),
    ]);
    const own = { dev: 1, second: 0.5, falseAlarms: 1, npm: 1, transformations: 1 };
    expect(shares.get("x")).toEqual({ ...nothing(), ...own, fires: 5 });
    expect(shares.get("y")).toEqual({ ...nothing(), second: 0.5, fires: 2 });
  });

  it("is nothing where another rule takes over its facts", () => {
    const { report } = skill(true, ["x"]);
    expect(decidersOf(report, () => "PASS")).toEqual(["x"]);
    expect(decidersOf(report, () => "CONCERNS")).toEqual([]);
  });

  it("counts only the rule's own examples", () => {
    const shares = sharesOf([
      skill(true, ["x"], { source: "examples", family: "x" }),
      skill(true, ["y"], { source: "examples", family: "x" }),
      skill(true, ["x", "y"], { source: "examples", family: "y" }),
    ]);
    expect(shares.get("x")).toEqual({ ...nothing(), examples: 1 });
    expect(shares.get("y")).toEqual(nothing());
  });

  it("is a reason to keep the rule; a false alarm is none", () => {
    expect(reasonOf({ ...nothing(), second: 0.5 })).toBe("decides");
    expect(reasonOf({ ...nothing(), transformations: 1 })).toBe("decides");
    expect(reasonOf({ ...nothing(), examples: 1, fires: 9 })).toBe("example only");
    expect(reasonOf({ ...nothing(), fires: 9, falseAlarms: 3, npm: 2 })).toBe("DECIDES NOTHING");
  });
});

it("two threads read every sample once", async () => {
  const idsOf = async (part: number, of: number) => {
    const ids: string[] = [];
    for await (const { id } of samplesOf("examples", { part, of })) ids.push(id);
    return ids;
  };
  const halves = [...(await idsOf(0, 2)), ...(await idsOf(1, 2))];
  expect(halves.toSorted()).toEqual((await idsOf(0, 1)).toSorted());
});
