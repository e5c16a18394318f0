/**
 * Records why a step could not be finished now, and when it is tried again: at the time that the host's rate limit
 * names, otherwise by the queue, soon.
 */
import { z } from "zod";
import type { Problem, ProblemCode } from "../../domain/problem.ts";
import type { SubmissionRow } from "../ledger/schema/submissions.ts";
import { recordRetry } from "../ledger/transition.ts";

/** The longest delay for one host. After it the submission is retried and may be postponed again. */
const LONGEST_WAIT_MS = 60 * 60 * 1000;
/** Above this row version, a submission is no longer postponed. */
const MAX_ROW_VERSION = 20;

const retryAtSchema = z.object({ retryAt: z.iso.datetime().transform((text) => Date.parse(text)) });

export interface Postponed {
  readonly kind: "postponed" | "retry" | "lost";
  readonly code: ProblemCode;
}

/**
 * If the host names a time, takes the submission off the queue until then, so that waiting uses up no retry. Otherwise
 * an ordinary retry with backoff. Both leave an event, which the author sees and the last rejection quotes.
 */
export async function postpone(
  submission: SubmissionRow,
  problem: Problem,
  nowMs: number,
): Promise<Postponed> {
  const { code, message: text } = problem;
  const named =
    submission.rowVersion > MAX_ROW_VERSION ? null : retryAtSchema.safeParse(problem.details).data;
  const kind = named ? "postponed" : "retry";
  const change = named ? untilNamedTime(submission.id, named.retryAt, nowMs) : { set: {}, followUps: [] };
  const result = await recordRetry(submission, { reason: { code, text }, ...change }, nowMs);
  return { kind: result.kind === "moved" ? kind : "lost", code };
}

function untilNamedTime(id: string, retryAt: number, nowMs: number) {
  const dueAt = Math.min(Math.max(retryAt, nowMs + 1_000), nowMs + LONGEST_WAIT_MS);
  const set = { nextAttemptAt: dueAt, leaseUntil: 0 };
  return { set, followUps: [{ kind: "queue-message", key: id, dueAt }] as const };
}
