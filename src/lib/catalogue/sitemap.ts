/** The skills listed in the sitemap for search engines. */
import { desc, eq } from "drizzle-orm";
import { ledger } from "../db.ts";
import { skills } from "../ledger/schema/skills.ts";

/** A sitemap may contain 50,000 URLs. The newest skills matter most; crawlers reach the others by links. */
const MAX_ADDRESSES = 45_000;

export async function listSitemapSlugs(): Promise<{ slug: string; updatedAt: number }[]> {
  return ledger()
    .select({ slug: skills.slug, updatedAt: skills.updatedAt })
    .from(skills)
    .where(eq(skills.status, "live"))
    .orderBy(desc(skills.updatedAt))
    .limit(MAX_ADDRESSES);
}
