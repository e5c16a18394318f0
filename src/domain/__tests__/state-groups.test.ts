import { describe, expect, it } from "vitest";
import {
  OPEN_STATES,
  PROCESSING_STATES,
  REJECTED_OR_BLOCKED_STATES,
  REJECTED_STATES,
  STATE_GROUPS,
  STUCK_STATES,
  SUBMISSION_STATES,
  TERMINAL_STATES,
  UNPUBLISHED_STATES,
} from "../submission.ts";

describe("groups of states", () => {
  it("are exactly these", () => {
    expect(PROCESSING_STATES).toEqual([
      "RECEIVED",
      "TIER1_SCANNING",
      "TIER2_SCANNING",
      "AUTO_APPROVED",
      "VENDOR_APPROVED",
    ]);
    expect([...OPEN_STATES].sort()).toEqual([...PROCESSING_STATES, "NEEDS_REVIEW"].sort());
    expect(REJECTED_STATES).toEqual(["REJECTED", "TIER1_FAILED"]);
    expect(REJECTED_OR_BLOCKED_STATES).toEqual(["REJECTED", "TIER1_FAILED", "BLOCKED"]);
    expect(UNPUBLISHED_STATES).toEqual(["REJECTED", "TIER1_FAILED", "BLOCKED", "DEQUEUED"]);
  });

  it("divide all states into open and terminal ones", () => {
    expect([...OPEN_STATES, ...TERMINAL_STATES].sort()).toEqual([...SUBMISSION_STATES].sort());
  });

  it("L35: count each submission in one group of the statistics, an expanded one in none", () => {
    const counted = Object.values(STATE_GROUPS).flat();
    expect([...counted, "EXPANDED"].sort()).toEqual([...SUBMISSION_STATES].sort());
  });

  it("use the processing states as the stuck ones", () => {
    expect(STUCK_STATES).toBe(PROCESSING_STATES);
  });
});
