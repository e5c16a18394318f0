/**
 * The Drizzle schema of the database. `migrations/` creates the tables; a test compares both, column by column. Full-
 * text tables are used in raw SQL only and are not listed here.
 */
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { RepoHealthStatus } from "../../domain/repo-health.ts";
import type { SubmissionState } from "../../domain/submission.ts";

export const submissions = sqliteTable("submissions", {
  id: text("id").primaryKey(),
  sourceKind: text("source_kind").$type<"github" | "well-known" | "upload">().notNull(),
  sourceUrl: text("source_url").notNull(),
  owner: text("owner").notNull(),
  repo: text("repo").notNull(),
  sourceRef: text("source_ref").notNull().default(""),
  skillPath: text("skill_path").notNull().default(""),
  skillName: text("skill_name").notNull().default(""),
  uploadDigest: text("upload_digest").notNull().default(""),
  requestedVersion: text("asked_version"),
  state: text("state").$type<SubmissionState>().notNull(),
  rowVersion: integer("version").notNull().default(1),
  attempts: integer("attempts").notNull().default(0),
  nextAttemptAt: integer("next_attempt_at").notNull().default(0),
  leaseToken: text("lease_token").notNull().default(""),
  leaseUntil: integer("lease_until").notNull().default(0),
  parentId: text("parent_id"),
  commitSha: text("commit_sha"),
  folder: text("folder").notNull().default(""),
  digest: text("digest"),
  verdict: text("verdict"),
  score: integer("score"),
  reasonCode: text("reason_code"),
  reason: text("reason"),
  details: text("details"),
  skillSlug: text("skill_slug"),
  skillVersion: text("skill_version"),
  submittedBy: text("submitted_by").notNull(),
  email: text("email"),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
  restedAt: integer("rested_at"),
});

export type SubmissionRow = typeof submissions.$inferSelect;

export const submissionEvents = sqliteTable("submission_events", {
  seq: integer("seq").primaryKey({ autoIncrement: true }),
  eventId: text("event_id").notNull(),
  submissionId: text("submission_id").notNull(),
  rowVersion: integer("version").notNull(),
  fromState: text("from_state").notNull(),
  toState: text("to_state").notNull(),
  trigger: text("trigger").notNull(),
  actor: text("actor").notNull(),
  reasonCode: text("reason_code"),
  reason: text("reason"),
  at: integer("at").notNull(),
});

export type OutboxKind = "submission-document" | "skill-document" | "queue-message";

export const outbox = sqliteTable(
  "outbox",
  {
    kind: text("kind").$type<OutboxKind>().notNull(),
    key: text("key").notNull(),
    wanted: integer("wanted").notNull().default(1),
    done: integer("done").notNull().default(0),
    dueAt: integer("due_at").notNull(),
    claimedUntil: integer("claimed_until").notNull().default(0),
    writtenAt: integer("written_at").notNull().default(0),
    attempts: integer("attempts").notNull().default(0),
    lastError: text("last_error").notNull().default(""),
  },
  (table) => [primaryKey({ columns: [table.kind, table.key] })],
);

export const skills = sqliteTable("skills", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  slug: text("slug").notNull(),
  sourceUrl: text("source_url").notNull(),
  skillPath: text("skill_path").notNull().default(""),
  owner: text("owner").notNull(),
  repo: text("repo").notNull(),
  name: text("name").notNull(),
  description: text("description").notNull(),
  license: text("license"),
  tags: text("tags").notNull().default("[]"),
  category: text("category").notNull().default("other"),
  status: text("status").$type<"live" | "taken_down">().notNull().default("live"),
  statusReason: text("status_reason"),
  latestVersion: text("latest_version"),
  revision: integer("revision").notNull().default(1),
  writeId: text("write_id").notNull().default(""),
  installs: integer("installs").notNull().default(0),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});

export type SkillRow = typeof skills.$inferSelect;

export const skillVersions = sqliteTable("skill_versions", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  skillId: integer("skill_id").notNull(),
  version: text("version").notNull(),
  digest: text("digest").notNull(),
  commitSha: text("commit_sha"),
  submissionId: text("submission_id").notNull(),
  verdict: text("verdict").notNull(),
  score: integer("score").notNull(),
  engine: text("engine").notNull(),
  approvedBy: text("approved_by").$type<"engine" | "person" | "vendor">().notNull(),
  taintedReason: text("tainted_reason"),
  yankedAt: integer("yanked_at"),
  yankedReason: text("yanked_reason"),
  files: text("files").notNull(),
  forms: text("forms").notNull(),
  publishedAt: integer("published_at").notNull(),
  certifiedAt: integer("certified_at").notNull(),
});

export type SkillVersionRow = typeof skillVersions.$inferSelect;

export const skillAliases = sqliteTable("skill_aliases", {
  oldSlug: text("old_slug").primaryKey(),
  slug: text("slug").notNull(),
  createdAt: integer("created_at").notNull(),
});

