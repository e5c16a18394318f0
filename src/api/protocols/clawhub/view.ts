/** Skills in ClawHub's format: a slug without the repository, times in epoch milliseconds. */
import type { Context } from "hono";
import { problem } from "../../../domain/problem.ts";
import type { SkillDocument, SkillVersionDocument } from "../../../domain/skill-document.ts";
import { summariseManifests } from "../../../domain/version-diff.ts";
import type { AppEnv } from "../../../http/app-env.ts";
import { sendProblem } from "../../../http/problem-response.ts";
import { publicOrigin } from "../../../http/public-url.ts";
import { findByName, findBySlug, type Lookup, versionOf } from "../../../lib/catalogue/lookup.ts";
import { findByPackageName, shortNameOf } from "../../../lib/catalogue/short-name.ts";

const LATEST = "latest";

type Found = Extract<Lookup, { kind: "found" }>;

/** By `@owner/slug` or by the bare slug. A slug that several owners have is refused with the choices. */
export async function clawhubSkill(c: Context<AppEnv>, text: string): Promise<Found | Response> {
  const slug = text.toLowerCase();
  const owner = c.req.query("ownerHandle")?.replace(/^@+/, "").toLowerCase();
  const found = owner ? await findByPackageName({ owner, name: slug }) : await findBare(slug);
  if (found.kind === "found") return found;
  if (found.kind === "none") return skillNotFound(c);
  return sendAmbiguous(c, slug, found.slugs);
}

/** The client detects a first publication by this exact message. */
function skillNotFound(c: Context<AppEnv>): Response {
  return sendProblem(c, problem("NOT_FOUND", "Skill not found"));
}

/** `repo.skill` without an owner cannot be a skill here: names contain no dot. */
async function findBare(slug: string): Promise<Lookup> {
  return slug.includes("/") ? findBySlug(slug) : findByName(slug);
}

async function sendAmbiguous(c: Context<AppEnv>, slug: string, slugs: readonly string[]): Promise<Response> {
  const origin = publicOrigin(c);
  const lookups = await Promise.all(slugs.map(findBySlug));
  const matches = lookups.flatMap((found) => {
    if (found.kind !== "found") return [];
    const { owner, name } = shortNameOf(found.skill);
    return [
      {
        ownerHandle: owner,
        slug: name,
        ref: `@${owner}/${name}`,
        url: `${origin}/skills/${found.skill.slug}`,
      },
    ];
  });
  const message = `Several owners have a skill named "${slug}": ${matches.map(({ ref }) => ref).join(", ")}.`;
  c.header("Cache-Control", "no-store");
  return c.json({ code: "AMBIGUOUS_SKILL_SLUG", error: "AMBIGUOUS_NAME", message, matches }, 409);
}

export interface RequestedVersion {
  readonly version: SkillVersionDocument;
  readonly resolvedFrom: "latest" | "tag" | "version";
  readonly tag: string | null;
}

/** The version in `version=` or `tag=`, otherwise the latest; null if it does not exist. The only tag is `latest`. */
export function requestedVersion(c: Context<AppEnv>, skill: SkillDocument): RequestedVersion | null {
  const number = c.req.query("version") || null;
  const tag = c.req.query("tag") || null;
  const version = tag === null || tag === LATEST ? versionOf(skill, number) : null;
  if (version === null) return null;
  if (number !== null) return { version, resolvedFrom: "version", tag: null };
  return { version, resolvedFrom: tag === null ? "latest" : "tag", tag };
}

/** `downloads` is null while the database, the only place that counts them, is down; the field is then omitted. */
export function skillView(skill: SkillDocument, downloads: number | null) {
  return {
    slug: shortNameOf(skill).name,
    displayName: skill.name,
    summary: skill.description,
    description: skill.description,
    topics: skill.tags,
    tags: skill.version === null ? {} : { [LATEST]: skill.version },
    stats: {
      ...(downloads === null ? {} : { downloads }),
      installs: skill.installs,
      versions: skill.versions.length,
    },
    createdAt: Date.parse(skill.createdAt),
    updatedAt: Date.parse(skill.updatedAt),
  };
}

export function versionView(skill: SkillDocument, entry: SkillVersionDocument) {
  const index = skill.versions.indexOf(entry);
  const previous = skill.versions[index + 1];
  return {
    version: entry.version,
    createdAt: Date.parse(entry.publishedAt),
    changelog: previous === undefined ? "First version." : summariseManifests(previous.files, entry.files),
    changelogSource: "auto" as const,
    license: null,
  };
}

/** "Review" is not "malicious": only a finding about this version makes it suspicious. */
export function moderationOf(version: SkillVersionDocument | null) {
  if (version === null || version.tainted === null) return null;
  return {
    isSuspicious: true,
    isMalwareBlocked: false,
    verdict: "suspicious" as const,
    reasonCodes: ["TAINTED"],
    summary: version.tainted,
    engineVersion: version.engine,
    updatedAt: null,
  };
}
