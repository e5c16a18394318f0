/** The addresses that search engines are told. */
import { desc, eq } from "drizzle-orm";
import { ledger } from "../db.ts";
import { skills } from "../ledger/schema.ts";

/** A sitemap takes at most 50,000 addresses; the newest matter most, the rest is reached by links. */
const MOST_ADDRESSES = 45_000;

export async function listSitemapSlugs(): Promise<{ slug: string; updatedAt: number }[]> {
  return ledger()
    .select({ slug: skills.slug, updatedAt: skills.updatedAt })
    .from(skills)
    .where(eq(skills.status, "live"))
    .orderBy(desc(skills.updatedAt))
    .limit(MOST_ADDRESSES);
}
