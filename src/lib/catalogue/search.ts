/**
 * Search over published skills. Exact names come first, then names with the query as a prefix, then matching words;
 * within each group by relevance × trust × installs (docs/API.md has the formula). If nothing matches, it searches
 * for substrings and for names with one wrong letter. Every group of candidates is limited, so a word that every
 * skill contains costs no more than a rare one.
 */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { LISTED_TIERS, TRUST_WEIGHTS } from "../../domain/trust.ts";
import { ledger } from "../db.ts";
import {
  type CatalogueSkill,
  catalogueColumns,
  certTierSql,
  type Sort,
  sortSql,
  toCatalogueSkill,
  trustTierSql,
  withLatestVersion,
} from "./catalogue-skill.ts";
import { afterPrefix, type ParsedSearch, parseSearchText, quoted } from "./search-query.ts";

/** Candidates of one group: more than anyone pages through, few enough to rank within milliseconds. */
const CANDIDATES = 200;
const CANDIDATES_TO_FILTER = 600;

export interface SearchFilter {
  readonly category?: string | undefined;
  readonly owner?: string | undefined;
  readonly tier?: string | undefined;
}

export interface SearchQuery extends SearchFilter {
  readonly q: string;
  /** By relevance if absent. */
  readonly sort?: Sort | undefined;
  readonly limit: number;
  readonly offset: number;
}

export interface SearchResult {
  readonly skills: readonly CatalogueSkill[];
  readonly total: number;
  /** True when there were more candidates than are ranked: `total` is a lower bound (L44). */
  readonly capped: boolean;
}

/** Never throws for any input; throws LedgerUnavailable when the database fails. */
export async function searchSkills(query: SearchQuery): Promise<SearchResult> {
  const parsed = parseSearchText(query.q);
  const found = await rank(wordCandidates(parsed, query), parsed, query);
  if (found.total > 0) return found;
  // A separate query: inside one statement SQLite would search for similar names even when they are not needed.
  return rank(similarCandidates(parsed, query), parsed, query);
}

/** The same groups of candidates for counting: the second group applies if the first finds nothing. */
export function candidatesFor(query: SearchFilter & { q: string }): SQL[][] {
  const parsed = parseSearchText(query.q);
  return [wordCandidates(parsed, query), similarCandidates(parsed, query)];
}

/** One statement for candidates, order, total and rows, because each round trip costs more than the ranking. */
async function rank(groups: readonly SQL[], parsed: ParsedSearch, query: SearchQuery): Promise<SearchResult> {
  if (groups.length === 0) return { skills: [], total: 0, capped: false };
  const order =
    query.sort === undefined
      ? sql`best.directness DESC, ${weightSql(parsed.terms)} DESC, s.id`
      : sortSql[query.sort];
  const rows = await ledger().all(sql`
    WITH candidates (id, directness) AS MATERIALIZED (${sql.join([...groups], sql` UNION ALL `)}),
    best AS (SELECT id, MAX(directness) AS directness FROM candidates GROUP BY id),
    page AS (SELECT s.id, COUNT(*) OVER () AS total,
        ROW_NUMBER() OVER (ORDER BY ${order}) AS position
      FROM best CROSS JOIN skills s ON s.id = best.id AND +s.status = 'live' ${withLatestVersion}
      WHERE ${filterSql(query)} ORDER BY position LIMIT ${query.limit} OFFSET ${query.offset})
    SELECT ${catalogueColumns}, page.total, (SELECT COUNT(*) FROM candidates) AS looked
    FROM page CROSS JOIN skills s ON s.id = page.id ${withLatestVersion} ORDER BY page.position`);
  if (rows.length === 0 && query.offset > 0) return totalOnly(groups, parsed, query);
  const [counted] = z.array(z.object({ total: z.number(), looked: z.number() })).parse(rows);
  const capped = (counted?.looked ?? 0) >= CANDIDATES;
  return { skills: rows.map(toCatalogueSkill), total: counted?.total ?? 0, capped };
}

