/** The two index documents, and how they are built from the database. */
import { and, asc, eq, gt } from "drizzle-orm";
import { z } from "zod";
import { type PublishedSkillSummary, publishedSkillSummarySchema } from "../../../domain/skill.ts";
import { SUBMISSION_STATES } from "../../../domain/submission.ts";
import { ledger } from "../../db.ts";
import { skills } from "../../ledger/schema/skills.ts";
import { submissions } from "../../ledger/schema/submissions.ts";
import { loadSummaries } from "../../skills/skill-store.ts";
import { type IndexDocument, readIndex } from "./index-documents.ts";

/** Rows fetched by one query: D1 holds a result in memory whole. */
const ROWS_PER_QUERY = 2_000;

const indexEntrySchema = z.object({
  id: z.string(),
  state: z.enum(SUBMISSION_STATES),
  skillName: z.string(),
  repoUrl: z.string(),
  updatedAt: z.string(),
});

export type SubmissionIndexEntry = z.infer<typeof indexEntrySchema>;

/** Every submission, oldest id first. */
export function getSubmissionIndex(nowMs: number = Date.now()): Promise<IndexDocument<SubmissionIndexEntry>> {
  return readIndex({ name: "submissions", schema: indexEntrySchema, loadAll: loadSubmissionEntries }, nowMs);
}

/** Every published skill, by slug. */
export function getPublishedSkillsList(
  nowMs: number = Date.now(),
): Promise<IndexDocument<PublishedSkillSummary>> {
  return readIndex(
    { name: "skills", schema: publishedSkillSummarySchema, loadAll: loadPublishedSkills },
    nowMs,
  );
}

async function loadSubmissionEntries(): Promise<SubmissionIndexEntry[]> {
  const entries: SubmissionIndexEntry[] = [];
  for (let after = ""; ; ) {
    const rows = await ledger()
      .select()
      .from(submissions)
      .where(gt(submissions.id, after))
      .orderBy(asc(submissions.id))
      .limit(ROWS_PER_QUERY);
    for (const { id, state, skillName, sourceUrl, updatedAt } of rows) {
      entries.push({
        id,
        state,
        skillName,
        repoUrl: sourceUrl,
        updatedAt: new Date(updatedAt).toISOString(),
      });
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_PER_QUERY) return entries;
    after = last.id;
  }
}

async function loadPublishedSkills(): Promise<PublishedSkillSummary[]> {
  const entries: PublishedSkillSummary[] = [];
  for (let after = ""; ; ) {
    const page = await loadSummaries(and(eq(skills.status, "live"), gt(skills.slug, after)), ROWS_PER_QUERY);
    entries.push(...page);
    const last = page.at(-1);
    if (last === undefined || page.length < ROWS_PER_QUERY) return entries;
    after = last.slug;
  }
}
