/** Puts a submission off until the source may answer: the host's rate limit tells when, else soon. */
import { z } from "zod";
import type { Problem } from "../../domain/problem.ts";
import type { SubmissionRow } from "../ledger/schema.ts";
import { recordRetry } from "../ledger/transition.ts";

/** Nobody waits longer than this for one host; then it is tried again and may be put off again. */
const LONGEST_WAIT_MS = 60 * 60 * 1000;
/** Times that one submission is put off before it is left to recovery's count. */
const MOST_TIMES = 20;

const retryAtSchema = z.object({ retryAt: z.iso.datetime().transform((text) => Date.parse(text)) });

type Postponed = { readonly kind: "postponed" } | { readonly kind: "lost" } | { readonly kind: "retry" };

/**
 * With a time from the host: takes the submission off the queue until then, so that no retry is burnt by waiting.
 * Without: an ordinary retry with back-off.
 */
export async function postpone(
  submission: SubmissionRow,
  problem: Problem,
  nowMs: number,
): Promise<Postponed> {
  const told = retryAtSchema.safeParse(problem.details);
  if (!told.success || submission.version > MOST_TIMES) return { kind: "retry" };
  const dueAt = Math.min(Math.max(told.data.retryAt, nowMs + 1_000), nowMs + LONGEST_WAIT_MS);
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
