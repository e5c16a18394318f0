/**
 * Drives one submission until it rests. Safe to run twice, even at once: a lease keeps two walks apart, each step
 * ends in a guarded transition, and losing that race means another run owns the submission. Knows the order of the
 * steps; knows nothing of queues, HTTP or SQL.
 */
import { isRetryable, Refusal } from "../../domain/problem.ts";
import type { SkillFile } from "../../domain/skill-file.ts";
import type { SubmissionState } from "../../domain/submission.ts";
import { loadSkillContent } from "../contents/archive-store.ts";
import type { SubmissionRow } from "../ledger/schema.ts";
import { claimSubmission, getSubmission, releaseSubmission } from "../ledger/submission-rows.ts";
import { getPause } from "../operations/pause-store.ts";
import { drainAfterCommit, isDocumentPending } from "../outbox/outbox.ts";
import { causedBy } from "../platform/caused-by.ts";
import { describeError, log } from "../platform/log.ts";
import { sendSubmissionMessages } from "../platform/queue-sender.ts";
import { within } from "../platform/time-limit.ts";
import { fetchAndPin } from "./fetch-and-pin.ts";
import { LAST_STEP_START_MS, LEASE_MS, STEP_LIMIT_MS } from "./limits.ts";
import { postpone } from "./postpone.ts";
import { publishSkill } from "./publish-skill.ts";
import { scanDeep } from "./scan-deep.ts";
import { scanStatic } from "./scan-static.ts";
import { reject, type Step, type StepOutcome, type Walk } from "./step.ts";

export type ProcessingOutcome =
  | { readonly kind: "finished" }
  | { readonly kind: "retry"; readonly delaySeconds?: number };

/** The step that each state asks for; a state without one is left to a person or at rest. */
const stepFor: Partial<Record<SubmissionState, Step>> = {
  RECEIVED: fetchAndPin,
  TIER1_SCANNING: scanStatic,
  TIER2_SCANNING: scanDeep,
  AUTO_APPROVED: publishSkill,
  VENDOR_APPROVED: publishSkill,
};

/** Seconds after which a document that KV's write rule held back is written by a message of its own. */
const LATE_DOCUMENT_DELAY_SECONDS = 2;

export async function processSubmission(
  id: string,
  clock: () => number = Date.now,
): Promise<ProcessingOutcome> {
  const startedAt = clock();
  // While paused the message is taken off the queue, so that waiting burns no retry; recovery brings it back.
  if ((await getPause(startedAt)) !== null) return { kind: "finished" };
  const token = crypto.randomUUID();
  const claimed = await claimSubmission(id, { token, leaseMs: LEASE_MS }, startedAt);
  if (claimed === null) {
    await drainAfterCommit(clock());
    return { kind: "finished" };
  }
  try {
    return await runUntilTerminal(claimed, clock);
  } finally {
    await releaseQuietly(id, token);
    await writeDocuments(id, clock);
  }
}

interface Phase {
  readonly state: SubmissionState;
  readonly ms: number;
  readonly outcome: string;
}

/** One structured line for the whole walk, whatever its end. */
async function runUntilTerminal(first: SubmissionRow, clock: () => number): Promise<ProcessingOutcome> {
  const startedAt = clock();
  const phases: Phase[] = [];
  const walk = startRun(clock);
  let outcome: ProcessingOutcome = { kind: "retry" };
  let error: string | undefined;
  try {
    outcome = await runSteps(first, walk, phases, startedAt);
  } catch (thrown) {
    error = describeError(thrown);
  }
  const level = error === undefined ? "info" : "error";
  const ms = clock() - startedAt;
  log(level, "pipeline.walk", { submissionId: first.id, ms, outcome: outcome.kind, phases, error });
  return outcome;
}

async function runSteps(
  first: SubmissionRow,
  walk: Walk,
  phases: Phase[],
  startedAt: number,
): Promise<ProcessingOutcome> {
  let submission: SubmissionRow | null = first;
  while (submission !== null) {
    const step = stepFor[submission.state];
    if (step === undefined) return { kind: "finished" };
    if (walk.now() - startedAt > LAST_STEP_START_MS) return { kind: "retry", delaySeconds: 1 };
    const phaseStart = walk.now();
    const outcome = await runStep(step, submission, walk);
    phases.push({ state: submission.state, ms: walk.now() - phaseStart, outcome: outcome.kind });
    if (outcome.kind === "retry") return outcome;
    if (outcome.kind !== "advanced") return { kind: "finished" };
    submission = await getSubmission(submission.id);
  }
  return { kind: "finished" };
}

type StepEnd = StepOutcome | { readonly kind: "postponed" } | Extract<ProcessingOutcome, { kind: "retry" }>;

/** A refusal that trying again cannot change rejects; everything else is tried again, never judged. */
async function runStep(step: Step, submission: SubmissionRow, walk: Walk): Promise<StepEnd> {
  try {
    return await within(STEP_LIMIT_MS, `step ${submission.state}`, step(submission, walk));
  } catch (error) {
    const refusal = causedBy(error, Refusal);
    if (refusal === null) throw error;
    if (!isRetryable(refusal.problem.code)) return reject(submission, refusal.problem, walk);
    return postpone(submission, refusal.problem, walk.now());
  }
}

function startRun(now: () => number): Walk {
  const inHand = new Map<string, SkillFile[]>();
  return {
    now,
    remember: (digest, files) => inHand.set(digest, files),
    files: async (digest) => {
      const files = inHand.get(digest) ?? (await loadSkillContent(digest));
      if (files === null) throw new Refusal("CONTENT_GONE");
      inHand.set(digest, files);
      return files;
    },
  };
}

/** A lease that cannot be given back runs out by itself. */
async function releaseQuietly(id: string, token: string): Promise<void> {
  try {
    await releaseSubmission(id, token);
  } catch (error) {
    log("warn", "pipeline.lease_not_released", { submissionId: id, error: describeError(error) });
  }
}

async function writeDocuments(id: string, clock: () => number): Promise<void> {
  await drainAfterCommit(clock());
  try {
    if (await isDocumentPending(id)) await sendSubmissionMessages([id], LATE_DOCUMENT_DELAY_SECONDS);
  } catch (error) {
    log("warn", "outbox.left_for_later", { submissionId: id, error: describeError(error) });
  }
}
