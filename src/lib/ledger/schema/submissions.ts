/**
 * Tables of submissions, their events, and uploads that have not been submitted yet.
 * `migrations/` creates the tables; a test compares both, column by column.
 */
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { SubmissionState } from "../../../domain/submission.ts";

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
  terminalAt: integer("rested_at"),
});

export type SubmissionRow = typeof submissions.$inferSelect;

export const submissionEvents = sqliteTable("submission_events", {
  seq: integer("seq").primaryKey({ autoIncrement: true }),
  eventId: text("event_id").notNull(),
  submissionId: text("submission_id").notNull(),
  rowVersion: integer("version").notNull(),
  fromState: text("from_state").$type<SubmissionState | "">().notNull(),
  toState: text("to_state").$type<SubmissionState>().notNull(),
  trigger: text("trigger").notNull(),
  actor: text("actor").notNull(),
  reasonCode: text("reason_code"),
  reason: text("reason"),
  at: integer("at").notNull(),
});

export const uploadTickets = sqliteTable("upload_tickets", {
  id: text("id").primaryKey(),
  tokenId: text("token_id").notNull(),
  size: integer("size").notNull(),
  sha256: text("sha256").notNull(),
  storedAt: integer("stored_at"),
  expiresAt: integer("expires_at").notNull(),
});
