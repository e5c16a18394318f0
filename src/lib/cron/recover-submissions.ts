/** Every five minutes: drains the outbox, then requeues submissions that have lost their worker. */
import { drainOutbox } from "../outbox/outbox.ts";
import { recoverStuck } from "../submissions/recovery.ts";

/** Outbox rows for one run: about a minute of work when every store is slow. */
const MAX_ROWS = 500;
const ROWS_PER_DRAIN = 100;

export async function recoverSubmissions(nowMs: number) {
  let drained = 0;
  for (let done = ROWS_PER_DRAIN; done > 0 && drained < MAX_ROWS; drained += done) {
    done = (await drainOutbox(nowMs, { limit: ROWS_PER_DRAIN })).done;
  }
  return { drained, ...(await recoverStuck(nowMs)) };
}
