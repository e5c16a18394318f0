import { describe, expect, it } from "vitest";
import { type DeepResult, decide, type JudgeOpinion, whyNotPublishable } from "../decision.ts";

const passed: DeepResult = { verdict: "PASS", complete: true, score: 95, notLookedAt: [] };
const unread = (...files: string[]) => files.map((file) => ({ file, reason: "not read" }));
const opinions: readonly JudgeOpinion[] = [
  { kind: "not-configured" },
  { kind: "clear" },
  { kind: "concern", why: "It asks for the user's mail." },
  { kind: "failed", why: "TimeLimitExceeded" },
];

describe("the decision", () => {
  it("approves a complete pass, and marks that of a verified vendor", () => {
    expect(decide(passed, { judge: { kind: "clear" }, isVendor: false }).to).toBe("AUTO_APPROVED");
    expect(decide(passed, { judge: { kind: "not-configured" }, isVendor: true }).to).toBe("VENDOR_APPROVED");
  });

  it("L56: is never a pass when the report is incomplete, whatever its verdict, the judge or the vendor", () => {
    for (const verdict of ["PASS", "CONCERNS", "FAIL"] as const) {
      for (const judge of opinions) {
        const { to } = decide({ ...passed, verdict, complete: false }, { judge, isVendor: true });
        expect(["NEEDS_REVIEW", "REJECTED"]).toContain(to);
      }
    }
  });

  it("a failing verdict stays failing, whatever the judge or the vendor", () => {
    for (const judge of opinions) {
      expect(decide({ ...passed, verdict: "FAIL" }, { judge, isVendor: true }).to).toBe("REJECTED");
      expect(decide({ ...passed, verdict: "CONCERNS" }, { judge, isVendor: true }).to).toBe("NEEDS_REVIEW");
    }
  });

  it("a judge that has a concern or fails sends a pass to review", () => {
    expect(decide(passed, { judge: { kind: "concern", why: "x" }, isVendor: true }).code).toBe(
      "JUDGE_CONCERN",
    );
    expect(decide(passed, { judge: { kind: "failed", why: "x" }, isVendor: false }).code).toBe(
      "JUDGE_UNAVAILABLE",
    );
  });

  it("L58: every decision has a code and a message", () => {
    for (const verdict of ["PASS", "CONCERNS", "FAIL"] as const) {
      for (const complete of [true, false]) {
        for (const judge of opinions) {
          const { code, text } = decide(
            { ...passed, verdict, complete, score: 60 },
            { judge, isVendor: false },
          );
          expect(code).toMatch(/^[A-Z_]+$/);
          expect(text.length).toBeGreaterThan(10);
        }
      }
    }
  });

  it("says that findings were suppressed when it approves without them", () => {
    const text = (suppressed: number) =>
      decide({ ...passed, suppressed }, { judge: { kind: "clear" }, isVendor: false }).text;
    expect(text(0)).toBe("Passed every check.");
    expect(text(1)).toBe("Passed every check, except for 1 finding that a reviewer suppressed.");
    expect(text(2)).toContain("2 findings");
  });

  it("states for an incomplete report whether a reviewer can publish the content", () => {
    const text = (...files: string[]) => {
      const report = {
        ...passed,
        verdict: "CONCERNS",
        complete: false,
        notLookedAt: unread(...files),
      } as const;
      return decide(report, { judge: { kind: "clear" }, isVendor: true }).text;
    };
    expect(text("a.bz2", "a.bz2", "b.bz2")).toMatch(
      /^2 files could not be read in full, so a reviewer decides/,
    );
    expect(text("a.bz2")).toMatch(/^1 file could not/);
    expect(text("")).toMatch(/^The scan did not finish, so it cannot be published as it is\./);
    expect(text("a.bz2", "")).toMatch(/^The scan did not finish/);
  });
});

describe("whether a report allows publishing", () => {
  const incomplete = { ...passed, verdict: "CONCERNS", complete: false } as const;
  it.each([
    ["a complete report", passed, ["engine", "vendor", "person"]],
    ["concerns that a suppression no longer hides", { ...passed, verdict: "CONCERNS" } as const, ["person"]],
    ["unread files", { ...incomplete, notLookedAt: unread("a.bz2") }, ["person"]],
    ["a broken rule", { ...incomplete, notLookedAt: unread("a.bz2", "") }, []],
    ["an unknown gap", incomplete, []],
  ])("%s", (_, report, expected) => {
    const approvers = ["engine", "vendor", "person"] as const;
    expect(approvers.filter((by) => whyNotPublishable(report, by) === null)).toEqual(expected);
  });
});
