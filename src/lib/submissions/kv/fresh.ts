/** Submissions by id, read from their own keys rather than from an index that may lag behind. */
import { type StoredSubmission, storedSubmissionSchema } from "../../../domain/submission.ts";
import { submissionKey, submissionsKv } from "../../platform/kv.ts";
import { KvBudget } from "../../platform/kv-read.ts";
import { type ReadOptions, readDocuments, reportSkipped } from "./read-documents.ts";

export function parseStoredSubmission(_key: string, value: unknown): StoredSubmission | null {
  const parsed = storedSubmissionSchema.safeParse(value);
  return parsed.success ? parsed.data : null;
}

/** Reads them concurrently, in the given order. Missing and unreadable ones are left out and counted. */
export async function getSubmissionsFresh(
  ids: readonly string[],
  options: ReadOptions = {},
): Promise<StoredSubmission[]> {
  const keys = [...new Set(ids)].map(submissionKey);
  const { documents, skipped } = await readDocuments(
    submissionsKv(),
    { keys, parse: parseStoredSubmission },
    new KvBudget(),
  );
  reportSkipped("getSubmissionsFresh", skipped, options);
  return ids.flatMap((id) => documents.get(submissionKey(id)) ?? []);
}
