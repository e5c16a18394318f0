/**
 * Runs the pipeline over one submission until it reaches a state without a step. Idempotent, and safe to run
 * concurrently: a lease allows one run at a time, each step ends in a guarded transition, and a run that loses that
 * race stops. Knows the order of the steps, but neither queues, HTTP nor SQL.
 */
import { isRetryable, type ProblemCode, Refusal } from "../../domain/problem.ts";
import type { SkillFile } from "../../domain/skill-file.ts";
import type { SubmissionState } from "../../domain/submission.ts";
import { loadSkillContent } from "../contents/archive-store.ts";
import type { SubmissionRow } from "../ledger/schema/submissions.ts";
import { claimSubmission, getSubmission, releaseSubmission } from "../ledger/submission-rows.ts";
import { getPause } from "../operations/pause-store.ts";
import { drainAfterCommit, scheduleHeldDocument } from "../outbox/outbox.ts";
import { causedBy } from "../platform/caused-by.ts";
import { describeError, log } from "../platform/log.ts";
import { within } from "../platform/time-limit.ts";
import { fetchAndPin } from "./fetch-and-pin.ts";
import { LAST_STEP_START_MS, LEASE_MS, STEP_LIMIT_MS } from "./limits.ts";
import { type Postponed, postpone } from "./postpone.ts";
import { publishSkill } from "./publish-skill.ts";
import { scanDeep } from "./scan-deep.ts";
import { scanStatic } from "./scan-static.ts";
import { type PipelineRun, reject, type Step, type StepOutcome } from "./step.ts";

export type ProcessingOutcome =
  | { readonly kind: "finished" }
  | { readonly kind: "retry"; readonly delaySeconds?: number };

/** The step for each state. A state without one is terminal or waits for a reviewer. */
const stepFor: Partial<Record<SubmissionState, Step>> = {
  RECEIVED: fetchAndPin,
  TIER1_SCANNING: scanStatic,
  TIER2_SCANNING: scanDeep,
  AUTO_APPROVED: publishSkill,
  VENDOR_APPROVED: publishSkill,
};

export async function processSubmission(
  id: string,
  clock: () => number = Date.now,
): Promise<ProcessingOutcome> {
  const startedAt = clock();
  // While paused the message is acknowledged, so that waiting uses up no retry; resuming queues it again.
  if ((await getPause(startedAt)) !== null) return { kind: "finished" };
  const token = crypto.randomUUID();
  const claimed = await claimSubmission(id, { token, leaseMs: LEASE_MS }, startedAt);
  if (claimed === null) {
    // Also the message that `scheduleHeldDocument` sends ends here: there is nothing to claim, only to drain.
    await drainAfterCommit(clock());
    return { kind: "finished" };
  }
  const outcome = await runUntilTerminal(claimed, clock);
  await releaseQuietly(id, token);
  await drainAfterCommit(clock());
  // A retried message drains when it comes again. One sent now would be a try without backoff.
  if (outcome.kind === "finished") await scheduleHeldDocument(id);
  return outcome;
}

interface Phase {
  readonly state: SubmissionState;
  readonly ms: number;
  readonly outcome: string;
  /** Why the step is tried again. */
  readonly code: ProblemCode | undefined;
}

/** Logs one structured line for the run, however it ends. */
async function runUntilTerminal(first: SubmissionRow, clock: () => number): Promise<ProcessingOutcome> {
  const run = startRun(clock);
  const progress: Progress = { phases: [], last: first };
  let outcome: ProcessingOutcome = { kind: "retry" };
  let error: string | undefined;
  try {
    outcome = await runSteps(run, progress);
  } catch (thrown) {
    error = describeError(thrown);
  }
  const ms = clock() - run.startedAt;
  const { phases, last } = progress;
  const code = phases.at(-1)?.code;
  const failed = code === undefined ? "info" : "warn";
  const level = error === undefined ? failed : "error";
  log(level, "pipeline.run", { ...summaryOf(last), ms, outcome: outcome.kind, code, phases, error });
  return outcome;
}

interface Progress {
  readonly phases: Phase[];
  /** The submission as the run last read it. */
  last: SubmissionRow;
}

/** Names and codes for the log. A reason's text may quote the skill, so only its code is logged. */
function summaryOf({ id, owner, repo, skillName, skillSlug, ...row }: SubmissionRow) {
  const skill = skillSlug ?? [owner, repo, skillName].filter((name) => name !== "").join("/");
  const { state, skillVersion, reasonCode, score } = row;
  return { submissionId: id, skill, version: skillVersion, state, reasonCode, score };
}

async function runSteps(run: PipelineRun, progress: Progress): Promise<ProcessingOutcome> {
  for (let submission: SubmissionRow | null = progress.last; submission !== null; ) {
    progress.last = submission;
    const step = stepFor[submission.state];
    if (step === undefined) return { kind: "finished" };
    if (run.now() - run.startedAt > LAST_STEP_START_MS) return { kind: "retry", delaySeconds: 1 };
    const phaseStart = run.now();
    const { kind, code } = await runStep(step, submission, run);
    progress.phases.push({ state: submission.state, ms: run.now() - phaseStart, outcome: kind, code });
    if (kind === "retry") return { kind };
    if (kind !== "advanced") return { kind: "finished" };
    submission = await getSubmission(submission.id);
  }
  return { kind: "finished" };
}

type StepEnd = (StepOutcome & { readonly code?: never }) | Postponed;

/** A refusal that a retry cannot change rejects the submission. Every other error is retried and never counts as a verdict. */
async function runStep(step: Step, submission: SubmissionRow, run: PipelineRun): Promise<StepEnd> {
  try {
    return await within(STEP_LIMIT_MS, `step ${submission.state}`, step(submission, run));
  } catch (error) {
    const refusal = causedBy(error, Refusal);
    if (refusal === null) throw error;
    if (!isRetryable(refusal.problem.code)) return reject(submission, refusal.problem, run);
    return postpone(submission, refusal.problem, run.now());
  }
}

function startRun(now: () => number): PipelineRun {
  const loaded = new Map<string, SkillFile[]>();
  return {
    now,
    startedAt: now(),
    remember: (digest, files) => loaded.set(digest, files),
    files: async (digest) => {
      const files = loaded.get(digest) ?? (await loadSkillContent(digest));
      if (files === null) throw new Refusal("CONTENT_GONE");
      loaded.set(digest, files);
      return files;
    },
  };
}

/** A lease that cannot be released expires anyway. */
async function releaseQuietly(id: string, token: string): Promise<void> {
  try {
    await releaseSubmission(id, token);
  } catch (error) {
    log("warn", "pipeline.lease_not_released", { submissionId: id, error: describeError(error) });
  }
}
