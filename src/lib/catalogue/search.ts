/**
 * Search over what is published. First the exact name, then names that begin with it, then words; within each by
 * relevance × trust × installs (docs/API.md has the formula); when that finds little, substrings and names with one
 * wrong letter. Every group of candidates is bounded, so a word that every skill has costs no more than a rare one.
 */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { LISTED_TIERS, TRUST_WEIGHTS } from "../../domain/trust.ts";
import { ledger } from "../db.ts";
import {
  type CatalogueSkill,
  catalogueColumns,
  certTierSql,
  toCatalogueSkill,
  trustTierSql,
  withLatestVersion,
} from "./catalogue-skill.ts";
import { RevisionMemory } from "./revision.ts";
import { afterPrefix, parseSearchQuery, type SearchQuery } from "./search-query.ts";

/** Candidates of one kind: more than anyone pages through, few enough to rank within a few milliseconds. */
const CANDIDATES = 200;
/** With fewer results than this, what is only similar is shown as well. */
const FEW_RESULTS = 5;

export interface SearchFilter {
  readonly category?: string | undefined;
  readonly owner?: string | undefined;
  readonly tier?: string | undefined;
}

export interface SearchAsk extends SearchFilter {
  readonly q: string;
  readonly limit: number;
  readonly offset: number;
}

export interface SearchResult {
  readonly skills: readonly CatalogueSkill[];
  readonly total: number;
  /** True when there were more candidates than are ranked, so that `total` is a lower bound (L44). */
  readonly capped: boolean;
}

interface Ranked {
  readonly ids: readonly number[];
  readonly capped: boolean;
}

const remembered = new RevisionMemory<Ranked>();

/** Never throws for anything that a person can type; throws LedgerUnavailable when the ledger does not answer. */
export async function searchSkills(ask: SearchAsk, revision: number, nowMs: number): Promise<SearchResult> {
  const key = JSON.stringify([ask.q, ask.category, ask.owner, ask.tier]);
  const known = remembered.get(key, revision, nowMs);
  const ranked = known ?? (await rank(parseSearchQuery(ask.q), ask));
  if (known === undefined) remembered.set(key, revision, nowMs, ranked);
  const ids = ranked.ids.slice(ask.offset, ask.offset + ask.limit);
  return { skills: await loadSkills(ids), total: ranked.ids.length, capped: ranked.capped };
}

async function rank(query: SearchQuery, filter: SearchFilter): Promise<Ranked> {
  const found = await rankedIds(wordCandidates(query), query, filter);
  if (found.ids.length >= FEW_RESULTS) return found;
  const similar = similarCandidates(query);
  if (similar.length === 0) return found;
  const more = await rankedIds(similar, query, filter);
  return { ids: [...new Set([...found.ids, ...more.ids])], capped: found.capped || more.capped };
}

/** Groups of candidates: an id and how directly it answers (3 exact, 2 prefix, 1 words). */
function wordCandidates({ name, match }: SearchQuery): SQL[] {
  const groups: SQL[] = [];
  if (name !== null) {
    groups.push(
      sql`SELECT id, 3 FROM skills WHERE slug = ${name}`,
      sql`SELECT id, 3 FROM (SELECT id FROM skills WHERE status = 'live' AND name = ${name} LIMIT ${CANDIDATES})`,
      sql`SELECT id, 2 FROM (SELECT id FROM skills WHERE status = 'live' AND name >= ${name}
        AND name < ${afterPrefix(name)} ORDER BY name LIMIT ${CANDIDATES})`,
    );
  }
  if (match !== null) {
    // Newest first without bm25(): that would count every row that has the word before it ranks the first.
    groups.push(sql`SELECT id, 1 FROM (SELECT rowid AS id FROM skill_search WHERE skill_search MATCH ${match}
      ORDER BY rowid DESC LIMIT ${CANDIDATES})`);
  }
  return groups;
}

function similarCandidates({ substring, halves }: SearchQuery): SQL[] {
  return [substring, halves]
    .filter((match) => match !== null)
    .map(
      (match, index) => sql`SELECT id, ${1 - index} FROM (SELECT rowid AS id FROM skill_search_trigram
        WHERE skill_search_trigram MATCH ${match} ORDER BY rowid DESC LIMIT ${CANDIDATES})`,
    );
}

async function rankedIds(groups: readonly SQL[], query: SearchQuery, filter: SearchFilter): Promise<Ranked> {
  if (groups.length === 0) return { ids: [], capped: false };
  const rows = await ledger().all(sql`
    WITH candidates (id, directness) AS (${sql.join([...groups], sql` UNION ALL `)}),
    best AS (SELECT id, MAX(directness) AS directness, COUNT(*) OVER () AS n FROM candidates GROUP BY id)
    SELECT s.id, best.n FROM best JOIN skills s ON s.id = best.id AND s.status = 'live' ${withLatestVersion}
    WHERE ${filterSql(filter)}
    ORDER BY best.directness DESC, ${weightSql(query.terms)} DESC, s.id`);
  const parsed = z.array(z.object({ id: z.number(), n: z.number() })).parse(rows);
  return { ids: parsed.map(({ id }) => id), capped: (parsed[0]?.n ?? 0) >= CANDIDATES };
}

/** relevance × trust × installs. Relevance counts in which fields the words stand: 4 name, 2 tags, 1 description. */
function weightSql(terms: readonly string[]): SQL {
  const hits = terms.map(
    (term) => sql`(INSTR(s.name, ${term}) > 0) * 4 + (INSTR(s.tags, ${term}) > 0) * 2
      + (INSTR(LOWER(s.description), ${term}) > 0)`,
  );
  const relevance = hits.length === 0 ? sql`1.0` : sql`(1.0 + ${sql.join(hits, sql` + `)})`;
  const tiers = LISTED_TIERS.map((tier) => sql`WHEN ${trustTierSql} = ${tier} THEN ${TRUST_WEIGHTS[tier]}`);
  const trust = sql`(v.score / 100.0) * (CASE ${sql.join(tiers, sql` `)} ELSE 1 END)`;
  return sql`${relevance} * ${trust} * (1.0 + LN(1 + s.installs) / 10.0)`;
}

export function filterSql({ category, owner, tier }: SearchFilter): SQL {
  const tests: SQL[] = [sql`TRUE`];
  if (category !== undefined) tests.push(sql`s.category = ${category}`);
  if (owner !== undefined) tests.push(sql`s.owner = ${owner}`);
  if (tier !== undefined) tests.push(sql`${tier} IN (${certTierSql}, ${trustTierSql})`);
  return sql.join(tests, sql` AND `);
}

/** In the order of the ids; one that has gone since is left out. */
export async function loadSkills(ids: readonly number[]): Promise<CatalogueSkill[]> {
  if (ids.length === 0) return [];
  const rows = await ledger().all(sql`
    SELECT ${catalogueColumns} FROM skills s ${withLatestVersion}
    WHERE s.status = 'live' AND s.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
  const byId = new Map(rows.map(toCatalogueSkill).map((skill) => [skill.id, skill]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
