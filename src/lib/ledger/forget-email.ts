/** An author's wish: their e-mail leaves the ledger, which is the only place that has it. */
import { sql } from "drizzle-orm";
import { commit, ledger, statement } from "../db.ts";
import { auditEntry } from "./audit-log.ts";
import { submissions } from "./schema.ts";

/** Removes the address from every submission, however it was spelled; answers from how many. The audit log keeps
 * that it was done, not whose address it was. */
export async function forgetEmail(email: string, actor: string, nowMs: number): Promise<number> {
  const [forgotten = 0] = await commit([
    statement(
      ledger()
        .update(submissions)
        .set({ email: null })
        .where(sql`lower(${submissions.email}) = lower(${email.trim()})`),
    ),
    auditEntry({ actor, action: "email.forget", subject: "email", reason: "the author's wish" }, nowMs),
  ]);
  return forgotten;
}
