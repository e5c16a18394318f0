/** Abuse reports about skills, and appeals. Operators answer them. */
import { and, desc, eq } from "drizzle-orm";
import { commit, execute, hasChanged, ledger, statement } from "../db.ts";
import { auditEntry } from "../ledger/audit-log.ts";
import { skillReports } from "../ledger/schema/skills.ts";

export type SkillReport = typeof skillReports.$inferSelect;
export type NewReport = Pick<SkillReport, "slug" | "version" | "kind" | "message" | "contact" | "reportedBy">;

export async function addReport(report: NewReport, nowMs: number): Promise<string> {
  const id = crypto.randomUUID();
  await execute(
    statement(
      ledger()
        .insert(skillReports)
        .values({ ...report, id, createdAt: nowMs }),
    ),
  );
  return id;
}

/** Newest first. */
export async function listReports(
  status: SkillReport["status"],
  limit: number,
  offset: number,
): Promise<SkillReport[]> {
  return ledger()
    .select()
    .from(skillReports)
    .where(eq(skillReports.status, status))
    .orderBy(desc(skillReports.createdAt), desc(skillReports.id))
    .limit(limit)
    .offset(offset);
}

/** True when this call closed it. */
export async function closeReport(
  id: string,
  by: { readonly actor: string; readonly reason: string },
  nowMs: number,
): Promise<boolean> {
  const [changed] = await commit([
    statement(
      ledger()
        .update(skillReports)
        .set({ status: "closed", answer: by.reason, closedAt: nowMs })
        .where(and(eq(skillReports.id, id), eq(skillReports.status, "open"))),
    ),
    auditEntry({ ...by, action: "report.close", subject: id }, nowMs, hasChanged),
  ]);
  return changed === 1;
}
