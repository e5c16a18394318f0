/**
 * Tables of scan reports, fingerprints, registry findings, suppressions, and the work of external scanners.
 * `migrations/` creates the tables; a test compares both, column by column.
 */
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

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

/** Fingerprints for near-duplicate lookup; `since` shows which skill published a line first. */
export const skillFingerprints = sqliteTable(
  "skill_marks",
  {
    mark: integer("mark").notNull(),
    skillId: integer("skill_id").notNull(),
    since: integer("since").notNull(),
  },
  (table) => [primaryKey({ columns: [table.mark, table.skillId] })],
);

/** Findings from the registry context, for one content and owner. */
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

/** An operator's decision that the findings of one rule in one content do not count. */
export const findingSuppressions = sqliteTable("finding_suppressions", {
  id: text("id").primaryKey(),
  ruleId: text("rule_id").notNull(),
  contentDigest: text("content_digest").notNull(),
  author: text("author").notNull(),
  reason: text("reason").notNull(),
  expiresAt: integer("expires_at").notNull(),
  createdAt: integer("created_at").notNull(),
  revokedAt: integer("revoked_at"),
  revokedBy: text("revoked_by"),
});

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
