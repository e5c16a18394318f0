/** Actions on one submission: decide a review, withdraw, scan again, queue again. */
import { sql } from "drizzle-orm";
import { PROCESSING_STATES, type SubmissionState } from "../../domain/submission.ts";
import { isMoveAllowed, isTerminal } from "../../domain/transitions.ts";
import { isUniqueViolation } from "../db.ts";
import { getSubmission } from "../ledger/submission-rows.ts";
import { recordRetry } from "../ledger/transition.ts";
import { drainAfterCommit } from "../outbox/outbox.ts";
import { getOwnersReport } from "../scans/registry-findings-store.ts";
import { type ActionResult, type By, done, moveByHand, refused } from "./action.ts";

const queued = (id: string) => [{ kind: "queue-message" as const, key: id }];

/** A person approves: from review, or against a failed scan. Only with a complete report for this very content. */
export async function approveSubmission(
  id: string,
  by: By,
  nowMs: number,
  seenVersion?: number,
): Promise<ActionResult> {
  const submission = await getSubmission(id);
  const report = submission?.digest ? await getOwnersReport(submission.owner, submission.digest) : null;
  return moveByHand(id, { by, nowMs, seenVersion }, ({ state }) => {
    const trigger = state === "NEEDS_REVIEW" ? "review" : "approve";
    if (!isMoveAllowed(state, "AUTO_APPROVED", trigger)) return notFrom(state, "approved");
    if (report?.complete !== true) return refused("SCAN_MISSING");
    const reason = { code: "APPROVED_BY_REVIEW", text: by.reason };
    return { to: "AUTO_APPROVED", trigger, reason, set: fresh, followUps: queued(id) };
  });
}

export function rejectSubmission(
  id: string,
  by: By,
  nowMs: number,
  seenVersion?: number,
): Promise<ActionResult> {
  const reason = { code: "REJECTED_BY_REVIEW", text: by.reason };
  return moveByHand(id, { by, nowMs, seenVersion }, ({ state }) =>
    isMoveAllowed(state, "REJECTED", "review")
      ? { to: "REJECTED", trigger: "review", reason }
      : notFrom(state, "rejected by hand"),
  );
}

/** Withdraws an open one. Once its version is out it can only be yanked. */
export function withdrawSubmission(id: string, by: By, nowMs: number): Promise<ActionResult> {
  return moveByHand(id, { by, nowMs }, ({ state }) => {
    if (isTerminal(state)) return notFrom(state, "withdrawn");
    return {
      to: "DEQUEUED",
      trigger: "withdraw",
      reason: { code: "WITHDRAWN", text: by.reason },
      onlyIf: sql`NOT EXISTS (SELECT 1 FROM skill_versions WHERE submission_id = ${id})`,
    };
  });
}

/** Starts a resting one over; what is published stays live meanwhile. The row is reused (L13). */
export function rescanSubmission(id: string, by: By, nowMs: number): Promise<ActionResult> {
  return restart(id, by, nowMs, "rescan");
}

/** Lets a blocked one through the whole walk again; the blocklist is asked again on the way. */
export function unblockSubmission(id: string, by: By, nowMs: number): Promise<ActionResult> {
  return restart(id, by, nowMs, "unblock");
}

async function restart(
  id: string,
  by: By,
  nowMs: number,
  trigger: "rescan" | "unblock",
): Promise<ActionResult> {
  try {
    return await moveByHand(id, { by, nowMs }, ({ state }) =>
      isMoveAllowed(state, "RECEIVED", trigger)
        ? { to: "RECEIVED", trigger, set: fresh, followUps: queued(id) }
        : notFrom(state, trigger === "rescan" ? "scanned again" : "unblocked"),
    );
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return refused("CONFLICT", "The same skill is being processed under another submission already.");
  }
}

/** Puts an active one back on the queue at once, with all its attempts. */
export async function requeueSubmission(id: string, by: By, nowMs: number): Promise<ActionResult> {
  const submission = await getSubmission(id);
  if (submission === null) return refused("NOT_FOUND", "There is no such submission.");
  if (!PROCESSING_STATES.includes(submission.state)) return notFrom(submission.state, "queued again");
  const reason = { code: "REQUEUED", text: `${by.reason} (by ${by.actor})` };
  const result = await recordRetry(submission, { reason, set: fresh, followUps: queued(id), by }, nowMs);
  if (result.kind === "lost") return refused("CONFLICT");
  await drainAfterCommit(nowMs);
  return done;
}

/** A new start: all attempts, no lease. */
const fresh = { attempts: 0, nextAttemptAt: 0, leaseToken: "", leaseUntil: 0 };

function notFrom(state: SubmissionState, what: string): ActionResult {
  return refused("CONFLICT", `A submission in ${state} cannot be ${what}.`);
}
