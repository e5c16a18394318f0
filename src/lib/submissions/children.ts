/** The submissions that a source with several skills was split into. */
import { asc, eq } from "drizzle-orm";
import { ledger } from "../db.ts";
import { type SubmissionRow, submissions } from "../ledger/schema/submissions.ts";

/** More than a source may contain. */
const MOST = 2_000;

export async function listChildren(parentId: string): Promise<SubmissionRow[]> {
  return ledger()
    .select()
    .from(submissions)
    .where(eq(submissions.parentId, parentId))
    .orderBy(asc(submissions.skillPath))
    .limit(MOST);
}
