/** The list of skills while the database is unavailable, from the keys and documents in KV. */
import type { PublishedSkillSummary } from "../../domain/skill.ts";
import type { SkillDocument } from "../../domain/skill-document.ts";
import { getSkill } from "../skills/skill-store.ts";
import { enumeratePublishedSkills } from "../submission-store.ts";
import type { ListQuery } from "./list.ts";

interface KeyQuery extends Omit<ListQuery, "category"> {
  /** Words that slug, name or description must contain. */
  readonly q?: string | undefined;
}

/** Keys hold no category, installs or creation time: such a list needs the database. */
export function canListFromKeys({ category, sort }: Pick<ListQuery, "category" | "sort">): boolean {
  return category === undefined && (sort === "updated" || sort === "name");
}

/** A page of summaries, by name or by update; any other sort falls back to updates. */
export async function listSummariesFromKeys(
  query: KeyQuery,
): Promise<{ skills: PublishedSkillSummary[]; total: number }> {
  const { sort, limit, offset } = query;
  const found = (await enumeratePublishedSkills()).filter(matches(query));
  found.sort(orders[sort === "name" ? "name" : "updated"]);
  return { skills: found.slice(offset, offset + limit), total: found.length };
}

/** The same page as whole documents. */
export async function listFromKeys(query: KeyQuery): Promise<{ skills: SkillDocument[]; total: number }> {
  const { skills, total } = await listSummariesFromKeys(query);
  const read = await Promise.all(skills.map(({ slug }) => getSkill(slug)));
  return { skills: read.flatMap(({ skill }) => skill ?? []), total };
}

function matches({ q = "", owner, tier }: KeyQuery): (skill: PublishedSkillSummary) => boolean {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return ({ slug, name, description, version, certTier, trustTier }) => {
    const text = `${slug} ${name} ${description}`.toLowerCase();
    return (
      version !== null &&
      (owner === undefined || slug.startsWith(`${owner}/`)) &&
      (tier === undefined || tier === certTier || tier === trustTier) &&
      words.every((word) => text.includes(word))
    );
  };
}

/** Each order ends in the slug, so that pages never overlap when many are equal. */
const bySlug = (a: PublishedSkillSummary, b: PublishedSkillSummary) => (a.slug < b.slug ? -1 : 1);
const orders = {
  name: (a: PublishedSkillSummary, b: PublishedSkillSummary) =>
    a.name === b.name ? bySlug(a, b) : a.name < b.name ? -1 : 1,
  updated: (a: PublishedSkillSummary, b: PublishedSkillSummary) =>
    a.updatedAt === b.updatedAt ? bySlug(a, b) : (a.updatedAt ?? "") < (b.updatedAt ?? "") ? 1 : -1,
};
