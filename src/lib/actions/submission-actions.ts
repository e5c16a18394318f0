/** Actions on one submission: approve, reject, withdraw, re-scan, unblock, requeue. */
import { sql } from "drizzle-orm";
import { countUnreadFiles, whyNotPublishable } from "../../domain/decision.ts";
import { PROCESSING_STATES, type SubmissionState } from "../../domain/submission.ts";
import { approvalTrigger, isMoveAllowed, isTerminal } from "../../domain/transitions.ts";
import { isUniqueViolation } from "../db.ts";
import { getSubmission } from "../ledger/submission-rows.ts";
import { recordRetry } from "../ledger/transition.ts";
import { drainAfterCommit } from "../outbox/outbox.ts";
import { getOwnersReport } from "../scans/registry-findings-store.ts";
import { type ActionResult, type By, done, moveManually, type ReviewDecision, refused } from "./action.ts";

const queued = (id: string) => [{ kind: "queue-message" as const, key: id }];

/**
 * Approves a submission in review, or overrules a failed scan. Needs a report for this exact content in which every
 * rule has finished. The audit entry has the number of files that the scanner could not read.
 */
export async function approveSubmission(
  id: string,
  { seenVersion, ...by }: ReviewDecision,
  nowMs: number,
): Promise<ActionResult> {
  const submission = await getSubmission(id);
  const report = submission?.digest ? await getOwnersReport(submission.owner, submission.digest) : null;
  return moveManually(id, { by, nowMs, seenVersion }, ({ state }) => {
    const trigger = approvalTrigger(state);
    if (!isMoveAllowed(state, "AUTO_APPROVED", trigger)) return notFrom(state, "approved");
    if (report === null) return refused("SCAN_MISSING");
    const problem = whyNotPublishable(report, "person");
    if (problem !== null) return { kind: "refused", problem };
    const unreadFiles = countUnreadFiles(report);
    return {
      to: "AUTO_APPROVED",
      trigger,
      reason: { code: "APPROVED_BY_REVIEW", text: by.reason },
      set: fresh,
      followUps: queued(id),
      auditDetail: unreadFiles === 0 ? {} : { unreadFiles },
    };
  });
}

export function rejectSubmission(
  id: string,
  { seenVersion, ...by }: ReviewDecision,
  nowMs: number,
): Promise<ActionResult> {
  const reason = { code: "REJECTED_BY_REVIEW", text: by.reason };
  return moveManually(id, { by, nowMs, seenVersion }, ({ state }) =>
    isMoveAllowed(state, "REJECTED", "review")
      ? { to: "REJECTED", trigger: "review", reason }
      : notFrom(state, "rejected manually"),
  );
}

/** Withdraws an open submission. A version that is already published can only be yanked. */
export function withdrawSubmission(id: string, by: By, nowMs: number): Promise<ActionResult> {
  return moveManually(id, { by, nowMs }, ({ state }) => {
    if (isTerminal(state)) return notFrom(state, "withdrawn");
    return {
      to: "DEQUEUED",
      trigger: "withdraw",
      reason: { code: "WITHDRAWN", text: by.reason },
      onlyIf: sql`NOT EXISTS (SELECT 1 FROM skill_versions WHERE submission_id = ${id})`,
    };
  });
}

/** Processes a submission that is finished or in review again in the same row (L13). Its published version stays live in the meantime. */
export function rescanSubmission(id: string, by: By, nowMs: number): Promise<ActionResult> {
  return restart(id, "rescan", { by, nowMs });
}

/** Processes a blocked submission again from the start, which checks the blocklist again. */
export function unblockSubmission(id: string, by: By, nowMs: number): Promise<ActionResult> {
  return restart(id, "unblock", { by, nowMs });
}

async function restart(
  id: string,
  trigger: "rescan" | "unblock",
  change: { by: By; nowMs: number },
): Promise<ActionResult> {
  try {
    return await moveManually(id, change, ({ state }) =>
      isMoveAllowed(state, "RECEIVED", trigger)
        ? { to: "RECEIVED", trigger, set: fresh, followUps: queued(id) }
        : notFrom(state, trigger === "rescan" ? "scanned again" : "unblocked"),
    );
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return refused("CONFLICT", "Another submission of the same skill is already in progress.");
  }
}

/** Puts an active submission back on the queue now, with its attempts reset. */
export async function requeueSubmission(id: string, by: By, nowMs: number): Promise<ActionResult> {
  const submission = await getSubmission(id);
  if (submission === null) return refused("NOT_FOUND", "Submission not found.");
  if (!PROCESSING_STATES.includes(submission.state)) return notFrom(submission.state, "queued again");
  const reason = { code: "REQUEUED", text: `${by.reason} (by ${by.actor})` };
  const result = await recordRetry(submission, { reason, set: fresh, followUps: queued(id), by }, nowMs);
  if (result.kind === "lost") return refused("CONFLICT");
  await drainAfterCommit(nowMs);
  return done;
}

/** Columns for a new start: no attempts used, no lease. */
const fresh = { attempts: 0, nextAttemptAt: 0, leaseToken: "", leaseUntil: 0 };

function notFrom(state: SubmissionState, what: string): ActionResult {
  return refused("CONFLICT", `A submission in ${state} cannot be ${what}.`);
}
