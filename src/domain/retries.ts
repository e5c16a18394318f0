/**
 * When failed work is retried. Two schedules, one after the other:
 *
 * 1. The queue retries a message. A pipeline run that fails (a store or a host is down for a moment) is delivered
 *    again after 10, 30 and 90 seconds. After QUEUE_RETRIES the runtime moves the message to the dead-letter queue,
 *    where an operator can replay it.
 * 2. Recovery retries a submission. One that has been processing for STUCK_THRESHOLD_MS without a worker (the worker
 *    died, the message was lost or dead-lettered) is queued again after 3, 10 and 30 minutes. Then it is rejected
 *    with the reason STUCK_EXHAUSTED.
 *
 * Pure, because the local runtime ignores delays and cannot show them.
 */

/** As `max_retries` in wrangler.jsonc; a test compares the two. */
export const QUEUE_RETRIES = 3;

/** Long enough for a short outage of a binding to pass. */
const FIRST_DELAY_SECONDS = 10;
const LONGEST_DELAY_SECONDS = 300;

/** Seconds before the next delivery of a message that was delivered `attempts` times (1 after the first). */
export function retryDelaySeconds(attempts: number): number {
  const triplings = Math.max(0, Math.min(attempts, 10) - 1);
  return Math.min(LONGEST_DELAY_SECONDS, FIRST_DELAY_SECONDS * 3 ** triplings);
}

/** The delay before each further try of recovery. */
export const RECOVERY_DELAYS_MS: readonly number[] = [3, 10, 30].map((minutes) => minutes * 60_000);
