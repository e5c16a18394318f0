/** Lists of the catalogue, page by page, with an exact total. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { PASSED_CERTIFICATIONS } from "../../domain/trust.ts";
import { ledger } from "../db.ts";
import { LruCache, perEnvironment } from "../platform/lru-cache.ts";
import {
  type CatalogueSkill,
  catalogueColumns,
  type Sort,
  sortSql,
  toCatalogueSkill,
  withLatestVersion,
} from "./catalogue-skill.ts";
import { CATALOGUE_CACHE, getRevision, revisionKey } from "./revision.ts";
import { filterSql, type SearchFilter } from "./search.ts";

export interface ListQuery extends SearchFilter {
  readonly sort: Sort;
  readonly limit: number;
  readonly offset: number;
}

/** One statement if the total is cached for this revision, because the rows also contain the revision. */
export async function listSkills(
  query: ListQuery,
  nowMs: number,
): Promise<{ skills: CatalogueSkill[]; total: number }> {
  // Selects ids first, so that a late page skips entries of an index and not whole rows.
  const rows = await ledger().all(sql`
    WITH page AS (SELECT s.id, ROW_NUMBER() OVER () AS position FROM (
      SELECT s.id FROM skills s ${query.tier === undefined ? sql`` : withLatestVersion}
      WHERE s.status = 'live' AND s.latest_version IS NOT NULL AND ${filterSql(query)}
      ORDER BY ${sortSql[query.sort]} LIMIT ${query.limit} OFFSET ${query.offset}) s)
    SELECT ${catalogueColumns}, (SELECT COALESCE(MAX(seq), 0) FROM skill_changes) AS revision
    FROM page CROSS JOIN skills s ON s.id = page.id ${withLatestVersion} ORDER BY page.position`);
  const [seen] = z.array(z.object({ revision: z.number() })).parse(rows);
  const total = await countSkills(query, seen?.revision ?? (await getRevision()), nowMs);
  return { skills: rows.map(toCatalogueSkill), total };
}

const counts = perEnvironment(() => new LruCache<number>(CATALOGUE_CACHE));

/** How many live skills match the filter. Cached while the catalogue does not change. */
export async function countSkills(filter: SearchFilter, revision: number, nowMs: number): Promise<number> {
  const key = revisionKey(revision, filter);
  const cached = counts().get(key, nowMs);
  if (cached !== undefined) return cached;
  const rows = await ledger().all(sql`
    SELECT COUNT(*) AS n FROM skills s ${filter.tier === undefined ? sql`` : withLatestVersion}
    WHERE s.status = 'live' AND s.latest_version IS NOT NULL AND ${filterSql(filter)}`);
  const n = z.array(z.object({ n: z.number() })).parse(rows)[0]?.n ?? 0;
  counts().set(key, n, { nowMs });
  return n;
}

/** How many live skills passed the scan, with or without an approval. */
export async function countPassed(revision: number, nowMs: number): Promise<number> {
  const counted = await Promise.all(
    PASSED_CERTIFICATIONS.map((tier) => countSkills({ tier }, revision, nowMs)),
  );
  return counted.reduce((sum, n) => sum + n, 0);
}
