/** What was taken down, and how the live skills are spread over the tiers: for the page about trust. */
import { desc, eq } from "drizzle-orm";
import { ledger } from "../db.ts";
import { type SkillRow, skills } from "../ledger/schema.ts";

/** Newest first. */
export async function listTakenDown(limit: number): Promise<SkillRow[]> {
  return ledger()
    .select()
    .from(skills)
    .where(eq(skills.status, "taken_down"))
    .orderBy(desc(skills.updatedAt))
    .limit(limit);
}
