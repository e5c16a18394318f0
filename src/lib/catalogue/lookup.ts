/** Finds the one skill that a name means. A name that several have is refused with the choices, never guessed (L17). */
import { and, asc, eq } from "drizzle-orm";
import type { SkillDocument, SkillVersionDocument } from "../../domain/skill-document.ts";
import { parseSlug } from "../../domain/slug.ts";
import { ledger } from "../db.ts";
import { shortNames, skills } from "../ledger/schema.ts";
import { getSkill, resolveAlias } from "../skills/skill-store.ts";

export type Lookup =
  | { readonly kind: "found"; readonly skill: SkillDocument; readonly degraded: boolean }
  | { readonly kind: "ambiguous"; readonly slugs: readonly string[] }
  | { readonly kind: "none" };

/** More choices than a person would read. */
const MOST_CHOICES = 20;

/** By `owner/repo/skill`, or by an old slug that was moved there. */
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
 * By a skill's bare name, optionally of one owner. Needs the ledger. It means the first that published it, unless there
 * are others; then it means none of them. Skills that were taken down count: a name does not come to mean a later
 * skill because the first is gone, but it means the first again when the others are.
 */
export async function findByName(name: string, owner?: string): Promise<Lookup> {
  const rows = await ledger()
    .select({ slug: skills.slug, status: skills.status })
    .from(skills)
    .where(and(eq(skills.name, name), owner === undefined ? undefined : eq(skills.owner, owner)))
    .orderBy(asc(skills.id))
    .limit(MOST_CHOICES);
  const [first] = rows;
  if (first === undefined) return findBySlug(name);
  const live = rows.filter(({ status }) => status === "live").map(({ slug }) => slug);
  if (live.length === 0) return { kind: "none" };
  return live.length === 1 && live[0] === first.slug
    ? findBySlug(first.slug)
    : { kind: "ambiguous", slugs: live.sort() };
}

/** By `owner/skill`, which the first that published holds for good. Needs the ledger. */
export async function findByShortName(owner: string, name: string): Promise<Lookup> {
  const holder = await ledger()
    .select()
    .from(shortNames)
    .where(eq(shortNames.name, `${owner}/${name}`))
    .get();
  return holder === undefined ? { kind: "none" } : findBySlug(holder.slug);
}

/** A version that may be installed: an exact one, yanked or not, or the latest that is offered. */
export function versionOf(skill: SkillDocument, version: string | null): SkillVersionDocument | null {
  const wanted = version ?? skill.version;
  return skill.versions.find((entry) => entry.version === wanted) ?? null;
}
