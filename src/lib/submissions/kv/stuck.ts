/** Finds submissions that have lost their worker, from KV alone, so that it also works while the database is down. */
import { isStuck, type StoredSubmission, type StuckSubmission } from "../../../domain/submission.ts";
import { rulesOutStuck, SUBMISSION_PREFIX, submissionsKv } from "../../platform/kv.ts";
import { KvBudget, listKeys } from "../../platform/kv-read.ts";
import { parseStoredSubmission } from "./fresh.ts";
import { type ReadOptions, readDocuments, reportSkipped } from "./read-documents.ts";

/**
 * Every submission in a processing state for at least STUCK_THRESHOLD_MS. Metadata only rules keys out; the document
 * decides. Bad records are skipped and counted. A failing list throws, because an empty result would be wrong.
 */
export async function getStuckSubmissions(
  now: number = Date.now(),
  options: ReadOptions = {},
): Promise<StuckSubmission[]> {
  const kv = submissionsKv();
  const budget = new KvBudget();
  const mayBeStuck = ({ metadata }: { metadata?: unknown }) => !rulesOutStuck(metadata, now);
  const { keys, complete } = await listKeys(kv, { prefix: SUBMISSION_PREFIX, keep: mayBeStuck }, budget);
  const candidates = { keys: keys.map(({ name }) => name), parse: parseStoredSubmission };
  const { documents, skipped } = await readDocuments(kv, candidates, budget);
  reportSkipped("getStuckSubmissions", { ...skipped, listComplete: complete }, options);
  return [...documents.values()]
    .filter((submission) => isStuck(submission.state, submission.updatedAt, now))
    .map((submission) => toStuck(submission, now));
}

function toStuck(submission: StoredSubmission, now: number): StuckSubmission {
  const { id, state, repoUrl, skillName, skillPath, updatedAt } = submission;
  return { id, state, repoUrl, skillName, skillPath, updatedAt, stuckForMs: now - Date.parse(updatedAt) };
}
