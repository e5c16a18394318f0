import { describe, expect, it } from "vitest";
import { badSkill, goodSkill } from "../../../../test/support/skills.ts";
import { scanSkill } from "../../../scan/engine.ts";
import { scoreOf, verdictOf } from "../../../scan/score.ts";
import { withoutSuppressed } from "../without-suppressed.ts";

const bad = scanSkill(badSkill("formatter"), { digest: "sha256:bad" });
const rulesOf = (report: typeof bad) => [...new Set(report.findings.map(({ ruleId }) => ruleId))];
const suppress = (...rules: string[]) => rules.map((ruleId) => ({ ruleId }));

describe("a report without suppressed findings", () => {
  it("is the report itself when no finding is suppressed", () => {
    expect(bad.verdict).toBe("FAIL");
    for (const none of [[], suppress("T30-another-rule")])
      expect(withoutSuppressed(bad, none)).toEqual({ ...bad, suppressed: 0 });
  });

  it("has the verdict and score of the other findings, and keeps everything else", () => {
    const { findings, verdict, score, deciding, suppressed, ...rest } = withoutSuppressed(
      bad,
      suppress(...rulesOf(bad)),
    );
    expect({ findings, verdict, score, deciding, suppressed }).toEqual({
      findings: [],
      verdict: "PASS",
      score: 100,
      deciding: null,
      suppressed: bad.findings.length,
    });
    expect(bad).toMatchObject(rest);
  });

  it("is effective by the findings of the rules that are not suppressed", () => {
    const [first = "", ...others] = rulesOf(bad);
    expect(others).not.toEqual([]);
    const effective = withoutSuppressed(bad, suppress(first));
    expect(rulesOf(effective)).toEqual(others);
    const score = scoreOf(effective.findings);
    expect(effective).toMatchObject({ score, verdict: verdictOf(effective.findings, score, true) });
    expect(score).toBeLessThan(100);
  });

  it("is never a pass when the report is incomplete", () => {
    const unread = [{ file: "a.tar.bz2", reason: "not opened" }];
    const incomplete = { ...bad, complete: false, notLookedAt: unread };
    const effective = withoutSuppressed(incomplete, suppress(...rulesOf(bad)));
    expect(effective).toMatchObject({ verdict: "CONCERNS", complete: false, notLookedAt: unread });
  });

  it("does not change the given report", () => {
    const report = scanSkill(goodSkill("notes"), { digest: "sha256:good" });
    const copy = structuredClone(bad);
    withoutSuppressed(bad, suppress(...rulesOf(bad)));
    expect(bad).toEqual(copy);
    expect(withoutSuppressed(report, suppress(...rulesOf(bad))).verdict).toBe(report.verdict);
  });
});
