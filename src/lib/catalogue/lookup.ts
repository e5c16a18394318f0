/**
 * Finds the one skill that a name means. An ambiguous name is rejected with the list of choices, never guessed
 * (L17).
 */
import { asc, eq } from "drizzle-orm";
import type { SkillDocument, SkillVersionDocument } from "../../domain/skill-document.ts";
import { parseSlug } from "../../domain/slug.ts";
import { ledger } from "../db.ts";
import { shortNames, skills } from "../ledger/schema/skills.ts";
import { getSkill, resolveAlias } from "../skills/skill-store.ts";

export type Lookup =
  | { readonly kind: "found"; readonly skill: SkillDocument; readonly degraded: boolean }
  | { readonly kind: "ambiguous"; readonly slugs: readonly string[] }
  | { readonly kind: "none" };

/** The choices are for people to read. */
const MAX_CHOICES = 20;

/** By `owner/repo/skill`, or by an old slug that was moved. */
export async function findBySlug(slug: string): Promise<Lookup> {
  const parsed = parseSlug(slug) !== null;
  const { skill, degraded } = parsed ? await getSkill(slug) : { skill: null, degraded: false };
  if (skill !== null) return { kind: "found", skill, degraded };
  const target = await resolveAlias(slug);
  if (target === null || target === slug) return { kind: "none" };
  const moved = await getSkill(target);
  return moved.skill === null ? { kind: "none" } : { kind: "found", ...moved, skill: moved.skill };
}

/**
 * By a skill's bare name. Needs the database. A name with several live skills is ambiguous;
 * otherwise it means the first skill that was published under it. Removed skills count, so that a name never starts
 * to mean a later skill because the first one was removed.
 */
export async function findByName(name: string): Promise<Lookup> {
  const rows = await ledger()
    .select({ slug: skills.slug, status: skills.status })
    .from(skills)
    .where(eq(skills.name, name))
    .orderBy(asc(skills.id))
    .limit(MAX_CHOICES);
  const [first] = rows;
  if (first === undefined) return findBySlug(name);
  const live = rows.filter(({ status }) => status === "live").map(({ slug }) => slug);
  if (live.length === 0) return { kind: "none" };
  return live.length === 1 && live[0] === first.slug
    ? findBySlug(first.slug)
    : { kind: "ambiguous", slugs: live.sort() };
}

/** By `owner/skill`, a name that the first skill published under it keeps for good. Needs the database. */
export async function findByShortName(owner: string, name: string): Promise<Lookup> {
  const holder = await ledger()
    .select()
    .from(shortNames)
    .where(eq(shortNames.name, `${owner}/${name}`))
    .get();
  return holder === undefined ? { kind: "none" } : findBySlug(holder.slug);
}

/** An installable version: an exact one, yanked or not, or the latest. */
export function versionOf(skill: SkillDocument, version: string | null): SkillVersionDocument | null {
  const wanted = version ?? skill.version;
  return skill.versions.find((entry) => entry.version === wanted) ?? null;
}
