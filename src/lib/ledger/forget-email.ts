/** Deletes a user's email address from the database, the only place that stores it, on their request. */
import { sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { commit, type Statement, statement } from "../db.ts";
import { auditEntry } from "./audit-log.ts";
import { skillReports } from "./schema/skills.ts";
import { submissions } from "./schema/submissions.ts";

/** Every column that stores an email address. */
export const EMAIL_COLUMNS = { submissions: submissions.email, reports: skillReports.contact } as const;

export type Forgotten = Readonly<Record<keyof typeof EMAIL_COLUMNS, number>>;

/**
 * Removes the address, in any spelling, from every row that has it, and returns from how many. The audit log records
 * the deletion, but not the address.
 */
export async function forgetEmail(email: string, actor: string, nowMs: number): Promise<Forgotten> {
  const [fromSubmissions = 0, fromReports = 0] = await commit([
    clearEmail(EMAIL_COLUMNS.submissions, email),
    clearEmail(EMAIL_COLUMNS.reports, email),
    auditEntry({ actor, action: "email.forget", subject: "email", reason: "requested by its owner" }, nowMs),
  ]);
  return { submissions: fromSubmissions, reports: fromReports };
}

function clearEmail(column: SQLiteColumn, email: string): Statement {
  const name = sql.identifier(column.name);
  return statement(
    sql`UPDATE ${column.table} SET ${name} = NULL WHERE lower(trim(${name})) = lower(${email.trim()})`,
  );
}
