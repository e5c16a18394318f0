/** Removed skills, and the number of live skills per trust level, for the page about trust. */
import { desc, eq } from "drizzle-orm";
import { ledger } from "../db.ts";
import { type SkillRow, skills } from "../ledger/schema/skills.ts";

/** Newest first. */
export async function listTakenDown(limit: number): Promise<SkillRow[]> {
  return ledger()
    .select()
    .from(skills)
    .where(eq(skills.status, "taken_down"))
    .orderBy(desc(skills.updatedAt))
    .limit(limit);
}
