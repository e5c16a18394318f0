/**
 * The table of allowed moves. Each move is allowed for certain triggers only: a terminal state is left by a named
 * action, never by the pipeline or a retry. `transition` in `lib/ledger` checks every change against it (L08).
 */
import { type SubmissionState, TERMINAL_STATES } from "./submission.ts";

/** The cause of a move. `pipeline` and `recovery` are automatic; the others are named actions. */
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
const PIPELINE: readonly Trigger[] = ["pipeline"];
const GIVE_UP: readonly Trigger[] = ["pipeline", "recovery"];

const moves: Readonly<Record<SubmissionState, Moves>> = {
  RECEIVED: { ...OPEN, TIER1_SCANNING: PIPELINE, EXPANDED: PIPELINE, REJECTED: GIVE_UP },
  TIER1_SCANNING: { ...OPEN, TIER2_SCANNING: PIPELINE, TIER1_FAILED: PIPELINE, REJECTED: GIVE_UP },
  TIER2_SCANNING: {
    ...OPEN,
    AUTO_APPROVED: PIPELINE,
    VENDOR_APPROVED: PIPELINE,
    NEEDS_REVIEW: PIPELINE,
    REJECTED: GIVE_UP,
  },
  NEEDS_REVIEW: { ...OPEN, AUTO_APPROVED: ["review"], REJECTED: ["review"], RECEIVED: ["rescan"] },
  AUTO_APPROVED: { ...OPEN, PUBLISHED: PIPELINE, REJECTED: GIVE_UP },
  VENDOR_APPROVED: { ...OPEN, PUBLISHED: PIPELINE, REJECTED: GIVE_UP },
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

/** The trigger by which a reviewer approves: a decision in review, or one that overrules a failed scan. */
export function approvalTrigger(state: SubmissionState): Trigger {
  return state === "NEEDS_REVIEW" ? "review" : "approve";
}

/** True when neither a worker nor a reviewer has to act. NEEDS_REVIEW is not terminal: a reviewer decides. */
export function isTerminal(state: SubmissionState): boolean {
  return TERMINAL_STATES.includes(state);
}

/** The usual way to publication, in order. */
const WAY: readonly SubmissionState[] = [
  "RECEIVED",
  "TIER1_SCANNING",
  "TIER2_SCANNING",
  "AUTO_APPROVED",
  "PUBLISHED",
];

/** The states between this one and publication, in order; none after a terminal state. */
export function statesAhead(state: SubmissionState): readonly SubmissionState[] {
  if (isTerminal(state)) return [];
  if (state === "NEEDS_REVIEW") return statesAhead("TIER2_SCANNING");
  return WAY.slice(WAY.indexOf(state === "VENDOR_APPROVED" ? "AUTO_APPROVED" : state) + 1);
}
