/** A published skill with its latest version, as lists and searches read it from the database. */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { certificationOf, type TrustEvidence, tiersOf, trustTierOf } from "../../domain/trust.ts";

const rowSchema = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  owner: z.string(),
  repo: z.string(),
  repoUrl: z.string(),
  description: z.string(),
  category: z.string(),
  tags: z.string(),
  installs: z.number(),
  createdAt: z.number(),
  updatedAt: z.number(),
  version: z.string(),
  digest: z.string(),
  verdict: z.string(),
  score: z.number(),
  approvedBy: z.enum(["engine", "person", "vendor"]),
  tainted: z.string().nullable(),
  publisherVerified: z.number().transform((found) => found === 1),
});

export interface CatalogueSkill extends Omit<z.infer<typeof rowSchema>, "tags"> {
  readonly tags: readonly string[];
  readonly certTier: string;
  readonly trustTier: string;
}

/** The columns of `s` (skills) and `v` (its latest version) that `toCatalogueSkill` reads. */
export const catalogueColumns = sql.raw(
  `s.id, s.slug, s.name, s.owner, s.repo, s.source_url AS repoUrl, s.description, s.category, s.tags, s.installs,
   s.created_at AS createdAt, s.updated_at AS updatedAt, v.version, v.digest, v.verdict, v.score,
   v.approved_by AS approvedBy, v.tainted_reason AS tainted,
   EXISTS (SELECT 1 FROM vendors WHERE vendors.owner = s.owner) AS publisherVerified`,
);

/**
 * A skill with all versions yanked has no latest version and is listed nowhere. CROSS JOIN fixes the order: without
 * statistics SQLite would start with all versions instead of the few skills that were found.
 */
export const withLatestVersion = sql.raw(
  "CROSS JOIN skill_versions v ON v.skill_id = s.id AND v.version = s.latest_version",
);

export function toCatalogueSkill(row: unknown): CatalogueSkill {
  const { tags, ...skill } = rowSchema.parse(row);
  const { tainted: taintedReason, repoUrl: sourceUrl } = skill;
  return {
    ...skill,
    tags: z.array(z.string()).parse(JSON.parse(tags)),
    ...tiersOf({ ...skill, taintedReason, sourceUrl }),
  };
}

/**
 * A tier of `v`, a version of `s`, as SQL. Generated from the one function that derives it, case by case, so that a
 * query and a page cannot disagree (L57).
 */
function tierSql(derive: (evidence: TrustEvidence) => string): SQL {
  const cases = ["PASS", ""].flatMap((verdict) =>
    (["engine", "person", "vendor"] as const).flatMap((approvedBy) =>
      [true, false].map((tainted) => {
        const evidence = { verdict, approvedBy, tainted, takenDown: false };
        const fetched = derive({ ...evidence, fromItsSource: true });
        const sent = derive({ ...evidence, fromItsSource: false });
        const tier =
          fetched === sent ? `'${sent}'` : `IIF(s.source_url LIKE 'http%', '${fetched}', '${sent}')`;
        const verdictTest = verdict === "PASS" ? "v.verdict = 'PASS'" : "v.verdict <> 'PASS'";
        const taintedTest = tainted ? "v.tainted_reason IS NOT NULL" : "v.tainted_reason IS NULL";
        return `WHEN ${verdictTest} AND v.approved_by = '${approvedBy}' AND ${taintedTest} THEN ${tier}`;
      }),
    ),
  );
  return sql.raw(`(CASE ${cases.join(" ")} END)`);
}

export const certTierSql = tierSql(certificationOf);
export const trustTierSql = tierSql(trustTierOf);

export const SORTS = ["updated", "name", "installs", "created"] as const;
export type Sort = (typeof SORTS)[number];

/** Each order ends in the id, so that pages never overlap when many rows are equal. */
export const sortSql: Readonly<Record<Sort, SQL>> = {
  updated: sql.raw("s.updated_at DESC, s.id DESC"),
  name: sql.raw("s.name, s.id"),
  installs: sql.raw("s.installs DESC, s.id DESC"),
  created: sql.raw("s.id DESC"),
};
