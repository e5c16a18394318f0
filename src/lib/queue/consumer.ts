/**
 * The handler of the submission queue: runs the pipeline for each message, and acknowledges or retries the message.
 */
import { retryDelaySeconds } from "../../domain/retries.ts";
import type { CloudflareEnv } from "../../env.ts";
import { processSubmission } from "../pipeline/process-submission.ts";
import { describeError, log } from "../platform/log.ts";
import { runWithWorkerEnv } from "../worker-context.ts";
import { parseSubmissionMessage } from "./messages.ts";

/**
 * Runs the whole batch in its own environment; messages are settled concurrently and independently. Never throws,
 * because the runtime would then redeliver messages that were already processed.
 */
export async function handleSubmissionQueue(batch: MessageBatch<unknown>, env: CloudflareEnv): Promise<void> {
  const settled = await runWithWorkerEnv(env, () => Promise.allSettled(batch.messages.map(settleMessage)));
  for (const result of settled) {
    if (result.status === "rejected") {
      log("error", "queue.settle_failed", { queue: batch.queue, error: describeError(result.reason) });
    }
  }
}

async function settleMessage(message: Message<unknown>): Promise<void> {
  const parsed = parseSubmissionMessage(message.body);
  if (parsed === null) {
    log("error", "queue.unreadable_message", { messageId: message.id });
    message.ack();
    return;
  }
  const delaySeconds = await deliver(parsed.submissionId, message);
  if (delaySeconds === null) message.ack();
  else message.retry({ delaySeconds });
}

/** Null when the message can be acknowledged; otherwise the delay before its redelivery. */
async function deliver(submissionId: string, message: Message<unknown>): Promise<number | null> {
  try {
    const outcome = await processSubmission(submissionId);
    return outcome?.kind === "retry" ? (outcome.delaySeconds ?? retryDelaySeconds(message.attempts)) : null;
  } catch (error) {
    log("error", "queue.processing_failed", {
      submissionId,
      attempts: message.attempts,
      error: describeError(error),
    });
    return retryDelaySeconds(message.attempts);
  }
}
