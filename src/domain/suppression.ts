/**
 * Suppressions: a reviewer's decision that the findings of one rule in one content do not count, with a reason and an end.
 * Bound to the content digest, so that changed content is judged without it. Never read from the text of a skill. Pure.
 */
import { z } from "zod";
import { digestSchema } from "./external-scan-result.ts";

export const MAX_SUPPRESSION_REASON = 500;

export const DEFAULT_SUPPRESSION_DAYS = 90;
/** A reviewer looks again at least once a year. */
export const MAX_SUPPRESSION_DAYS = 365;

const DAY_MS = 24 * 60 * 60_000;

/** A pattern and not the current list: a rule may be renamed while its findings are still in stored reports. */
const ruleIdSchema = z
  .string()
  .max(80)
  .regex(/^T(?:0[1-9]|[12][0-9]|30)-[a-z0-9]+(?:-[a-z0-9]+)*$/, "a rule id is like T02-example");

export const newSuppressionSchema = z.strictObject({
  ruleId: ruleIdSchema,
  contentDigest: digestSchema,
  reason: z.string().trim().min(1).max(MAX_SUPPRESSION_REASON),
  /** Epoch milliseconds. */
  expiresAt: z.int(),
});

export type NewSuppression = z.infer<typeof newSuppressionSchema>;

/** A suppression in force, as anyone may read it. */
export interface Suppression extends NewSuppression {
  readonly id: string;
  readonly author: string;
}

export const expiryAfterDays = (days: number, nowMs: number): number => nowMs + days * DAY_MS;

/** Why this end is not allowed, or null. */
export function expiryProblem(expiresAt: number, nowMs: number): string | null {
  if (expiresAt <= nowMs) return "The end must be in the future.";
  if (expiresAt > expiryAfterDays(MAX_SUPPRESSION_DAYS, nowMs))
    return `The end must be at most ${MAX_SUPPRESSION_DAYS} days ahead.`;
  return null;
}
