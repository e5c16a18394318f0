/** Deletes an author's email address from the database, the only place that stores it, on their request. */
import { sql } from "drizzle-orm";
import { commit, ledger, statement } from "../db.ts";
import { auditEntry } from "./audit-log.ts";
import { submissions } from "./schema/submissions.ts";

/**
 * Removes the address from every submission, in any spelling, and returns from how many. The audit log records the
 * deletion, but not the address.
 */
export async function forgetEmail(email: string, actor: string, nowMs: number): Promise<number> {
  const [forgotten = 0] = await commit([
    statement(
      ledger()
        .update(submissions)
        .set({ email: null })
        .where(sql`lower(${submissions.email}) = lower(${email.trim()})`),
    ),
    auditEntry({ actor, action: "email.forget", subject: "email", reason: "requested by the author" }, nowMs),
  ]);
  return forgotten;
}