/** A page after the last has no row that could carry the total. */
async function totalOnly(
  groups: readonly SQL[],
  parsed: ParsedSearch,
  query: SearchQuery,
): Promise<SearchResult> {
  return { ...(await rank(groups, parsed, { ...query, offset: 0, limit: 1 })), skills: [] };
}

/** Groups of candidates: an id, and how directly it matches (3 exact, 2 prefix, 1 words). */
function wordCandidates({ name, match }: ParsedSearch, { owner, category }: SearchFilter): SQL[] {
  const groups: SQL[] = [];
  const ofOwner = owner === undefined ? sql`` : sql`AND owner = ${owner}`;
  if (name !== null) {
    const named = sql`SELECT id FROM skills WHERE status = 'live' AND latest_version IS NOT NULL ${ofOwner}`;
    groups.push(
      sql`SELECT id, 3 FROM skills WHERE slug = ${name}`,
      sql`SELECT id, 3 FROM (${named} AND name = ${name} LIMIT ${CANDIDATES})`,
      sql`SELECT id, 2 FROM (${named} AND name >= ${name} AND name < ${afterPrefix(name)} ORDER BY name
        LIMIT ${CANDIDATES})`,
    );
  }
  if (match !== null)
    groups.push(wordGroup(owner === undefined ? match : `${match} ${matchOwner(owner)}`, category));
  return groups;
}

/**
 * Newest first, without bm25(): that would score every row with the word before ranking the first. The index has no
 * category, so a filter by category reads more rows, but still a limited number.
 */
function wordGroup(match: string, category: string | undefined): SQL {
  const limit = category === undefined ? CANDIDATES : CANDIDATES_TO_FILTER;
  const found = sql`SELECT rowid AS id FROM skill_search WHERE skill_search MATCH ${match}
    ORDER BY rowid DESC LIMIT ${limit}`;
  if (category === undefined) return sql`SELECT id, 1 FROM (${found})`;
  return sql`SELECT id, 1 FROM (SELECT f.id FROM (${found}) f CROSS JOIN skills s ON s.id = f.id
    AND s.category = ${category} LIMIT ${CANDIDATES})`;
}

/** The index column for the name contains the slug, so the owner can be matched there. */
function matchOwner(owner: string): string {
  const words = owner.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length === 0 ? "" : `name : "${words.join(" ")}"`;
}

/**
 * Filtered-out skills must not use up the candidates: the index contains the owner; other filters need more
 * candidates.
 */
function similarCandidates(
  { terms, substring, halves }: ParsedSearch,
  { owner, category, tier }: SearchFilter,
): SQL[] {
  const limit = (category ?? tier) === undefined ? CANDIDATES : CANDIDATES_TO_FILTER;
  const ofOwner = owner === undefined ? "" : ` AND slug : ${quoted(`${owner}/`)}`;
  return [substring, halves]
    .filter((match) => match !== null)
    .map(
      (match, index) => sql`SELECT id, ${1 - index} FROM (SELECT rowid AS id FROM skill_search_trigram
        WHERE skill_search_trigram MATCH ${ifUnknownWord(terms, `(${match})${ofOwner}`)}
        ORDER BY rowid DESC LIMIT ${limit})`,
    );
}

/**
 * A word that occurs in skills is not misspelled, even if no skill has all the words. FTS5 then gets the empty
 * phrase, which matches nothing, because a search for parts of common words would read half of the index. A condition
 * next to MATCH would not help: SQLite evaluates it after reading the rows.
 */
function ifUnknownWord(terms: readonly string[], match: string): SQL {
  if (terms.length === 0) return sql`${match}`;
  const known = terms.map(
    (term) => sql`EXISTS (SELECT 1 FROM skill_search WHERE skill_search MATCH ${quoted(term)} LIMIT 1)`,
  );
  return sql`IIF(${sql.join(known, sql` AND `)}, '""', ${match})`;
}

/**
 * relevance × trust × installs. Relevance depends on the fields that contain the words: 4 name, 2 tags, 1
 * description.
 */
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
