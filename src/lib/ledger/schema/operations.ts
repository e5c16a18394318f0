/**
 * Tables of the outbox, jobs, pauses, dead letters, the audit log and the keys of this installation.
 * `migrations/` creates the tables; a test compares both, column by column.
 */
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

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

export const deadLetters = sqliteTable("dead_letters", {
  id: text("id").primaryKey(),
  submissionId: text("submission_id"),
  body: text("body").notNull(),
  attempts: integer("attempts").notNull(),
  receivedAt: integer("received_at").notNull(),
  replayedAt: integer("replayed_at"),
  replayedBy: text("replayed_by"),
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

export const installationKeys = sqliteTable("own_keys", {
  name: text("name").primaryKey(),
  value: text("value").notNull(),
});
