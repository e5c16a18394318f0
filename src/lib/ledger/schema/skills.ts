/**
 * Tables of published skills and versions, their names and numbers, the blocklist, abuse reports and repository health.
 * `migrations/` creates the tables; a test compares both, column by column. Full-text tables are used in raw SQL
 * only and are not listed.
 */
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { RepoHealthStatus } from "../../../domain/repo-health.ts";

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
  yankedBy: text("yanked_by").$type<"owner" | "operator">(),
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

export const shortNames = sqliteTable("short_names", {
  name: text("name").primaryKey(),
  slug: text("slug").notNull(),
  createdAt: integer("created_at").notNull(),
});

export const CHANGE_KINDS = [
  "published",
  "updated",
  "yanked",
  "restored",
  "taken_down",
  "verdict_changed",
] as const;

export const skillChanges = sqliteTable("skill_changes", {
  seq: integer("seq").primaryKey({ autoIncrement: true }),
  slug: text("slug").notNull(),
  version: text("version"),
  kind: text("kind").$type<(typeof CHANGE_KINDS)[number]>().notNull(),
  at: integer("at").notNull(),
});

export const installEvents = sqliteTable(
  "install_events",
  {
    skillId: integer("skill_id").notNull(),
    version: text("version").notNull(),
    day: text("day").notNull(),
    client: text("client").notNull(),
    source: text("source").notNull(),
  },
  (table) => [primaryKey({ columns: [table.skillId, table.version, table.day, table.client] })],
);

export const downloadCounts = sqliteTable(
  "download_counts",
  {
    skillId: integer("skill_id").notNull(),
    version: text("version").notNull(),
    day: text("day").notNull(),
    count: integer("count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.skillId, table.version, table.day] })],
);

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

export const REPORT_KINDS = ["malware", "impersonation", "broken", "licence", "appeal", "other"] as const;

export const skillReports = sqliteTable("skill_reports", {
  id: text("id").primaryKey(),
  slug: text("slug").notNull(),
  version: text("version"),
  kind: text("kind").$type<(typeof REPORT_KINDS)[number]>().notNull(),
  message: text("message").notNull(),
  contact: text("contact"),
  reportedBy: text("reported_by").notNull(),
  status: text("status").$type<"open" | "closed">().notNull().default("open"),
  answer: text("answer"),
  createdAt: integer("created_at").notNull(),
  closedAt: integer("closed_at"),
});

export const repoHealth = sqliteTable("repo_health", {
  repoUrl: text("repo_url").primaryKey(),
  status: text("status").$type<RepoHealthStatus>().notNull(),
  detail: text("detail").notNull().default(""),
  checkedAt: integer("checked_at").notNull(),
});
