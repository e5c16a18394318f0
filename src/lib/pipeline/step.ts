/** What a step is given and what it may answer. */

import type { Problem } from "../../domain/problem.ts";
import type { SkillFile } from "../../domain/skill-file.ts";
import type { SubmissionState } from "../../domain/submission.ts";
import type { SubmissionRow } from "../ledger/schema.ts";
import { type Move, transition } from "../ledger/transition.ts";

export interface Walk {
  readonly now: () => number;
  /** Content by digest: what an earlier step of this walk has in hand, else from the archive store. */
  readonly files: (digest: string) => Promise<SkillFile[]>;
  /** Spares the next steps the trip to the archive store. */
  readonly remember: (digest: string, files: SkillFile[]) => void;
}

export type StepOutcome =
  /** The state has moved; go on with the next step. */
  | { readonly kind: "advanced" }
  /** Someone else moved it; this walk has nothing more to do with it. */
  | { readonly kind: "lost" };

export type Step = (submission: SubmissionRow, walk: Walk) => Promise<StepOutcome>;

/** Ends a step by a move of the machine's. */
export async function advance(
  submission: SubmissionRow,
  to: SubmissionState,
  walk: Walk,
  change: Pick<Move, "reason" | "set" | "also"> = {},
): Promise<StepOutcome> {
  const result = await transition(
    { seen: submission, to, trigger: "pipeline", actor: "pipeline", ...change },
    walk.now(),
  );
  return result.kind === "moved" ? { kind: "advanced" } : { kind: "lost" };
}

/** Ends the submission with a problem that trying again would not solve. */
export function reject(submission: SubmissionRow, problem: Problem, walk: Walk): Promise<StepOutcome> {
  return advance(submission, "REJECTED", walk, {
    reason: { code: problem.code, text: problem.message },
    ...(problem.details === undefined ? {} : { set: { details: JSON.stringify(problem.details) } }),
  });
}
