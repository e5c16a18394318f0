/** Skills whose name begins with a text, sorted by name: for completion and `search --prefix`. Needs the database. */
import { sql } from "drizzle-orm";
import { ledger } from "../db.ts";
import {
  type CatalogueSkill,
  catalogueColumns,
  toCatalogueSkill,
  withLatestVersion,
} from "./catalogue-skill.ts";
import { afterPrefix } from "./search-query.ts";

export interface PrefixQuery {
  readonly prefix: string;
  readonly limit: number;
  readonly offset: number;
}

/** Reads an index over the names. The prefix is plain text, not a pattern. */
export async function listByPrefix(
  query: PrefixQuery,
): Promise<{ skills: CatalogueSkill[]; hasMore: boolean }> {
  const prefix = query.prefix.toLowerCase();
  const rows = await ledger().all(sql`
    SELECT ${catalogueColumns} FROM skills s ${withLatestVersion}
    WHERE s.status = 'live' AND s.latest_version IS NOT NULL
      AND s.name >= ${prefix} AND s.name < ${afterPrefix(prefix)}
    ORDER BY s.name, s.id LIMIT ${query.limit + 1} OFFSET ${query.offset}`);
  return { skills: rows.slice(0, query.limit).map(toCatalogueSkill), hasMore: rows.length > query.limit };
}
