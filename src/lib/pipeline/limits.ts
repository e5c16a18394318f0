/**
 * How long things may take, innermost first; each lies inside the next, so that the walk itself ends before the
 * runtime or the recovery sweep ends it (L21): a ledger query 5 s, KV and R2 10 s, a source 60 s, a judge 60 s,
 * a step 90 s, the walk 200 s, its lease 240 s, the stuck threshold 300 s.
 */
export const STEP_LIMIT_MS = 90_000;
/** No step begins after this. */
export const WALK_LIMIT_MS = 200_000 - STEP_LIMIT_MS;
/** Outlives the longest walk, ends before the sweep calls it stuck. */
export const LEASE_MS = 240_000;
