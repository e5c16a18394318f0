/**
 * The handler of the dead-letter queue: stores messages that ran out of retries, so that they can be seen and
 * replayed.
 */
import { retryDelaySeconds } from "../../domain/retries.ts";
import type { CloudflareEnv } from "../../env.ts";
import { saveDeadLetter } from "../operations/dead-letter-store.ts";
import { describeError, log } from "../platform/log.ts";
import { runWithWorkerEnv } from "../worker-context.ts";
import { parseSubmissionMessage } from "./messages.ts";

/** Stores each message, then acknowledges it. A message that cannot be stored is redelivered. Never throws. */
export async function handleDeadLetterQueue(batch: MessageBatch<unknown>, env: CloudflareEnv): Promise<void> {
  await runWithWorkerEnv(env, () => Promise.allSettled(batch.messages.map(keepMessage)));
}

async function keepMessage(message: Message<unknown>): Promise<void> {
  const submissionId = parseSubmissionMessage(message.body)?.submissionId ?? null;
  try {
    await saveDeadLetter({
      id: message.id,
      submissionId,
      body: JSON.stringify(message.body) ?? "undefined",
      attempts: message.attempts,
      receivedAt: message.timestamp.getTime(),
    });
    log("error", "queue.dead_letter", { messageId: message.id, submissionId });
    message.ack();
  } catch (error) {
    log("error", "queue.dead_letter_not_stored", { messageId: message.id, error: describeError(error) });
    message.retry({ delaySeconds: retryDelaySeconds(message.attempts) });
  }
}
