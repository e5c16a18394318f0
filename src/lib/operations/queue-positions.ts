/** Positions in the queue of submissions that a worker must still process: the oldest is first. */
import { asc, inArray } from "drizzle-orm";
import { PROCESSING_STATES } from "../../domain/submission.ts";
import { ledger } from "../db.ts";
import { submissions } from "../ledger/schema/submissions.ts";

/** Positions beyond this one are not counted. */
const MOST = 1_000;

export async function getQueuePositions(): Promise<ReadonlyMap<string, number>> {
  const rows = await ledger()
    .select({ id: submissions.id })
    .from(submissions)
    .where(inArray(submissions.state, [...PROCESSING_STATES]))
    .orderBy(asc(submissions.createdAt), asc(submissions.id))
    .limit(MOST);
  return new Map(rows.map(({ id }, index) => [id, index + 1]));
}
