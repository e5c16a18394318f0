/**
 * Tables of accounts, tokens, device logins, ended sessions and verified publishers.
 * `migrations/` creates the tables; a test compares both, column by column.
 */
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const accounts = sqliteTable("accounts", {
  githubId: integer("github_id").primaryKey(),
  owner: text("owner").notNull(),
  createdAt: integer("created_at").notNull(),
  seenAt: integer("seen_at").notNull(),
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

export const endedSessions = sqliteTable("ended_sessions", {
  id: text("id").primaryKey(),
  expiresAt: integer("expires_at").notNull(),
});

export const vendors = sqliteTable("vendors", {
  owner: text("owner").primaryKey(),
  verifiedBy: text("verified_by").notNull(),
  verifiedAt: integer("verified_at").notNull(),
});
