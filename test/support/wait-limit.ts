/** How long a test waits for one thing to happen. It only ends what hangs, because a busy machine may be very slow. */
export const WAIT_LIMIT_MS = 240_000;
