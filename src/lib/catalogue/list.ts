/** Lists of the catalogue, page by page, with a total that is counted and not guessed. */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { ledger } from "../db.ts";
import {
  type CatalogueSkill,
  catalogueColumns,
  certTierSql,
  toCatalogueSkill,
  trustTierSql,
  withLatestVersion,
} from "./catalogue-skill.ts";
import { getRevision, RevisionMemory } from "./revision.ts";
import { filterSql, type SearchFilter } from "./search.ts";

export const LIST_SORTS = ["updated", "name", "installs", "created"] as const;
type ListSort = (typeof LIST_SORTS)[number];

/** Each ends in the id: pages must not overlap where many are equal. */
const orders: Record<ListSort, SQL> = {
  updated: sql.raw("s.updated_at DESC, s.id DESC"),
  name: sql.raw("s.name, s.id"),
  installs: sql.raw("s.installs DESC, s.id DESC"),
  created: sql.raw("s.id DESC"),
};

export interface ListAsk extends SearchFilter {
  readonly sort: ListSort;
  readonly limit: number;
  readonly offset: number;
}

/** One statement where the total is known for this revision; the rows bring the revision along. */
export async function listSkills(
  ask: ListAsk,
  nowMs: number,
): Promise<{ skills: CatalogueSkill[]; total: number }> {
  // Ids alone first, so that skipping to a late page walks an index and not the rows.
  const rows = await ledger().all(sql`
    WITH page AS (SELECT s.id, ROW_NUMBER() OVER () AS position FROM (
      SELECT s.id FROM skills s ${ask.tier === undefined ? sql`` : withLatestVersion}
      WHERE s.status = 'live' AND s.latest_version IS NOT NULL AND ${filterSql(ask)}
      ORDER BY ${orders[ask.sort]} LIMIT ${ask.limit} OFFSET ${ask.offset}) s)
    SELECT ${catalogueColumns}, (SELECT COALESCE(MAX(seq), 0) FROM skill_changes) AS revision
    FROM page CROSS JOIN skills s ON s.id = page.id ${withLatestVersion} ORDER BY page.position`);
  const [seen] = z.array(z.object({ revision: z.number() })).parse(rows);
  const total = await countSkills(ask, seen?.revision ?? (await getRevision()), nowMs);
  return { skills: rows.map(toCatalogueSkill), total };
}

const counts = new RevisionMemory<number>();

/** How many live skills the filter leaves; remembered while the catalogue stands still. */
export async function countSkills(filter: SearchFilter, revision: number, nowMs: number): Promise<number> {
  const key = JSON.stringify([filter.category, filter.owner, filter.tier]);
  const known = counts.get(key, revision, nowMs);
  if (known !== undefined) return known;
  const rows = await ledger().all(sql`
    SELECT COUNT(*) AS n FROM skills s ${filter.tier === undefined ? sql`` : withLatestVersion}
    WHERE s.status = 'live' AND s.latest_version IS NOT NULL AND ${filterSql(filter)}`);
  const n = z.array(z.object({ n: z.number() })).parse(rows)[0]?.n ?? 0;
  counts.set(key, revision, nowMs, n);
  return n;
}

const facetSchema = z.array(z.object({ value: z.string(), count: z.number() }));
export type Facet = z.infer<typeof facetSchema>;
export interface Facets {
  readonly category: Facet;
  readonly certTier: Facet;
  readonly trustTier: Facet;
  readonly owner: Facet;
}

/** Values listed of one facet; the rest is reached by searching. */
const FACET_VALUES = 50;
const facetMemory = new RevisionMemory<Facets>();

/** How many skills each category, tier and owner has. */
export async function countFacets(nowMs: number): Promise<Facets> {
  const revision = await getRevision();
  const known = facetMemory.get("all", revision, nowMs);
  if (known !== undefined) return known;
  const count = async (value: SQL) =>
    facetSchema.parse(
      await ledger().all(sql`
        SELECT ${value} AS value, COUNT(*) AS count FROM skills s ${withLatestVersion}
        WHERE s.status = 'live' GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${FACET_VALUES}`),
    );
  const [category, certTier, trustTier, owner] = await Promise.all([
    count(sql`s.category`),
    count(certTierSql),
    count(trustTierSql),
    count(sql`s.owner`),
  ]);
  const facets = { category, certTier, trustTier, owner };
  facetMemory.set("all", revision, nowMs, facets);
  return facets;
}
