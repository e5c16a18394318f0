/**
 * Outbox rows as SQL: the effects that must follow a commit. `guard` makes a row depend on the success of the
 * commit.
 */
import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "../db.ts";
import type { OutboxKind } from "../ledger/schema/operations.ts";

/** KV accepts one write a second for each key; the margin allows for clocks that differ. */
export const DOCUMENT_INTERVAL_MS = 1_100;

export interface FollowUp {
  readonly kind: OutboxKind;
  readonly key: string;
  /** Not before this time; now if absent. */
  readonly dueAt?: number;
}

/**
 * One statement for a batch. A row that is recorded again before it is processed is processed once, with the newest
 * data.
 */
export function recordFollowUp(followUp: FollowUp, nowMs: number, guard: SQL = sql`TRUE`): Statement {
  const { kind, key, dueAt = nowMs } = followUp;
  const earliest = kind === "queue-message" ? sql`excluded.due_at` : notSoonerThanAllowed;
  return statement(sql`
    INSERT INTO outbox (kind, key, due_at) SELECT ${kind}, ${key}, ${dueAt} WHERE ${guard}
    ON CONFLICT (kind, key) DO UPDATE SET wanted = outbox.wanted + 1, attempts = 0, due_at = ${earliest}`);
}

/** The same for the documents of every row that `where` selects. */
export function recordDocumentsOf(table: keyof typeof documentsOf, where: SQL, nowMs: number): Statement {
  const { kind, key } = documentsOf[table];
  return statement(sql`
    INSERT INTO outbox (kind, key, due_at) SELECT ${kind}, ${key}, ${nowMs} FROM ${sql.identifier(table)} WHERE ${where}
    ON CONFLICT (kind, key) DO UPDATE SET wanted = outbox.wanted + 1, attempts = 0, due_at = ${notSoonerThanAllowed}`);
}

const documentsOf = {
  submissions: { kind: "submission-document", key: sql.identifier("id") },
  skills: { kind: "skill-document", key: sql.identifier("slug") },
} as const;

const notSoonerThanAllowed = sql`MAX(excluded.due_at, outbox.written_at + ${DOCUMENT_INTERVAL_MS})`;
