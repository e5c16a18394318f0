import { describe, expect, it } from "vitest";
import { decide, type JudgeOpinion } from "../decision.ts";

const passed = { verdict: "PASS", complete: true, score: 95 } as const;
const opinions: readonly JudgeOpinion[] = [
  { kind: "not-configured" },
  { kind: "clear" },
  { kind: "concern", why: "It asks for the user's mail." },
  { kind: "failed", why: "TimeLimitExceeded" },
];

describe("the decision", () => {
  it("approves a complete pass, and names a verified vendor's as such", () => {
    expect(decide(passed, { judge: { kind: "clear" }, isVendor: false }).to).toBe("AUTO_APPROVED");
    expect(decide(passed, { judge: { kind: "not-configured" }, isVendor: true }).to).toBe("VENDOR_APPROVED");
  });

  it("L56: is never a pass when the report is incomplete, whatever its verdict, the judge or the vendor say", () => {
    for (const verdict of ["PASS", "CONCERNS", "FAIL"] as const) {
      for (const judge of opinions) {
        const { to } = decide({ ...passed, verdict, complete: false }, { judge, isVendor: true });
        expect(["NEEDS_REVIEW", "REJECTED"]).toContain(to);
      }
    }
  });

  it("a failing verdict stays failing: no judge raises it and no vendor is spared", () => {
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

  it("L58: every decision has a code and a sentence", () => {
    for (const verdict of ["PASS", "CONCERNS", "FAIL"] as const) {
      for (const complete of [true, false]) {
        for (const judge of opinions) {
          const { code, text } = decide({ verdict, complete, score: 60 }, { judge, isVendor: false });
          expect(code).toMatch(/^[A-Z_]+$/);
          expect(text.length).toBeGreaterThan(10);
        }
      }
    }
  });
});
