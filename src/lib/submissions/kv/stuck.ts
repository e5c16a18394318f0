/** Finds submissions that have lost their worker, from KV alone, so that it works while the ledger does not. */
import { isStuck, type StoredSubmission, type StuckSubmission } from "../../../domain/submission.ts";
import { rulesOutStuck, SUBMISSION_PREFIX, submissionsKv } from "../../platform/kv.ts";
import { KvBudget, listKeys } from "../../platform/kv-read.ts";
import { parseStoredSubmission } from "./fresh.ts";
import { type ReadOptions, readDocuments, reportSkipped } from "./read-documents.ts";

/**
 * Every submission in a stuck state for at least STUCK_THRESHOLD_MS. Metadata only rules keys out; the document
 * decides. Bad records are skipped and counted; a failing list throws, because an empty answer would be a lie.
 */
export async function getStuckSubmissions(
  now: number = Date.now(),
  options: ReadOptions = {},
): Promise<StuckSubmission[]> {
  const kv = submissionsKv();
  const budget = new KvBudget();
  const mayBeStuck = ({ metadata }: { metadata?: unknown }) => !rulesOutStuck(metadata, now);
  const { keys, complete } = await listKeys(kv, SUBMISSION_PREFIX, budget, mayBeStuck);
  const candidates = keys.map(({ name }) => name);
  const { documents, skipped } = await readDocuments(kv, candidates, budget, parseStoredSubmission);
  reportSkipped("getStuckSubmissions", { ...skipped, listComplete: complete }, options);
  return [...documents.values()]
    .filter((submission) => isStuck(submission.state, submission.updatedAt, now))
    .map((submission) => toStuck(submission, now));
}

function toStuck(submission: StoredSubmission, now: number): StuckSubmission {
  const { id, state, repoUrl, skillName, skillPath, updatedAt } = submission;
  return { id, state, repoUrl, skillName, skillPath, updatedAt, stuckForMs: now - Date.parse(updatedAt) };
}
