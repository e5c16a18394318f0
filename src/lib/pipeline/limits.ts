/**
 * How long a pipeline run may take. The limits nest, so that a run ends before the runtime or recovery ends it, and
 * the innermost limit names the cause (L21): a database query 5 s, KV and R2 10 s, a source (LIMIT_SOURCE_MS) 60 s,
 * a judge 60 s < a step 90 s < a run 200 s < its lease 240 s < the stuck threshold 300 s. A test asserts the order.
 */
export const STEP_LIMIT_MS = 90_000;
export const RUN_LIMIT_MS = 200_000;
/** The latest time in a run at which a step may start: a later one could not finish in time. */
export const LAST_STEP_START_MS = RUN_LIMIT_MS - STEP_LIMIT_MS;
/** Longer than any run, shorter than the time after which recovery treats the submission as stuck. */
export const LEASE_MS = 240_000;
