/** Puts submission ids on the queue, in the portions that it takes. */

import { requireWorkerEnv } from "../worker-context.ts";
import { withStoreLimit } from "./time-limit.ts";

/** The most messages that one `sendBatch` takes; more were lost silently elsewhere (L50). */
const MESSAGES_PER_SEND = 100;
const SEND_LIMIT_MS = 5_000;

/** Sends all of them or throws; sending one twice is harmless, so the caller may send all again. */
export async function sendSubmissionMessages(ids: readonly string[], delaySeconds = 0): Promise<void> {
  const queue = requireWorkerEnv().SUBMISSION_QUEUE;
  for (let start = 0; start < ids.length; start += MESSAGES_PER_SEND) {
    const portion = ids.slice(start, start + MESSAGES_PER_SEND);
    const messages = portion.map((submissionId) => ({
      body: { submissionId },
      contentType: "json" as const,
    }));
    await withStoreLimit("the queue", SEND_LIMIT_MS, queue.sendBatch(messages, { delaySeconds }));
  }
}
