/** The list while the ledger does not answer: names from KV's own keys, the page from the skills' documents. */
import type { PublishedSkillSummary } from "../../domain/skill.ts";
import type { SkillDocument } from "../../domain/skill-document.ts";
import { getSkill } from "../skills/skill-store.ts";
import { enumeratePublishedSkills } from "../submission-store.ts";
import type { ListQuery } from "./list.ts";

/** What keys tell is enough for these questions only; for the others there is no honest answer without the ledger. */
export function canListFromKeys({ category, sort }: Pick<ListQuery, "category" | "sort">): boolean {
  return category === undefined && (sort === "updated" || sort === "name");
}

export async function listFromKeys(ask: ListQuery): Promise<{ skills: SkillDocument[]; total: number }> {
  const { owner, tier, sort, limit, offset } = ask;
  const found = (await enumeratePublishedSkills()).filter(
    ({ slug, version, certTier, trustTier }) =>
      version !== null &&
      (owner === undefined || slug.startsWith(`${owner}/`)) &&
      (tier === undefined || tier === certTier || tier === trustTier),
  );
  found.sort(orders[sort === "name" ? "name" : "updated"]);
  const page = found.slice(offset, offset + limit);
  const read = await Promise.all(page.map(({ slug }) => getSkill(slug)));
  return { skills: read.flatMap(({ skill }) => skill ?? []), total: found.length };
}

/** Each ends in the slug: pages must not overlap where many are equal. */
const bySlug = (a: PublishedSkillSummary, b: PublishedSkillSummary) => (a.slug < b.slug ? -1 : 1);
const orders = {
  name: (a: PublishedSkillSummary, b: PublishedSkillSummary) =>
    a.name === b.name ? bySlug(a, b) : a.name < b.name ? -1 : 1,
  updated: (a: PublishedSkillSummary, b: PublishedSkillSummary) =>
    a.updatedAt === b.updatedAt ? bySlug(a, b) : (a.updatedAt ?? "") < (b.updatedAt ?? "") ? 1 : -1,
};
