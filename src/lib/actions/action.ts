/** Manual actions and their results. The batch that carries one out also writes its audit entry: who and why. */
import { type Problem, type ProblemCode, problem } from "../../domain/problem.ts";
import { auditEntry } from "../ledger/audit-log.ts";
import type { SubmissionRow } from "../ledger/schema/submissions.ts";
import { getSubmission } from "../ledger/submission-rows.ts";
import { type Move, transition } from "../ledger/transition.ts";
import { drainAfterCommit } from "../outbox/outbox.ts";

export interface By {
  readonly actor: string;
  /** Free text, shown in the history. */
  readonly reason: string;
}

export interface ReviewDecision extends By {
  /** The row version that the reviewer saw, if any: of two concurrent decisions only one succeeds (L09). */
  readonly seenVersion?: number | undefined;
}

export interface Refused {
  readonly kind: "refused";
  readonly problem: Problem;
}

export type ActionResult = { readonly kind: "done" } | Refused;

export const done: ActionResult = { kind: "done" };

export function refused(code: ProblemCode, message?: string): Refused {
  return { kind: "refused", problem: problem(code, message) };
}

type ManualMove = Omit<Move, "seen" | "actor"> & {
  /** Content of the audit entry besides the states. */
  readonly auditDetail?: Readonly<Record<string, unknown>>;
};
type Plan = ManualMove | ActionResult;

/** Changes the state of a submission manually. */
export async function moveManually(
  id: string,
  { by, nowMs, seenVersion }: { by: By; nowMs: number; seenVersion?: number | undefined },
  plan: (submission: SubmissionRow) => Plan,
): Promise<ActionResult> {
  const submission = await getSubmission(id);
  if (submission === null) return refused("NOT_FOUND", "Submission not found.");
  if (seenVersion !== undefined && submission.rowVersion !== seenVersion) return refused("CONFLICT");
  const plannedMove = plan(submission);
  if ("kind" in plannedMove) return plannedMove;
  const { auditDetail, ...planned } = plannedMove;
  const action = `submission.${planned.trigger}`;
  const also: Move["also"] = (moved) => [
    auditEntry(
      { ...by, action, subject: id, detail: { from: submission.state, to: planned.to, ...auditDetail } },
      nowMs,
      moved,
    ),
    ...(planned.also?.(moved) ?? []),
  ];
  const result = await transition({ ...planned, seen: submission, actor: by.actor, also }, nowMs);
  if (result.kind === "lost") return refused("CONFLICT");
  await drainAfterCommit(nowMs);
  return done;
}