export const scanReports = sqliteTable(
  "scan_reports",
  {
    digest: text("digest").notNull(),
    depth: text("depth").$type<"static" | "deep">().notNull(),
    engine: text("engine").notNull(),
    verdict: text("verdict").notNull(),
    score: integer("score").notNull(),
    complete: integer("complete", { mode: "boolean" }).notNull(),
    report: text("report"),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.digest, table.depth, table.engine] })],
);

/** Fingerprints for near-duplicate lookup; `since` says who published a line first. */
export const skillFingerprints = sqliteTable(
  "skill_marks",
  {
    mark: integer("mark").notNull(),
    skillId: integer("skill_id").notNull(),
    since: integer("since").notNull(),
  },
  (table) => [primaryKey({ columns: [table.mark, table.skillId] })],
);

/** What the registry context adds to the report of a content, for one owner. */
export const registryFindings = sqliteTable(
  "registry_findings",
  {
    digest: text("digest").notNull(),
    engine: text("engine").notNull(),
    owner: text("owner").notNull(),
    verdict: text("verdict").notNull(),
    score: integer("score").notNull(),
    complete: integer("complete", { mode: "boolean" }).notNull(),
    findings: text("findings").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.digest, table.engine, table.owner] })],
);

export const externalScans = sqliteTable("external_scans", {
  id: text("id").primaryKey(),
  digest: text("digest").notNull(),
  provider: text("provider").notNull(),
  status: text("status").$type<"pending" | "running" | "done" | "timed_out">().notNull(),
  verdict: text("verdict"),
  criticalCount: integer("critical_count").notNull().default(0),
  result: text("result"),
  deliveryId: text("delivery_id").notNull().default(""),
  claimedBy: text("claimed_by").notNull().default(""),
  leaseUntil: integer("lease_until").notNull().default(0),
  releases: integer("releases").notNull().default(0),
  requestedAt: integer("requested_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});

export const webhookDeliveries = sqliteTable("webhook_deliveries", {
  deliveryId: text("delivery_id").primaryKey(),
  at: integer("at").notNull(),
});

export const repoHealth = sqliteTable("repo_health", {
  repoUrl: text("repo_url").primaryKey(),
  status: text("status").$type<RepoHealthStatus>().notNull(),
  detail: text("detail").notNull().default(""),
  checkedAt: integer("checked_at").notNull(),
});

export const blocklist = sqliteTable("blocklist", {
  id: text("id").primaryKey(),
  skillName: text("skill_name"),
  sourceUrl: text("source_url"),
  digest: text("digest"),
  owner: text("owner"),
  threatType: text("threat_type").notNull(),
  severity: text("severity").$type<"low" | "medium" | "high" | "critical">().notNull(),
  reason: text("reason").notNull(),
  evidence: text("evidence").notNull().default("[]"),
  createdBy: text("created_by").notNull(),
  createdAt: integer("created_at").notNull(),
  removedAt: integer("removed_at"),
});

export const deadLetters = sqliteTable("dead_letters", {
  id: text("id").primaryKey(),
  submissionId: text("submission_id"),
  body: text("body").notNull(),
  attempts: integer("attempts").notNull(),
  receivedAt: integer("received_at").notNull(),
  replayedAt: integer("replayed_at"),
  replayedBy: text("replayed_by"),
});

export const apiTokens = sqliteTable("api_tokens", {
  id: text("id").primaryKey(),
  hash: text("hash").notNull(),
  owner: text("owner").notNull(),
  scopes: text("scopes").notNull(),
  label: text("label").notNull().default(""),
  createdBy: text("created_by").notNull(),
  createdAt: integer("created_at").notNull(),
  expiresAt: integer("expires_at"),
  revokedAt: integer("revoked_at"),
  lastUsedAt: integer("last_used_at"),
});

export const auditLog = sqliteTable("audit_log", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  actor: text("actor").notNull(),
  action: text("action").notNull(),
  subject: text("subject").notNull(),
  reason: text("reason").notNull().default(""),
  detail: text("detail").notNull().default("{}"),
  at: integer("at").notNull(),
});

export const vendors = sqliteTable("vendors", {
  owner: text("owner").primaryKey(),
  verifiedBy: text("verified_by").notNull(),
  verifiedAt: integer("verified_at").notNull(),
});

export const jobs = sqliteTable("jobs", {
  name: text("name").primaryKey(),
  startedAt: integer("started_at").notNull().default(0),
  succeededAt: integer("succeeded_at").notNull().default(0),
  lastError: text("last_error").notNull().default(""),
  detail: text("detail").notNull().default("{}"),
});

export const switches = sqliteTable("switches", {
  name: text("name").primaryKey(),
  setBy: text("set_by").notNull(),
  reason: text("reason").notNull().default(""),
  setAt: integer("set_at").notNull(),
  expiresAt: integer("expires_at").notNull(),
});

export const shortNames = sqliteTable("short_names", {
  name: text("name").primaryKey(),
  slug: text("slug").notNull(),
  createdAt: integer("created_at").notNull(),
});
