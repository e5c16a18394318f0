/** Counts the skills of each category, tier and owner: of all skills or of a search. */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { ledger } from "../db.ts";
import { LruCache, perEnvironment } from "../platform/lru-cache.ts";
import { certTierSql, trustTierSql, withLatestVersion } from "./catalogue-skill.ts";
import { CATALOGUE_CACHE, getRevision, revisionKey } from "./revision.ts";
import { candidatesFor, filterSql, type SearchFilter } from "./search.ts";

const facetSchema = z.array(z.object({ value: z.string(), count: z.number() }));
export type Facet = z.infer<typeof facetSchema>;
export interface Facets {
  readonly category: Facet;
  readonly certTier: Facet;
  readonly trustTier: Facet;
  readonly owner: Facet;
}

/** Values listed for one facet. The others can be found by searching. */
const FACET_VALUES = 50;
const counted = perEnvironment(() => new LruCache<Facets>(CATALOGUE_CACHE));

/**
 * Each facet ignores its own filter and keeps the others: its numbers show what another value would give. Cached
 * while the catalogue does not change.
 */
export async function countFacets(nowMs: number, filter: SearchFilter = {}): Promise<Facets> {
  const key = revisionKey(await getRevision(), filter);
  const cached = counted().get(key, nowMs);
  if (cached !== undefined) return cached;
  const all = sql`skills s ${withLatestVersion} WHERE s.status = 'live'`;
  const facets = await countEach(filter, (value, rest) =>
    countBy(sql``, value, sql`${all} AND ${filterSql(rest)}`),
  );
  counted().set(key, facets, { nowMs });
  return facets;
}

/** The same for the results of a search: those that match its words, otherwise those with similar names. */
export async function countSearchFacets(query: SearchFilter & { q: string }): Promise<Facets> {
  return countEach(query, async (value, rest) => {
    for (const groups of candidatesFor({ ...rest, q: query.q })) {
      const counted = await countFound(groups, value, rest);
      if (counted.length > 0) return counted;
    }
    return [];
  });
}

async function countFound(groups: readonly SQL[], value: SQL, rest: SearchFilter): Promise<Facet> {
  if (groups.length === 0) return [];
  const candidates = sql.join([...groups], sql` UNION ALL `);
  return countBy(
    sql`WITH found AS MATERIALIZED (SELECT DISTINCT id FROM (${candidates}))`,
    value,
    sql`found CROSS JOIN skills s ON s.id = found.id AND +s.status = 'live' ${withLatestVersion}
      WHERE ${filterSql(rest)}`,
  );
}

async function countEach(
  { category, owner, tier }: SearchFilter,
  count: (value: SQL, rest: SearchFilter) => Promise<Facet>,
): Promise<Facets> {
  const [categories, certTiers, trustTiers, owners] = await Promise.all([
    count(sql`s.category`, { owner, tier }),
    count(certTierSql, { category, owner }),
    count(trustTierSql, { category, owner }),
    count(sql`s.owner`, { category, tier }),
  ]);
  return { category: categories, certTier: certTiers, trustTier: trustTiers, owner: owners };
}

async function countBy(before: SQL, value: SQL, from: SQL): Promise<Facet> {
  return facetSchema.parse(
    await ledger().all(sql`${before} SELECT ${value} AS value, COUNT(*) AS count FROM ${from}
      GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${FACET_VALUES}`),
  );
}
