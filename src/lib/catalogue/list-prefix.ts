/** Skills whose name begins with a text, by name: what completion and `search --prefix` ask for. Needs the ledger. */
import { sql } from "drizzle-orm";
import { ledger } from "../db.ts";
import {
  type CatalogueSkill,
  catalogueColumns,
  toCatalogueSkill,
  withLatestVersion,
} from "./catalogue-skill.ts";
import { afterPrefix } from "./search-query.ts";

export interface PrefixAsk {
  readonly prefix: string;
  readonly limit: number;
  readonly offset: number;
}

/** Walks an index over the names; the prefix is a text and no pattern. */
export async function listByPrefix(ask: PrefixAsk): Promise<{ skills: CatalogueSkill[]; hasMore: boolean }> {
  const prefix = ask.prefix.toLowerCase();
  const rows = await ledger().all(sql`
    SELECT ${catalogueColumns} FROM skills s ${withLatestVersion}
    WHERE s.status = 'live' AND s.latest_version IS NOT NULL
      AND s.name >= ${prefix} AND s.name < ${afterPrefix(prefix)}
    ORDER BY s.name, s.id LIMIT ${ask.limit + 1} OFFSET ${ask.offset}`);
  return { skills: rows.slice(0, ask.limit).map(toCatalogueSkill), hasMore: rows.length > ask.limit };
}
