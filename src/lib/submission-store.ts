/** The public functions of the submission store: what other modules may read from KV about submissions and skills. */
export type { PublishedSkillSummary } from "../domain/skill.ts";
export {
  STUCK_STATES,
  STUCK_THRESHOLD_MS,
  type StoredSubmission,
  type StuckSubmission,
} from "../domain/submission.ts";
export { getSubmissionsFresh } from "./submissions/kv/fresh.ts";
export { getPublishedSkillsList, getSubmissionIndex } from "./submissions/kv/indexes.ts";
export { migrateSkillSlugs } from "./submissions/kv/migrate-slugs.ts";
export { enumeratePublishedSkills } from "./submissions/kv/published.ts";
export { getStuckSubmissions } from "./submissions/kv/stuck.ts";
