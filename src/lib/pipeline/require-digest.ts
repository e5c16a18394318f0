import type { SubmissionRow } from "../ledger/schema/submissions.ts";

/** The digest, which pinning has set. A later state without one is a bug. */
export function requireDigest(submission: SubmissionRow): string {
  if (submission.digest === null) throw new Error(`submission ${submission.id} is not pinned`);
  return submission.digest;
}
