/** The store's face: what the rest of the platform may ask of KV about submissions and published skills. */
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
