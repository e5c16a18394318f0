/**
 * The states of a submission, the groups of states that other modules use, and the document that KV holds of one.
 * Pure: no clock, no stores. `transitions.ts` has the allowed moves between states.
 */
import { z } from "zod";

export const SUBMISSION_STATES = [
  "RECEIVED",
  "TIER1_SCANNING",
  "TIER2_SCANNING",
  "NEEDS_REVIEW",
  "AUTO_APPROVED",
  "VENDOR_APPROVED",
  "PUBLISHED",
  "REJECTED",
  "TIER1_FAILED",
  "BLOCKED",
  "DEQUEUED",
  "EXPANDED",
] as const;

export type SubmissionState = (typeof SUBMISSION_STATES)[number];

/** The stage that each state belongs to. Every group of states follows from this table. */
const stages = {
  RECEIVED: "processing",
  TIER1_SCANNING: "processing",
  TIER2_SCANNING: "processing",
  NEEDS_REVIEW: "review",
  AUTO_APPROVED: "processing",
  VENDOR_APPROVED: "processing",
  PUBLISHED: "published",
  REJECTED: "rejected",
  TIER1_FAILED: "rejected",
  BLOCKED: "blocked",
  DEQUEUED: "withdrawn",
  EXPANDED: "expanded",
} as const satisfies Record<SubmissionState, string>;

/** The states of the given stages, in the order of SUBMISSION_STATES. */
function statesOf(...wanted: (typeof stages)[SubmissionState][]): readonly SubmissionState[] {
  return SUBMISSION_STATES.filter((state) => wanted.includes(stages[state]));
}

/** A worker must advance it. */
export const PROCESSING_STATES = statesOf("processing");
/** Not decided yet: a worker or a reviewer has to act. */
export const OPEN_STATES = statesOf("processing", "review");
/** Decided: only a named action such as a re-scan changes them. */
export const TERMINAL_STATES = SUBMISSION_STATES.filter((state) => !OPEN_STATES.includes(state));
/** The scan or the pipeline decided against it. */
export const REJECTED_STATES = statesOf("rejected");
/** Not published: rejected, or on the blocklist. */
export const REJECTED_OR_BLOCKED_STATES = statesOf("rejected", "blocked");
/** Ended without a publication: nothing needs its content any more. */
export const UNPUBLISHED_STATES = statesOf("rejected", "blocked", "withdrawn");

/** The groups that the statistics count and the queue page filters by; both use this table, so they agree (L35). */
export const STATE_GROUPS = {
  active: PROCESSING_STATES,
  review: statesOf("review"),
  published: statesOf("published"),
  rejected: REJECTED_STATES,
  blocked: statesOf("blocked"),
  withdrawn: statesOf("withdrawn"),
} as const;

/**
 * Submissions in these states for STUCK_THRESHOLD_MS have lost their worker. The specification uses this name.
 * @alias
 */
export const STUCK_STATES = PROCESSING_STATES;

/** Longer than the lease of a pipeline run (see `pipeline/limits.ts`), so that a slow run is not mistaken for a dead one. */
export const STUCK_THRESHOLD_MS = 5 * 60 * 1000;

const isoInstant = z.string().refine((text) => !Number.isNaN(Date.parse(text)), "not a date");

/**
 * The KV document `sub:<id>`. Fields that old or foreign documents lack have defaults; without an id, a known
 * state and a date it is malformed.
 */
export const storedSubmissionSchema = z.object({
  id: z.string().min(1),
  state: z.enum(SUBMISSION_STATES),
  /** Incremented with each change. An older document never replaces a newer one. */
  version: z.number().int().nonnegative().default(0),
  repoUrl: z.string().default(""),
  skillName: z.string().default(""),
  skillPath: z
    .string()
    .nullish()
    .transform((path) => path ?? ""),
  reasonCode: z
    .string()
    .nullish()
    .transform((code) => code ?? null),
  reason: z
    .string()
    .nullish()
    .transform((text) => text ?? null),
  score: z
    .number()
    .nullish()
    .transform((score) => score ?? null),
  createdAt: isoInstant.optional(),
  updatedAt: isoInstant,
});

export type StoredSubmission = z.infer<typeof storedSubmissionSchema>;

/** A submission that has lost its worker, as operators see it. */
export interface StuckSubmission {
  readonly id: string;
  readonly state: SubmissionState;
  readonly repoUrl: string;
  readonly skillName: string;
  readonly skillPath: string;
  readonly updatedAt: string;
  readonly stuckForMs: number;
}

/** True when a worker should have moved a submission in `state`, last changed at `updatedAt`, before `nowMs`. */
export function isStuck(state: SubmissionState, updatedAt: string, nowMs: number): boolean {
  return PROCESSING_STATES.includes(state) && nowMs - Date.parse(updatedAt) >= STUCK_THRESHOLD_MS;
}
