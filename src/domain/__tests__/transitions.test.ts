import { describe, expect, it } from "vitest";
import { SUBMISSION_STATES, type SubmissionState } from "../submission.ts";
import { isMoveAllowed, isTerminal, type Trigger } from "../transitions.ts";

const TRIGGERS: readonly Trigger[] = [
  "submit",
  "pipeline",
  "recovery",
  "review",
  "withdraw",
  "block",
  "rescan",
  "unblock",
  "approve",
  "take-down",
  "restore",
];

/** The design's table, written out a second time on purpose: from, to, by whom. */
const expected = new Set<string>([
  ...moves("RECEIVED", {
    TIER1_SCANNING: ["pipeline"],
    EXPANDED: ["pipeline"],
    REJECTED: ["pipeline", "recovery"],
  }),
  ...moves("TIER1_SCANNING", {
    TIER2_SCANNING: ["pipeline"],
    TIER1_FAILED: ["pipeline"],
    REJECTED: ["pipeline", "recovery"],
  }),
  ...moves("TIER2_SCANNING", {
    AUTO_APPROVED: ["pipeline"],
    VENDOR_APPROVED: ["pipeline"],
    NEEDS_REVIEW: ["pipeline"],
    REJECTED: ["pipeline", "recovery"],
  }),
  ...moves("NEEDS_REVIEW", { AUTO_APPROVED: ["review"], REJECTED: ["review"], RECEIVED: ["rescan"] }),
  ...moves("AUTO_APPROVED", { PUBLISHED: ["pipeline"], REJECTED: ["pipeline", "recovery"] }),
  ...moves("VENDOR_APPROVED", { PUBLISHED: ["pipeline"], REJECTED: ["pipeline", "recovery"] }),
  ...(
    [
      "RECEIVED",
      "TIER1_SCANNING",
      "TIER2_SCANNING",
      "NEEDS_REVIEW",
      "AUTO_APPROVED",
      "VENDOR_APPROVED",
    ] as const
  ).flatMap((from) => moves(from, { BLOCKED: ["pipeline", "block"], DEQUEUED: ["withdraw"] })),
  ...moves("PUBLISHED", { RECEIVED: ["rescan"], BLOCKED: ["take-down"] }),
  ...moves("REJECTED", { RECEIVED: ["rescan"], AUTO_APPROVED: ["approve"] }),
  ...moves("TIER1_FAILED", { RECEIVED: ["rescan"], AUTO_APPROVED: ["approve"] }),
  ...moves("BLOCKED", { RECEIVED: ["unblock"], PUBLISHED: ["restore"] }),
  ...moves("DEQUEUED", { RECEIVED: ["rescan"] }),
  ...moves("EXPANDED", { RECEIVED: ["rescan"] }),
]);

function moves(from: SubmissionState, to: Partial<Record<SubmissionState, Trigger[]>>): string[] {
  return Object.entries(to).flatMap(([target, triggers]) =>
    triggers.map((trigger) => `${from} ${target} ${trigger}`),
  );
}

describe("the table of moves", () => {
  it("allows exactly what the design allows, over every pair of states and every trigger", () => {
    for (const from of SUBMISSION_STATES) {
      for (const to of SUBMISSION_STATES) {
        for (const trigger of TRIGGERS) {
          const name = `${from} ${to} ${trigger}`;
          expect(isMoveAllowed(from, to, trigger), name).toBe(expected.has(name));
        }
      }
    }
  });

  it("L07: neither the pipeline nor recovery ever leaves a terminal state", () => {
    for (const from of SUBMISSION_STATES.filter(isTerminal)) {
      for (const to of SUBMISSION_STATES) {
        expect(isMoveAllowed(from, to, "pipeline")).toBe(false);
        expect(isMoveAllowed(from, to, "recovery")).toBe(false);
      }
    }
  });
});
