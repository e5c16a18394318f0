/** The parameters and results of a pipeline step. */

import type { Problem } from "../../domain/problem.ts";
import type { SkillFile } from "../../domain/skill-file.ts";
import type { SubmissionState } from "../../domain/submission.ts";
import type { SubmissionRow } from "../ledger/schema/submissions.ts";
import { type Move, transition } from "../ledger/transition.ts";

/** One run of the pipeline over one submission, from claim to release. */
export interface PipelineRun {
  readonly now: () => number;
  readonly startedAt: number;
  /** Content by digest: from memory if an earlier step of this run had it, otherwise from the archive store. */
  readonly files: (digest: string) => Promise<SkillFile[]>;
  /** Keeps content in memory for the next steps. */
  readonly remember: (digest: string, files: SkillFile[]) => void;
}

export type StepOutcome =
  /** The state has changed: continue with the next step. */
  | { readonly kind: "advanced" }
  /** Another run or an operator changed the state first: this run stops. */
  | { readonly kind: "lost" };

export type Step = (submission: SubmissionRow, run: PipelineRun) => Promise<StepOutcome>;

/** Ends a step by moving the submission to the next state. */
export async function advance(
  submission: SubmissionRow,
  change: { readonly to: SubmissionState } & Pick<Move, "reason" | "set" | "also">,
  run: PipelineRun,
): Promise<StepOutcome> {
  const result = await transition(
    { seen: submission, trigger: "pipeline", actor: "pipeline", ...change },
    run.now(),
  );
  return result.kind === "moved" ? { kind: "advanced" } : { kind: "lost" };
}

/** Rejects the submission with a problem that a retry cannot solve. */
export function reject(submission: SubmissionRow, problem: Problem, run: PipelineRun): Promise<StepOutcome> {
  const set = problem.details === undefined ? {} : { set: { details: JSON.stringify(problem.details) } };
  const reason = { code: problem.code, text: problem.message };
  return advance(submission, { to: "REJECTED", reason, ...set }, run);
}

/** The digest, which pinning has set. A later state without one is a bug. */
export function requireDigest({ id, digest }: SubmissionRow): string {
  if (digest === null) throw new Error(`submission ${id} is not pinned`);
  return digest;
}
