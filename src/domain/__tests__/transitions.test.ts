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

/** The design's table, deliberately written a second time: from, to, trigger. */
const expected = new Set<string>([
  ...transitionsFrom("RECEIVED", {
    TIER1_SCANNING: ["pipeline"],
    EXPANDED: ["pipeline"],
    REJECTED: ["pipeline", "recovery"],
  }),
  ...transitionsFrom("TIER1_SCANNING", {
    TIER2_SCANNING: ["pipeline"],
    TIER1_FAILED: ["pipeline"],
    REJECTED: ["pipeline", "recovery"],
  }),
  ...transitionsFrom("TIER2_SCANNING", {
    AUTO_APPROVED: ["pipeline"],
    VENDOR_APPROVED: ["pipeline"],
    NEEDS_REVIEW: ["pipeline"],
    REJECTED: ["pipeline", "recovery"],
  }),
  ...transitionsFrom("NEEDS_REVIEW", {
    AUTO_APPROVED: ["review"],
    REJECTED: ["review"],
    RECEIVED: ["rescan"],
  }),
  ...transitionsFrom("AUTO_APPROVED", { PUBLISHED: ["pipeline"], REJECTED: ["pipeline", "recovery"] }),
  ...transitionsFrom("VENDOR_APPROVED", { PUBLISHED: ["pipeline"], REJECTED: ["pipeline", "recovery"] }),
  ...(
    [
      "RECEIVED",
      "TIER1_SCANNING",
      "TIER2_SCANNING",
      "NEEDS_REVIEW",
      "AUTO_APPROVED",
      "VENDOR_APPROVED",
    ] as const
  ).flatMap((from) => transitionsFrom(from, { BLOCKED: ["pipeline", "block"], DEQUEUED: ["withdraw"] })),
  ...transitionsFrom("PUBLISHED", { RECEIVED: ["rescan"], BLOCKED: ["take-down"] }),
  ...transitionsFrom("REJECTED", { RECEIVED: ["rescan"], AUTO_APPROVED: ["approve"] }),
  ...transitionsFrom("TIER1_FAILED", { RECEIVED: ["rescan"], AUTO_APPROVED: ["approve"] }),
  ...transitionsFrom("BLOCKED", { RECEIVED: ["unblock"], PUBLISHED: ["restore"] }),
  ...transitionsFrom("DEQUEUED", { RECEIVED: ["rescan"] }),
  ...transitionsFrom("EXPANDED", { RECEIVED: ["rescan"] }),
]);

function transitionsFrom(from: SubmissionState, to: Partial<Record<SubmissionState, Trigger[]>>): string[] {
  return Object.entries(to).flatMap(([target, triggers]) =>
    triggers.map((trigger) => `${from} ${target} ${trigger}`),
  );
}

describe("the state machine's transition table", () => {
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
