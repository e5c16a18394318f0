/**
 * Names without the repository, for npm and ClawHub: `@owner/skill` for the first skill published under the name,
 * `@owner/repo.skill` for later ones. Each version stores the name it was packed under.
 */
import type { SkillDocument } from "../../domain/skill-document.ts";
import { parseSlug } from "../../domain/slug.ts";
import { withoutLedger } from "../platform/without-ledger.ts";
import { enumeratePublishedSkills } from "../submission-store.ts";
import { findByShortName, findBySlug, type Lookup } from "./lookup.ts";

export interface ShortName {
  readonly owner: string;
  /** `skill` or `repo.skill`. */
  readonly name: string;
}

/** The short name of a skill. */
export function shortNameOf(skill: SkillDocument): ShortName {
  const packed = skill.versions[0]?.forms.npm.packageName ?? "";
  return parsePackageName(packed) ?? { owner: skill.owner, name: `${skill.repo}.${skill.name}` };
}

/** Parses `@owner/name`; null if it is malformed. */
export function parsePackageName(text: string): ShortName | null {
  const match = /^@([a-z0-9][a-z0-9._-]*)\/([a-z0-9][a-z0-9._-]*)$/.exec(text);
  return match?.[1] === undefined || match[2] === undefined ? null : { owner: match[1], name: match[2] };
}

/** The skill with this name. While the database is down, it is found through the packed names in the KV documents. */
export async function findByPackageName({ owner, name }: ShortName): Promise<Lookup> {
  const dot = name.lastIndexOf(".");
  const found =
    dot > 0
      ? await findBySlug(`${owner}/${name.slice(0, dot)}/${name.slice(dot + 1)}`)
      : await withoutLedger(
          () => findByShortName(owner, name),
          () => findHolderInKv(owner, name),
        );
  return found.kind === "found" && !holds(found.skill, { owner, name }) ? { kind: "none" } : found;
}

/** True when this skill is the one that the short name means: of this owner, and packed under this name. */
export function holds(skill: SkillDocument, { owner, name }: ShortName): boolean {
  const held = shortNameOf(skill);
  return held.owner === owner && held.name === name;
}

async function findHolderInKv(owner: string, name: string): Promise<Lookup> {
  const slugs = (await enumeratePublishedSkills()).map(({ slug }) => slug);
  const candidates = slugs.filter((slug) => {
    const parts = parseSlug(slug);
    return parts?.owner === owner && parts.skill === name;
  });
  for (const slug of candidates) {
    const found = await findBySlug(slug);
    if (found.kind === "found" && holds(found.skill, { owner, name })) return found;
  }
  return { kind: "none" };
}
