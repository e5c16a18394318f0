/**
 * Writes the KV documents from the database rows. The value and metadata of a key are one put, so they cannot
 * disagree. The caller holds the claim of the outbox row, so a key never has two writers.
 */

import type { StoredSubmission } from "../../domain/submission.ts";
import type { SubmissionRow } from "../ledger/schema/submissions.ts";
import { getSubmission } from "../ledger/submission-rows.ts";
import { skillKey, submissionKey, submissionMetadata, submissionsKv } from "../platform/kv.ts";
import { skillDocumentKeyValue } from "../skills/skill-document.ts";

/** Updates `sub:<id>` from the database; deletes a document without a row. */
export async function projectSubmission(id: string): Promise<void> {
  const row = await getSubmission(id);
  if (row === null) return deleteDocument(submissionKey(id));
  const document = storedSubmissionOf(row);
  await putDocument(submissionKey(id), document, submissionMetadata(document.state, document.updatedAt));
}

/** Updates `skill:<slug>` from the database. A removed skill has no document. */
export async function projectSkill(slug: string): Promise<void> {
  const made = await skillDocumentKeyValue(slug);
  if (made === null) {
    await deleteDocument(skillKey(slug));
    return;
  }
  await putDocument(skillKey(slug), made.document, made.metadata);
}

export function storedSubmissionOf(row: SubmissionRow): StoredSubmission {
  return {
    id: row.id,
    state: row.state,
    version: row.rowVersion,
    repoUrl: row.sourceUrl,
    skillName: row.skillName,
    skillPath: row.skillPath,
    reasonCode: row.reasonCode,
    reason: row.reason,
    score: row.score,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  };
}

async function putDocument(key: string, document: unknown, metadata: unknown): Promise<void> {
  await submissionsKv().put(key, JSON.stringify(document), { metadata });
}

async function deleteDocument(key: string): Promise<void> {
  await submissionsKv().delete(key);
}
