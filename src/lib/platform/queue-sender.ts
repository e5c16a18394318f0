/** Sends submission ids to the queue, in batches of the size that it accepts. */

import { requireWorkerEnv } from "../worker-context.ts";
import { chunk } from "./chunk.ts";
import { withStoreLimit } from "./time-limit.ts";

/** The most messages that one `sendBatch` accepts (L50). */
const MESSAGES_PER_SEND = 100;
const SEND_LIMIT_MS = 5_000;

/** Sends all of them or throws. Sending a message twice is harmless, so the caller may retry all. */
export async function sendSubmissionMessages(ids: readonly string[], delaySeconds = 0): Promise<void> {
  const queue = requireWorkerEnv().SUBMISSION_QUEUE;
  for (const portion of chunk(ids, MESSAGES_PER_SEND)) {
    const messages = portion.map((submissionId) => ({
      body: { submissionId },
      contentType: "json" as const,
    }));
    await withStoreLimit("the queue", SEND_LIMIT_MS, queue.sendBatch(messages, { delaySeconds }));
  }
}
