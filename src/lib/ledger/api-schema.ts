/** The Drizzle schema of the tables in `migrations/0003_api.sql` and `0004_accounts.sql`. */
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

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

export const installationKeys = sqliteTable("own_keys", {
  name: text("name").primaryKey(),
  value: text("value").notNull(),
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

export const deviceCodes = sqliteTable("device_codes", {
  codeHash: text("code_hash").primaryKey(),
  userCode: text("user_code").notNull(),
  owner: text("owner"),
  scopes: text("scopes"),
  approvedBy: text("approved_by"),
  createdAt: integer("created_at").notNull(),
  expiresAt: integer("expires_at").notNull(),
  claimedAt: integer("claimed_at"),
});

export const uploadTickets = sqliteTable("upload_tickets", {
  id: text("id").primaryKey(),
  tokenId: text("token_id").notNull(),
  size: integer("size").notNull(),
  sha256: text("sha256").notNull(),
  storedAt: integer("stored_at"),
  expiresAt: integer("expires_at").notNull(),
});

export const accounts = sqliteTable("accounts", {
  githubId: integer("github_id").primaryKey(),
  owner: text("owner").notNull(),
  createdAt: integer("created_at").notNull(),
  seenAt: integer("seen_at").notNull(),
});
