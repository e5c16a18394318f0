import type { SubmissionRow } from "../ledger/schema.ts";

/** The digest that pinning has set; a later state without one is a bug. */
export function requireDigest(submission: SubmissionRow): string {
  if (submission.digest === null) throw new Error(`submission ${submission.id} is not pinned`);
  return submission.digest;
}
