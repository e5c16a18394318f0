/**
 * A submission's states, the moves between them, and the document that KV holds of it. Pure: no clock, no
 * stores. `transition` in the ledger's writer enforces the table below; nothing else moves a state.
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

/** States that a worker must move on: one that stays here for STUCK_THRESHOLD_MS has lost its worker. */
export const STUCK_STATES: readonly SubmissionState[] = [
  "RECEIVED",
  "TIER1_SCANNING",
  "TIER2_SCANNING",
  "AUTO_APPROVED",
  "VENDOR_APPROVED",
];

/** Longer than any step may take (see pipeline limits), so that a slow walk is never taken for a dead one. */
export const STUCK_THRESHOLD_MS = 5 * 60 * 1000;

const isoInstant = z.string().refine((text) => !Number.isNaN(Date.parse(text)), "not a date");

/**
 * The KV document `sub:<id>`. Fields that old or foreign documents lack have defaults; without an id, a known
 * state and a date it is malformed.
 */
export const storedSubmissionSchema = z.object({
  id: z.string().min(1),
  state: z.enum(SUBMISSION_STATES),
  /** Grows by one with each change; an older document never replaces a newer one. */
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

/** What an operator sees of a submission that has lost its worker. */
export interface StuckSubmission {
  readonly id: string;
  readonly state: SubmissionState;
  readonly repoUrl: string;
  readonly skillName: string;
  readonly skillPath: string;
  readonly updatedAt: string;
  readonly stuckForMs: number;
}

/** True when a worker should have moved a submission in `state`, last touched at `updatedAt`, before `nowMs`. */
export function isStuck(state: SubmissionState, updatedAt: string, nowMs: number): boolean {
  return STUCK_STATES.includes(state) && nowMs - Date.parse(updatedAt) >= STUCK_THRESHOLD_MS;
}
