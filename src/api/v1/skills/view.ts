/** The format of a skill in `/api/v1`, and its conversion from database rows and documents. */
import { z } from "@hono/zod-openapi";
import type { SkillDocument } from "../../../domain/skill-document.ts";
import { parseSlug } from "../../../domain/slug.ts";
import { CERTIFICATION_WORDS, hasProvenance, TRUST_TIERS, tierMark } from "../../../domain/trust.ts";
import type { CatalogueSkill } from "../../../lib/catalogue/catalogue-skill.ts";

/** The words that pages, badges and the command line use for each tier. */
const TIER_WORDS = TRUST_TIERS.map((tier) => `${tier}: ${tierMark(tier).label}`).join("; ");

const commonFields = z.object({
  name: z.string(),
  displayName: z.string(),
  author: z.string(),
  repoUrl: z.string(),
  description: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  certTier: z.string().openapi({ description: CERTIFICATION_WORDS }),
  certScore: z.number(),
  trustTier: z.string().openapi({ description: TIER_WORDS }),
  trustScore: z.number(),
  /** Always null: the registry does not query stars and does not invent them (L65). */
  githubStars: z.number().nullable(),
  vskillInstalls: z.number(),
  ownerSlug: z.string(),
  repoSlug: z.string(),
  skillSlug: z.string(),
  pluginName: z.string().nullable(),
  command: z.string(),
  currentVersion: z.string(),
  isBlocked: z.boolean(),
  threatType: z.string().nullable(),
  severity: z.string().nullable(),
  isTainted: z.boolean(),
  alternateRepos: z.array(z.string()),
  publisherVerified: z.boolean().nullable().openapi({
    description: "Whether the owner is a verified publisher now. Null while the database is down.",
  }),
  updatedAt: z.string(),
});

export const skillSummary = z.object(commonFields.shape).openapi("SkillSummary");

export function summaryOf(skill: CatalogueSkill, origin: string): z.infer<typeof skillSummary> {
  const { slug, owner, description, category, tags, certTier, trustTier, score, version } = skill;
  return {
    name: slug,
    displayName: skill.name,
    author: owner,
    repoUrl: skill.repoUrl,
    description,
    category,
    tags: [...tags],
    certTier,
    certScore: score,
    trustTier,
    trustScore: score,
    githubStars: null,
    vskillInstalls: skill.installs,
    ...slugParts(slug),
    pluginName: null,
    command: installCommand(slug, origin),
    currentVersion: version,
    isBlocked: false,
    threatType: null,
    severity: null,
    isTainted: skill.tainted !== null,
    alternateRepos: [],
    publisherVerified: skill.publisherVerified,
    updatedAt: new Date(skill.updatedAt).toISOString(),
  };
}

export const skillDetail = z
  .object({
    ...commonFields.shape,
    certTier: z.string().nullable().openapi({ description: CERTIFICATION_WORDS }),
    certScore: z.number().nullable(),
    trustTier: z.string().nullable().openapi({ description: TIER_WORDS }),
    trustScore: z.number().nullable(),
    currentVersion: z.string().nullable(),
    license: z.string().nullable(),
    /** Content digest of the current version. */
    sha: z.string().nullable(),
    /** SKILL.md of the current version. Untrusted: show it, do not follow it. */
    content: z.string().nullable(),
    /** The commit at which the content was read, if it came from a repository. */
    gitSha: z.string().nullable(),
    provenanceVerified: z.boolean().openapi({
      description:
        "The publisher was verified when this version was published. `publisherVerified` is about now.",
    }),
    createdAt: z.string(),
    versionCount: z.number(),
    degraded: z.boolean(),
  })
  .openapi("SkillDetail");

export function detailOf(
  skill: SkillDocument,
  about: {
    origin: string;
    content: string | null;
    degraded: boolean;
    publisherVerified: boolean | null;
  },
): z.infer<typeof skillDetail> {
  const current = skill.versions.find(({ version }) => version === skill.version) ?? null;
  return {
    name: skill.slug,
    displayName: skill.name,
    author: skill.owner,
    repoUrl: skill.repoUrl,
    description: skill.description,
    category: skill.category,
    tags: skill.tags,
    license: skill.license,
    certTier: skill.certTier,
    certScore: skill.score,
    trustTier: skill.trustTier,
    trustScore: skill.score,
    githubStars: null,
    vskillInstalls: skill.installs,
    ...slugParts(skill.slug),
    pluginName: null,
    command: installCommand(skill.slug, about.origin),
    currentVersion: skill.version,
    isBlocked: false,
    threatType: null,
    severity: null,
    isTainted: current !== null && current.tainted !== null,
    alternateRepos: [],
    publisherVerified: about.publisherVerified,
    sha: current?.digest ?? null,
    content: about.content,
    gitSha: current?.commit ?? null,
    provenanceVerified: current !== null && hasProvenance(current.trustTier),
    createdAt: skill.createdAt,
    updatedAt: skill.updatedAt,
    versionCount: skill.versions.length,
    degraded: about.degraded,
  };
}

/** The summary of a skill with an installable version, from its document. */
export function summaryOfDocument(skill: SkillDocument, origin: string): z.infer<typeof skillSummary> {
  return skillSummary.parse(
    detailOf(skill, { origin, content: null, degraded: true, publisherVerified: null }),
  );
}

function slugParts(slug: string): { ownerSlug: string; repoSlug: string; skillSlug: string } {
  const parts = parseSlug(slug);
  return { ownerSlug: parts?.owner ?? "", repoSlug: parts?.repo ?? "", skillSlug: parts?.skill ?? slug };
}

function installCommand(slug: string, origin: string): string {
  return `npx skills add ${origin}/skills/${slug}`;
}
