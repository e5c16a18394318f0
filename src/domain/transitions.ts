/**
 * The table of allowed moves. A move is allowed for certain triggers only: the pipeline never leaves a state at
 * rest, and a state at rest is left by a named action, never by a retry. The ledger's writer asks here (L08).
 */
import type { SubmissionState } from "./submission.ts";

/** What causes a move. `pipeline` and `recovery` are the machine's; the others are named actions. */
export type Trigger =
  | "submit"
  | "pipeline"
  | "recovery"
  | "review"
  | "withdraw"
  | "block"
  | "rescan"
  | "unblock"
  | "approve"
  | "take-down"
  | "restore";

type Moves = Partial<Record<SubmissionState, readonly Trigger[]>>;

const OPEN: Moves = { BLOCKED: ["pipeline", "block"], DEQUEUED: ["withdraw"] };
const MACHINE: readonly Trigger[] = ["pipeline"];
const GIVE_UP: readonly Trigger[] = ["pipeline", "recovery"];

const moves: Readonly<Record<SubmissionState, Moves>> = {
  RECEIVED: { ...OPEN, TIER1_SCANNING: MACHINE, EXPANDED: MACHINE, REJECTED: GIVE_UP },
  TIER1_SCANNING: { ...OPEN, TIER2_SCANNING: MACHINE, TIER1_FAILED: MACHINE, REJECTED: GIVE_UP },
  TIER2_SCANNING: {
    ...OPEN,
    AUTO_APPROVED: MACHINE,
    VENDOR_APPROVED: MACHINE,
    NEEDS_REVIEW: MACHINE,
    REJECTED: GIVE_UP,
  },
  NEEDS_REVIEW: { ...OPEN, AUTO_APPROVED: ["review"], REJECTED: ["review"] },
  AUTO_APPROVED: { ...OPEN, PUBLISHED: MACHINE, REJECTED: GIVE_UP },
  VENDOR_APPROVED: { ...OPEN, PUBLISHED: MACHINE, REJECTED: GIVE_UP },
  PUBLISHED: { RECEIVED: ["rescan"], BLOCKED: ["take-down"] },
  REJECTED: { RECEIVED: ["rescan"], AUTO_APPROVED: ["approve"] },
  TIER1_FAILED: { RECEIVED: ["rescan"], AUTO_APPROVED: ["approve"] },
  BLOCKED: { RECEIVED: ["unblock"], PUBLISHED: ["restore"] },
  DEQUEUED: { RECEIVED: ["rescan"] },
  EXPANDED: { RECEIVED: ["rescan"] },
};

export function isMoveAllowed(from: SubmissionState, to: SubmissionState, trigger: Trigger): boolean {
  return moves[from][to]?.includes(trigger) ?? false;
}

const AT_REST: readonly SubmissionState[] = [
  "PUBLISHED",
  "REJECTED",
  "TIER1_FAILED",
  "BLOCKED",
  "DEQUEUED",
  "EXPANDED",
];

/** True when nothing more happens to it by itself. NEEDS_REVIEW is not at rest: a person still decides. */
export function isTerminal(state: SubmissionState): boolean {
  return AT_REST.includes(state);
}
