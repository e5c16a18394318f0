/** How long a failed message waits. Pure, because the local runtime drops delays and cannot show it. */

/** First wait; long enough for a short outage of a binding to pass. */
const FIRST_DELAY_SECONDS = 10;
/** Longest wait; the recovery sweep takes over from there. */
const LONGEST_DELAY_SECONDS = 300;

/** Seconds before the next delivery after `attempts` deliveries (1 for the first): 10, 30, 90, 270, 300 … */
export function retryDelaySeconds(attempts: number): number {
  const triplings = Math.max(0, Math.min(attempts, 10) - 1);
  return Math.min(LONGEST_DELAY_SECONDS, FIRST_DELAY_SECONDS * 3 ** triplings);
}
