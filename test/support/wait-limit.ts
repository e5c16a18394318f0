/** Time limit of every wait in a test. It is generous, because a busy machine may be very slow: it only ends waits that hang. */
export const WAIT_LIMIT_MS = 240_000;
