/**
 * Postpones a submission until its source is available: at the time that the host's rate limit names, otherwise soon.
 */
import { z } from "zod";
import type { Problem } from "../../domain/problem.ts";
import type { SubmissionRow } from "../ledger/schema/submissions.ts";
import { recordRetry } from "../ledger/transition.ts";

/** The longest delay for one host. After it the submission is retried and may be postponed again. */
const LONGEST_WAIT_MS = 60 * 60 * 1000;
/** How often a submission is postponed before it counts as stuck. */
const MOST_TIMES = 20;

const retryAtSchema = z.object({ retryAt: z.iso.datetime().transform((text) => Date.parse(text)) });

type Postponed = { readonly kind: "postponed" } | { readonly kind: "lost" } | { readonly kind: "retry" };

/**
 * If the host names a time, takes the submission off the queue until then, so that waiting uses up no retry.
 * Otherwise an ordinary retry with backoff.
 */
export async function postpone(
  submission: SubmissionRow,
  problem: Problem,
  nowMs: number,
): Promise<Postponed> {
  const retry = retryAtSchema.safeParse(problem.details);
  if (!retry.success || submission.rowVersion > MOST_TIMES) return { kind: "retry" };
  const dueAt = Math.min(Math.max(retry.data.retryAt, nowMs + 1_000), nowMs + LONGEST_WAIT_MS);
  const result = await recordRetry(
    submission,
    {
      reason: { code: problem.code, text: problem.message },
      set: { nextAttemptAt: dueAt, leaseUntil: 0 },
      followUps: [{ kind: "queue-message", key: submission.id, dueAt }],
    },
    nowMs,
  );
  return result.kind === "moved" ? { kind: "postponed" } : { kind: "lost" };
}
